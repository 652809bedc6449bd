#[derive(Clone, Copy)]
struct Place {
    row: usize,
    column: usize,
}

fn turned(grid: [[i32; 3]; 2]) -> [[i32; 2]; 3] {
    let mut result = [[0; 2]; 3];
    for row in 0..2 {
        for column in 0..3 {
            result[column][row] = grid[row][column];
        }
    }
    result
}

fn find(grid: &[[i32; 2]; 3], wanted: i32) -> Option<Place> {
    for row in 0..3 {
        for column in 0..2 {
            if grid[row][column] == wanted {
                let place = Place { row, column };
                return Some(place);
            }
        }
    }
    None
}

fn main() {
    let grid = [[1, 2, 3], [4, 5, 6]];
    let mut other = turned(grid);
    let place = find(&other, 5);
    if let Some(Place { row, column }) = place {
        other[row][column] += 50;
    }
    let corner = (other[0][0], other[2][1], 'c');
    let half = corner.0 as f64 / 2.0;
    println!("{:?} {:?} {half}", other, corner);
    println!("{}", find(&other, 5).is_none());
}
