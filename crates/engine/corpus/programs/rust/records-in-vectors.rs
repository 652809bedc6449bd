struct Entry {
    name: String,
    marks: Vec<i32>,
    is_open: bool,
}

struct Table {
    entries: Vec<Entry>,
    changes: usize,
}

impl Table {
    fn add(&mut self, name: &str) {
        let entry = Entry { name: name.to_string(), marks: Vec::new(), is_open: true };
        self.entries.push(entry);
        self.changes += 1;
    }

    fn mark(&mut self, index: usize, value: i32) -> bool {
        let entry = &mut self.entries[index];
        if !entry.is_open {
            return false;
        }
        entry.marks.push(value);
        entry.is_open = entry.marks.len() < 2;
        self.changes += 1;
        true
    }

    fn sum(&self) -> i32 {
        let mut total = 0;
        for entry in &self.entries {
            for mark in &entry.marks {
                total += mark;
            }
        }
        total
    }
}

fn main() {
    let mut table = Table { entries: Vec::new(), changes: 0 };
    let names = ["ada", "bob"];
    for name in names {
        table.add(name);
    }
    let mut taken = 0;
    for step in 0..5 {
        if table.mark(step % 2, step as i32 * 3) {
            taken += 1;
        }
    }
    let sum = table.sum();
    let first = format!("{} {}", table.entries[0].name, taken);
    println!("{first} {sum} {}", table.changes);
}
