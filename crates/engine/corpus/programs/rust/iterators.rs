struct Countdown {
    left: u32,
}

impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(self.left)
    }
}

fn main() {
    for number in (Countdown { left: 3 }) {
        println!("{number}");
    }
    let sum: u32 = Countdown { left: 5 }.filter(|number| number % 2 == 0).sum();
    println!("sum {sum}");
    let words: Vec<String> = ["b", "a", "c"]
        .iter()
        .enumerate()
        .map(|(index, word)| format!("{index}{word}"))
        .rev()
        .collect();
    println!("{}", words.join(" "));
    let largest = [3, 9, 4].into_iter().fold(0, |best, number| {
        if number > best { number } else { best }
    });
    println!("largest {largest}");
}
