use std::fmt;

trait Shape {
    fn area(&self) -> u32;

    fn describe(&self) -> String {
        let area = self.area();
        format!("a shape of {area}")
    }
}

struct Square(u32);

struct Area {
    width: u32,
    height: u32,
}

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }

    fn describe(&self) -> String {
        format!("square {}", self.0)
    }
}

impl Shape for Area {
    fn area(&self) -> u32 {
        self.width * self.height
    }
}

impl fmt::Display for Area {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}x{}", self.width, self.height)
    }
}

fn total(shapes: &[Box<dyn Shape>]) -> u32 {
    shapes.iter().map(|shape| shape.area()).sum()
}

fn main() {
    println!("{}", Area { width: 2, height: 5 });
    let shapes: Vec<Box<dyn Shape>> =
        vec![Box::new(Square(3)), Box::new(Area { width: 2, height: 5 })];
    for shape in &shapes {
        println!("{}", shape.describe());
    }
    println!("total {}", total(&shapes));
}
