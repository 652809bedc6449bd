struct Word(usize, String);

fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut current = String::new();
    for letter in text.chars() {
        if letter == ' ' {
            let length = current.len();
            found.push(Word(length, current.clone()));
            current.clear();
        } else {
            current.push(letter);
        }
    }
    found.push(Word(current.len(), current));
    found
}

fn longest(all: &[Word]) -> &str {
    let mut best = 0;
    for index in 0..all.len() {
        if all[index].0 > all[best].0 {
            best = index;
        }
    }
    &all[best].1
}

fn main() {
    let text = "one three two fifteen";
    let all = words(text);
    let long = longest(&all);
    let mut initials = String::new();
    for word in &all {
        initials.push_str(&word.1[..1]);
    }
    let count = all.len();
    println!("{long} {initials} {count}");
}
