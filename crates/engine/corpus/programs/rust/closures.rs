fn apply(value: i32, change: impl Fn(i32) -> i32) -> i32 {
    change(value)
}

fn adder(by: i32) -> impl Fn(i32) -> i32 {
    move |value| value + by
}

fn compose(steps: Vec<Box<dyn Fn(i32) -> i32>>) -> impl Fn(i32) -> i32 {
    move |start| {
        let mut value = start;
        for step in &steps {
            value = step(value);
        }
        value
    }
}

fn main() {
    let mut count = 0;
    let mut tick = || {
        count += 1;
        count * 10
    };
    let first = tick();
    let second = tick();
    println!("{first} {second} {count}");
    let factor = 3;
    println!("{}", apply(5, |value| value * factor));
    let all = compose(vec![Box::new(adder(1)), Box::new(|value| value * value)]);
    println!("{}", all(6));
}
