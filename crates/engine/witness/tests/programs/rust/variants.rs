use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Colour {
    #[default]
    Red,
    Green = 5,
}

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
}

enum Shape {
    Dot,
    Line(i32, u8),
    Named { at: Point, r#type: i64 },
}

impl fmt::Debug for Shape {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        println!("Debug ran");
        write!(to, "shape")
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        println!("dropped {}", size(self));
    }
}

enum Single {
    Only(i32),
}

enum Flagged {
    Yes(bool),
    No,
}

struct Node {
    weight: u32,
    kind: Colour,
    next: Option<Rc<RefCell<Node>>>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key(u8);

fn size(shape: &Shape) -> i64 {
    match shape {
        Shape::Dot => 0,
        Shape::Line(from, to) => i64::from(*from) + i64::from(*to),
        Shape::Named { at, r#type } => i64::from(at.x + at.y) + r#type,
    }
}

fn half(number: i32) -> Result<i32, String> {
    if number % 2 == 0 {
        return Ok(number / 2);
    }
    Err(format!("{number} is odd"))
}

fn main() {
    let maybe = Some(4);
    let none: Option<i32> = None;
    let boxed: Option<Box<Point>> = Some(Box::new(Point { x: 1, y: 2 }));
    let no_box: Option<Box<Point>> = None;
    let word: Option<&str> = Some("word");
    let good: Result<i32, String> = half(6);
    let bad: Result<i32, String> = half(7);
    let mut colour = Colour::Red;
    colour = if colour == Colour::Red { Colour::Green } else { Colour::Red };
    let other: Colour = colour;
    let dot = Shape::Dot;
    let line = Shape::Line(7, 8);
    let named = Shape::Named { at: Point { x: 3, y: 4 }, r#type: 9 };
    let single = Single::Only(5);
    let yes = Flagged::Yes(true);
    let no = Flagged::No;
    let shapes: Vec<Shape> = vec![Shape::Dot, Shape::Line(1, 2)];
    let pair = (Some(2), 3);
    let mut tree: BTreeMap<String, i32> = BTreeMap::new();
    tree.insert("a".to_string(), 1);
    *tree.entry("b".to_string()).or_insert(0) += 2;
    let mut keyed: BTreeMap<Key, Option<u8>> = BTreeMap::new();
    keyed.insert(Key(3), Some(4));
    let mut ordered: BTreeSet<i32> = BTreeSet::new();
    ordered.insert(4);
    let mut queue: VecDeque<i32> = VecDeque::new();
    queue.push_back(2);
    queue.push_front(1);
    let shared = Rc::new(11);
    let again = Rc::clone(&shared);
    let atomic = Arc::new(Point { x: 5, y: 6 });
    let cell = Cell::new(3);
    cell.set(8);
    let last = Rc::new(RefCell::new(Node { weight: 1, kind: Colour::Green, next: None }));
    let first: Rc<RefCell<Node>> =
        Rc::new(RefCell::new(Node { weight: 2, kind: Colour::Red, next: Some(Rc::clone(&last)) }));
    last.borrow_mut().weight += 6;
    let mut sum = size(&dot) + size(&line) + size(&named);
    sum += 1; // here
    println!("{sum} {maybe:?} {none:?} {word:?} {good:?} {bad:?} {colour:?} {other:?}");
    println!("{} {} {}", boxed.is_some(), no_box.is_none(), shapes.len());
    match single {
        Single::Only(number) => println!("{number}"),
    }
    for flag in [yes, no] {
        match flag {
            Flagged::Yes(flag) => println!("{flag}"),
            Flagged::No => println!("no"),
        }
    }
    println!("{pair:?} {tree:?} {} {ordered:?} {queue:?}", keyed.len());
    println!("{} {} {} {}", *shared + *again, atomic.x + atomic.y, cell.get(), keyed[&Key(3)].is_some());
    let node = first.borrow();
    println!("{} {:?} {}", node.weight, node.kind, node.next.is_some());
}
