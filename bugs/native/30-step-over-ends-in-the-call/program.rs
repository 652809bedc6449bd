fn factorial(number: u64) -> u64 {
    if number < 2 {
        return 1;
    }
    let below = factorial(number - 1);
    number * below
}

fn main() {
    println!("{}", factorial(3));
}
