fn bubble(values: &mut Vec<i32>) -> usize {
    let mut swaps = 0;
    for end in (1..values.len()).rev() {
        for index in 0..end {
            if values[index] > values[index + 1] {
                values.swap(index, index + 1);
                swaps += 1;
            }
        }
    }
    swaps
}

fn split(values: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let (mut even, mut odd) = (vec![], vec![]);
    for &value in values {
        if value % 2 == 0 { even.push(value) } else { odd.push(value) }
    }
    (even, odd)
}

fn main() {
    let mut values = vec![5, 1, 4, 2];
    let swaps = bubble(&mut values);
    println!("{values:?} after {swaps} swaps");
    values.insert(1, 10);
    values.retain(|value| *value != 4);
    let (even, odd) = split(&values);
    println!("{even:?} {odd:?}");
    let mut words = ["pear", "fig", "apple"];
    words.sort_by_key(|word| word.len());
    println!("{words:?} {:?}", values.first());
}
