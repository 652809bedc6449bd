fn search(grid: &[[i32; 3]; 3], wanted: i32) -> Option<(usize, usize)> {
    let mut place = None;
    'rows: for (row, line) in grid.iter().enumerate() {
        for (column, &cell) in line.iter().enumerate() {
            if cell < 0 {
                continue 'rows;
            }
            if cell == wanted {
                place = Some((row, column));
                break 'rows;
            }
        }
    }
    place
}

fn main() {
    let grid = [[1, 2, 3], [4, -1, 6], [7, 8, 6]];
    println!("{:?} {:?}", search(&grid, 6), search(&grid, 9));
    let mut number = 27;
    let steps = loop {
        if number % 8 == 0 {
            break number / 8;
        }
        number += 1;
    };
    println!("{number} {steps}");
    let mut left = 5;
    while left > 0 {
        left -= 2;
    }
    while let Some(digit) = char::from_digit((left + 2) as u32, 10) {
        println!("{digit}");
        left += 4;
        if left > 7 {
            break;
        }
    }
}
