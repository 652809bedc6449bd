fn take(left: &mut u32) -> u32 {
    if *left == 0 {
        return 0;
    }
    *left -= 1;
    *left
}

fn main() {
    let mut left = 2;
    println!("{}", take(&mut left));
}
