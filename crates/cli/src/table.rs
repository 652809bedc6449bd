//! Plain tables for terminals.

/// Lays rows out in columns; the first row is the heading. Numbers are right-aligned.
pub(crate) fn layout(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let is_number = number > 0 && column > 0 && is_numeric(cell);
            if column > 0 {
                line.push_str("  ");
            }
            if is_number {
                line.push_str(&format!("{cell:>width$}"));
            } else {
                line.push_str(&format!("{cell:<width$}"));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
        if number == 0 {
            text.push_str(
                &"-".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1)),
            );
            text.push('\n');
        }
    }
    text
}

fn is_numeric(cell: &str) -> bool {
    !cell.is_empty()
        && cell.chars().all(|character| character.is_ascii_digit() || ".%-".contains(character))
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["name", "n"], vec!["a", "1"], vec!["longer", "10"]]
            .map(|row| row.into_iter().map(str::to_owned).collect());
        assert_eq!(layout(&rows), "name    n\n----------\na        1\nlonger  10\n");
    }
}
