fn double(value: i32) -> i32 {
    let twice = value * 2;
    twice
}

fn main() {
    println!("{}", double(1));
}
