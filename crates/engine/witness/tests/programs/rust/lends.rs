use std::fmt::Display;
use std::rc::Rc;

#[derive(Clone, Debug)]
struct Node {
    name: String,
    children: Vec<Node>,
    weight: u32,
}

impl Node {
    fn new(name: &str) -> Self {
        Node { name: name.to_string(), children: vec![], weight: 1 }
    }

    fn add(&mut self, child: Node) -> &mut Self {
        self.children.push(child);
        self
    }

    fn grow(&mut self, by: u32) {
        self.weight += by;
    }

    fn into_name(self) -> String {
        self.name
    }

    fn deepest(&self) -> usize {
        let depths = self.children.iter().map(|child| child.deepest());
        1 + depths.max().unwrap_or(0)
    }
}

struct Holder<'a> {
    inner: &'a mut Vec<i32>,
}

impl<'a> Holder<'a> {
    fn push(&mut self, value: i32) {
        self.inner.push(value);
    }
}

struct Wrapper<T> {
    value: T,
}

impl<T: Display> Wrapper<T> {
    fn show(&self) -> String {
        let text = format!("<{}>", self.value);
        text
    }
}

enum Shape {
    Dot,
    Line(i32),
    Text { word: String },
}

fn longest<'a>(left: &'a str, right: &'a str) -> &'a str {
    if left.len() > right.len() {
        return left;
    }
    right
}

fn sum<T: Copy + Into<i64>>(values: &[T]) -> i64 {
    let mut total = 0;
    for value in values {
        let next: i64 = (*value).into();
        total += next;
    }
    total
}

fn split(mut text: String) -> (String, String) {
    let tail = text.split_off(2);
    (text, tail)
}

fn change(values: &mut Vec<i32>, by: i32) -> i32 {
    let mut last = 0;
    for value in values.iter_mut() {
        *value += by;
        last = *value;
    }
    values.retain(|value| *value > 0);
    last
}

fn parse(text: &str) -> Result<i32, String> {
    let trimmed = text.trim();
    let number: i32 = trimmed.parse().map_err(|_| format!("bad {trimmed}"))?;
    Ok(number)
}

fn main() {
    let fixed = [1, 2, 3];
    let copy = fixed;
    let mut stack = vec![1, 2];
    while let Some(top) = stack.pop() {
        if top == 2 {
            stack.push(5);
            stack.push(0);
        }
        let size = stack.len();
        println!("{top} {size}");
    }
    let mut lent = vec![1, 2, 3];
    let first = &mut lent[0];
    *first += 1;
    let before = *first;
    lent.push(before);
    let mut mutable = vec![3, 1, 2];
    {
        let mut holder = Holder { inner: &mut mutable };
        holder.push(4);
        holder.push(5);
    }
    mutable.sort();
    let mut captured = vec![0];
    let mut add = |value: i32| captured.push(value);
    add(1);
    add(2);
    println!("{}", captured.len());
    let words = vec![String::from("a"), String::from("bb")];
    let joined = words.join("-");
    let moved = words;
    let lengths: Vec<usize> = moved.iter().map(|word| word.len()).collect();
    let mut root = Node::new("root");
    root.add(Node::new("one")).add(Node::new("two"));
    root.grow(3);
    let clone = root.clone();
    let deep = root.deepest();
    let name = root.into_name();
    let taken = clone.name;
    let rest = clone.children;
    let pair = (String::from("left"), 7);
    let (left, seven) = pair;
    let shape = if seven > 3 { Shape::Line(4) } else { Shape::Dot };
    let matched = Shape::Text { word: String::from("word") };
    let long = match matched {
        Shape::Text { word } => word,
        Shape::Line(_) | Shape::Dot => String::new(),
    };
    let number = match shape {
        Shape::Line(by) => by,
        _ => 0,
    };
    let shared = Rc::new(String::from("shared"));
    let other = Rc::clone(&shared);
    let boxed: Box<dyn Fn(i32) -> i32> = Box::new(move |n| n + number);
    let wrapped = Wrapper { value: 2.5 };
    let shown = wrapped.show();
    let mut values: Vec<i32> = (1..5).collect();
    let last = change(&mut values, -2);
    let total = sum(&fixed) + sum(&values);
    let (head, tail) = split(String::from("split"));
    let late;
    if last > 1 {
        late = vec![last];
    } else {
        late = vec![];
    }
    let option: Option<String> = Some(String::from("some"));
    if let Some(text) = option {
        println!("{text}");
    }
    let mut grid = vec![vec![0; 2]; 2];
    for row in grid.iter_mut() {
        row[0] = 1;
    }
    for (index, row) in grid.iter().enumerate() {
        println!("{index} {}", row.len());
    }
    let mut queue: Vec<Node> = vec![Node::new("x")];
    if let Some(node) = queue.first_mut() {
        node.weight = 9;
    }
    let drained: Vec<Node> = queue.drain(..).collect();
    let text = String::from("text");
    let view = &text[1..];
    let longer = longest(view, &head);
    let count = text.len();
    let handler = move || count + 1;
    let results: Vec<Result<i32, String>> = vec![parse(" 4 "), parse("x")];
    for result in results {
        match result {
            Ok(value) => println!("{value}"),
            Err(reason) => println!("{reason}"),
        }
    }
    println!("{} {} {} {}", copy.len(), lent.len(), mutable.len(), joined);
    println!("{lengths:?} {deep} {name} {taken} {} {left}", rest.len());
    println!("{long} {other} {} {shown} {total} {tail} {}", boxed(1), late.len());
    println!("{} {} {}", drained[0].weight, longer.len(), grid[0][0]);
    println!("{} {}", moved.len(), handler());
}
