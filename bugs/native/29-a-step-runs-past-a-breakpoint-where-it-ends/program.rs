fn main() {
    let a = 1;
    let b = a + 1;
    let c = b + 1;
    println!("{c}");
}
