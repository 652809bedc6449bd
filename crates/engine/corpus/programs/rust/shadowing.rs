fn parse(text: &str) -> i32 {
    let text = text.trim();
    let text = text.trim_start_matches('+');
    let number: i32 = text.parse().unwrap_or(-1);
    let number = number * 2;
    {
        let number = "inner";
        println!("{number} {}", number.len());
    }
    number
}

fn main() {
    let value = " +21 ";
    let value = parse(value);
    println!("{value}");
    let value = if value > 40 {
        let value = value / 2;
        value + 1
    } else {
        0
    };
    println!("{value}");
    for value in 0..2 {
        let value = value * 10;
        println!("{value}");
    }
    println!("{value}");
}
