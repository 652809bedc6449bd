fn describe(number: i32) -> &'static str {
    match number {
        i32::MIN..=-1 => "negative",
        0 => "zero",
        n if n % 2 == 0 => "even",
        1 | 3 | 5 | 7 | 9 => "small odd",
        _ => "odd",
    }
}

fn area(shape: (char, u32, u32)) -> u32 {
    match shape {
        ('r', width, height) => width * height,
        ('s', side, _) => {
            let area = side * side;
            area
        }
        _ => 0,
    }
}

fn main() {
    for number in [-4, 0, 6, 7, 11] {
        let word = describe(number);
        println!("{number} is {word}");
    }
    let shapes = [('r', 2, 3), ('s', 4, 0), ('x', 1, 1)];
    let mut total = 0;
    for shape in shapes {
        total += area(shape);
    }
    println!("total area {total}");
}
