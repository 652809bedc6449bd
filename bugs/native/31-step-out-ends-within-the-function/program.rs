use std::fmt;

struct Pair(i32, i32);

impl fmt::Display for Pair {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}x{}", self.0, self.1)
    }
}

fn main() {
    println!("{}", Pair(2, 5));
}
