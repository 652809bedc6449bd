fn note(text: &str, value: i32) -> i32 {
    println!("{text}");
    value
}

fn main() {
    let sum = {
        let left = note("left", 2);
        let right = note("right", 3);
        left + right
    };
    let word = if sum > 4 { "many" } else { "few" };
    println!("{word}");
    let number = match sum {
        5 => {
            let doubled = sum * 2;
            doubled
        }
        other => other,
    } + {
        let extra = note("extra", 1);
        extra
    };
    println!("{number}");
    let unit = {
        note("nothing is kept", 0);
    };
    println!("{unit:?}");
    let total = (1..=3)
        .map(|n| {
            let square = n * n;
            square + 1
        })
        .sum::<i32>();
    println!("{total}");
}
