fn half(number: i64) -> Option<i64> {
    Some(number / 2)
}

fn main() {
    let sizes = [Some(4), None];
    println!("{:?}", sizes);
    println!("{:?}", half(8));
}
