fn inc(n: i32) -> i32 {
    let result = n + 1;
    result
}

fn apply(n: i32) -> i32 {
    let once = inc(n);
    let twice = inc(once);
    twice
}

fn main() {
    let value = apply(1);
    println!("{value}");
}
