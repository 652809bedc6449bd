fn main() {
    let a = 1;
    let b = a + 1;
    println!("{b}");
}
