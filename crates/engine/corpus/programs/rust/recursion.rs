fn factorial(number: u64) -> u64 {
    if number < 2 {
        return 1;
    }
    let below = factorial(number - 1);
    number * below
}

fn is_even(number: u32) -> bool {
    number == 0 || is_odd(number - 1)
}

fn is_odd(number: u32) -> bool {
    number != 0 && is_even(number - 1)
}

fn permutations(prefix: String, rest: &str, found: &mut Vec<String>) {
    if rest.is_empty() {
        found.push(prefix);
        return;
    }
    for (index, letter) in rest.char_indices() {
        let others = format!("{}{}", &rest[..index], &rest[index + 1..]);
        permutations(format!("{prefix}{letter}"), &others, found);
    }
}

fn main() {
    println!("{}", factorial(6));
    println!("{} {}", is_even(4), is_odd(4));
    let mut found = Vec::new();
    permutations(String::new(), "abc", &mut found);
    println!("{}", found.join(" "));
}
