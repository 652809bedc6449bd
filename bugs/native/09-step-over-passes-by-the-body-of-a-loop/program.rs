fn main() {
    let mut left = 2;
    while left > 0 {
        left -= 1;
    }
    println!("{left}");
}
