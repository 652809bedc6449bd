use std::fmt;
use std::ops::Deref;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

struct Pair(u8, String);

struct Loud {
    number: i64,
    inner: Point,
    names: Vec<String>,
    kind: Kind,
    next: Option<Box<Loud>>,
}

enum Kind {
    Plain,
    Odd(i32),
}

impl fmt::Debug for Loud {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        println!("Debug ran");
        write!(to, "loud")
    }
}

impl fmt::Display for Loud {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        println!("Display ran");
        write!(to, "loud")
    }
}

impl Deref for Loud {
    type Target = Point;

    fn deref(&self) -> &Point {
        println!("Deref ran");
        &self.inner
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped {}", self.number);
    }
}

fn total(values: &[i32], name: &str) -> i32 {
    let mut sum = 0;
    for value in values {
        sum += value;
    }
    sum + name.len() as i32
}

fn fill(values: &mut Vec<i32>, to: i32) -> usize {
    for value in 0..to {
        values.push(value);
    }
    values.len()
}

fn take(values: Vec<i32>) -> usize {
    values.len()
}

fn main() {
    let fixed = [7, 8, 9];
    let grid = [[1, 2], [3, 4]];
    let mut numbers = vec![3, -4];
    numbers.push(5);
    let mut filled: Vec<i32> = Vec::new();
    let count = fill(&mut filled, 3);
    let names = vec![String::from("a"), "b c".to_string()];
    let word = "hello";
    let owned = format!("{word} {count}");
    let mut grown = String::new();
    grown.push_str("grown");
    let tuple = (1, 2.5, 'x');
    let point = Point { x: 1, y: 2 };
    let points: Vec<Point> = vec![point, Point { x: 3, y: 4 }];
    let pair = Pair(200, String::from("second"));
    let mut loud = Loud {
        number: 6,
        inner: point,
        names: vec![String::from("inner")],
        kind: Kind::Odd(3),
        next: None,
    };
    loud.number += 1;
    loud.names.push("more".to_string());
    let lent = &fixed;
    let boxed: Box<Point> = Box::new(point);
    let maybe: Option<i32> = Some(4);
    let letter = 'q';
    let half = 0.5;
    let gone = vec![1, 2, 3];
    let size = take(gone);
    let mut sum = total(&numbers, word);
    sum += lent[0] + size as i32; // here
    println!("{} {} {} {}", sum, names.len(), owned, grown);
    println!("{:?} {:?} {:?} {:?} {}", grid, tuple, points, maybe, letter);
    println!("{} {} {} {}", pair.0, pair.1, boxed.x, half);
    println!("{} {}", loud.number, filled.len());
    match &loud.kind {
        Kind::Plain => println!("plain"),
        Kind::Odd(by) => println!("odd {by}"),
    }
    println!("{}", loud.next.is_none());
}
