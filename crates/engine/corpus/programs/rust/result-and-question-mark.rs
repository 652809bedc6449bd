enum Problem {
    Empty,
    NotANumber(String),
}

fn parse(word: &str) -> Result<i64, Problem> {
    if word.is_empty() {
        return Err(Problem::Empty);
    }
    word.parse().map_err(|_| Problem::NotANumber(word.to_string()))
}

fn sum(text: &str) -> Result<i64, Problem> {
    let mut total = 0;
    for word in text.split(',') {
        let number = parse(word)?;
        total += number;
    }
    Ok(total)
}

fn first_even(numbers: &[i64]) -> Option<i64> {
    let first = numbers.iter().find(|number| *number % 2 == 0)?;
    Some(*first * 10)
}

fn main() {
    for text in ["1,2,3", "4,,5", "6,x"] {
        match sum(text) {
            Ok(total) => println!("{text} -> {total}"),
            Err(Problem::Empty) => println!("{text} has an empty word"),
            Err(Problem::NotANumber(word)) => println!("{text} has {word}"),
        }
    }
    println!("{:?} {:?}", first_even(&[3, 4]), first_even(&[1]));
}
