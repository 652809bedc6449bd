fn area(width: Option<u32>) -> Option<u32> {
    let width = width?;
    Some(width * 2)
}

fn main() {
    println!("{:?}", area(Some(1)));
    println!("{:?}", area(Some(2)));
}
