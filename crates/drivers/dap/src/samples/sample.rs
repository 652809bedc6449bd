fn add(amount: i32) -> i32 {
    let doubled = amount * 2;
    doubled + 1
}

fn main() {
    let total = add(3);
    println!("{}", total);
}
