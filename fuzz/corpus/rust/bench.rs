fn square(value: i32) -> i32 {
    let result = value * value;
    result
}

fn total(limit: i32) -> i32 {
    let mut sum = 0;
    let mut index = 0;
    while index < limit {
        sum += square(index);
        sum -= 1;
        index += 1;
    }
    sum
}

fn main() {
    let first = total(4);
    let second = total(3);
    let mut third = first + second;
    println!("{}", third);
    third = total(2);
    println!("{}", third);
}
