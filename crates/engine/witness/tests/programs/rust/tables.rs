use std::collections::{HashMap, HashSet};

fn main() {
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut seen: HashSet<i32> = HashSet::new();
    for number in 0..6 {
        let name = format!("n{}", number % 3);
        *counts.entry(name).or_insert(0) += 1;
        if !seen.insert(number / 2) {
            counts.insert("again".to_string(), 7);
        }
    }
    let size = counts.len(); // here
    println!("{} {} {}", size, seen.len(), counts["again"]);
}
