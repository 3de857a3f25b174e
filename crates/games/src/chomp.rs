//! Chomp: eat a bar of chocolate without taking the poisoned square.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, ParseError, Value};
use zermelo_library::{AnyGame, Family, any_game};

use crate::size;

const RULES: &str = "\
A bar of chocolate has rows and columns of squares; the corner square a1 is poisoned.

Choose a square: you eat it and all squares that are neither below it nor to the left of it. Whoever is
left with nothing but the poisoned square loses.";

/// Rows are kept in an array of fixed size, so that positions are plain values.
const MOST_ROWS: usize = 16;
/// About what exploring from the start can hold in memory.
const MOST_POSITIONS: u64 = 20_000_000;

struct Chomp {
    rows: usize,
    cols: u8,
}

impl Chomp {
    /// The number of a square in the picture, whose rows come from the top.
    fn centre(&self, square: Square) -> usize {
        (self.rows - 1 - usize::from(square.row)) * usize::from(self.cols) + usize::from(square.col)
    }
}

/// A square to eat, counted from the poisoned corner.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Square {
    row: u8,
    col: u8,
}

impl Game for Chomp {
    /// The lengths of the rows from the bottom up: none is longer than the one below it.
    type Position = [u8; MOST_ROWS];
    type Move = Square;

    fn start(&self) -> [u8; MOST_ROWS] {
        let mut rows = [0; MOST_ROWS];
        rows[..self.rows].fill(self.cols);
        rows
    }

    fn end(&self, rows: &[u8; MOST_ROWS]) -> Option<Value> {
        (rows[0] == 1 && rows[1] == 0).then_some(Value::Lose)
    }

    fn moves(&self, rows: &[u8; MOST_ROWS], out: &mut Vec<Square>) {
        for (row, &length) in rows.iter().enumerate() {
            let poisoned = u8::from(row == 0);
            out.extend((poisoned..length).map(|col| Square { row: row as u8, col }));
        }
    }

    fn play(&self, rows: &[u8; MOST_ROWS], eaten: Square) -> [u8; MOST_ROWS] {
        let mut rows = *rows;
        for length in &mut rows[eaten.row.into()..] {
            *length = eaten.col.min(*length);
        }
        rows
    }

    fn format(&self, rows: &[u8; MOST_ROWS]) -> String {
        let lengths: Vec<String> = rows[..self.rows].iter().map(u8::to_string).collect();
        lengths.join(",")
    }

    fn parse(&self, text: &str) -> Result<[u8; MOST_ROWS], ParseError> {
        let lengths: Option<Vec<u8>> = text.split(',').map(|word| word.parse().ok()).collect();
        let Some(lengths) = lengths.filter(|lengths| lengths.len() == self.rows) else {
            let (count, example) = (self.rows, self.format(&self.start()));
            return Err(ParseError::new(format!(
                "'{text}' is not a list of the lengths of the {count} rows from the bottom up, e.g. {example}"
            )));
        };
        let descending = lengths.is_sorted_by(|below, above| below >= above);
        if !descending || lengths[0] == 0 || lengths[0] > self.cols {
            let cols = self.cols;
            return Err(ParseError::new(format!(
                "the rows of '{text}' are not possible; the bottom row has 1 to {cols} squares, and no row \
                 is longer than the one below it"
            )));
        }
        let mut rows = [0; MOST_ROWS];
        rows[..self.rows].copy_from_slice(&lengths);
        Ok(rows)
    }

    fn format_move(&self, _: &[u8; MOST_ROWS], eaten: Square) -> String {
        format!("{}{}", column_name(eaten.col), eaten.row + 1)
    }

    fn board(&self, rows: &[u8; MOST_ROWS]) -> String {
        let width = if self.cols > 26 { 3 } else { 2 };
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            text += &format!("{:<2}", row + 1);
            for col in 0..self.cols {
                let square = match (row, col) {
                    (0, 0) => "P",
                    _ if col < rows[row] => "x",
                    _ => "-",
                };
                text += &format!("{square:>width$}");
            }
            text.push('\n');
        }
        text += "\n  ";
        for col in 0..self.cols {
            text += &format!("{:>width$}", column_name(col));
        }
        text
    }

    fn look(&self) -> Option<Look> {
        let look = Look::grid(self.rows, self.cols.into());
        let square = |colour| Piece::square(colour).scaled(10.5);
        Some(look.piece('x', square(Colour::Neutral)).piece('p', square(Colour::Accent).marked("P")))
    }

    fn figures(&self, rows: &[u8; MOST_ROWS]) -> Figures {
        let row = |row: u8| (0..rows[usize::from(row)]).map(move |col| Square { row, col });
        let poisoned = |square| square == Square { row: 0, col: 0 };
        let squares = (0..self.rows as u8).flat_map(row);
        squares.fold(Figures::default(), |figures, square| {
            figures.and(if poisoned(square) { 'p' } else { 'x' }, self.centre(square))
        })
    }

    fn sign(&self, _: &[u8; MOST_ROWS], eaten: Square) -> Sign {
        Sign::dot(self.centre(eaten))
    }
}

/// a, b, … z, aa, ab, …
fn column_name(col: u8) -> String {
    let letter = |i: u8| char::from(b'a' + i);
    match col / 26 {
        0 => letter(col).to_string(),
        tens => format!("{}{}", letter(tens - 1), letter(col % 26)),
    }
}

/// Positions that can be reached on a bar of this size: the paths along the edge of what is left, of
/// which there are `C(rows + cols, rows)`, without the empty bar; `None` beyond the range of numbers.
fn positions(rows: usize, cols: usize) -> Option<u64> {
    let paths = (1..=rows as u64).try_fold(1u64, |paths, i| Some(paths.checked_mul(cols as u64 + i)? / i));
    paths.map(|paths| paths - 1)
}

/// Chomp and its variants.
pub(crate) fn family() -> Family {
    Family::new("chomp", "Chomp", RULES)
        .variant("4x7", "4 rows, 7 columns", || any_game!(Chomp { rows: 4, cols: 7 }))
        .variant("5x8", "5 rows, 8 columns", || any_game!(Chomp { rows: 5, cols: 8 }))
        .variant("8x10", "8 rows, 10 columns", || any_game!(Chomp { rows: 8, cols: 10 }))
        .open("ROWSxCOLS", "up to 16 rows and 99 columns, with up to 20 million positions, e.g. 3x30", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (rows, cols) = size::parse(variant)?;
    if rows > MOST_ROWS {
        return Err(ParseError::new(format!("{rows} rows are too many; at most {MOST_ROWS} are allowed")));
    }
    if positions(rows, cols).is_none_or(|count| count > MOST_POSITIONS) {
        return Err(ParseError::new("the bar has more than 20 million positions"));
    }
    Ok(any_game!(Chomp { rows, cols: cols as u8 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        for (rows, cols) in [(3, 4), (4, 4), (4, 5), (4, 7), (5, 5), (5, 8), (8, 8), (8, 10)] {
            agrees_with_truth(&Chomp { rows, cols }, &format!("chomp/{rows}x{cols}"));
        }
    }

    #[test]
    fn a_bite_takes_everything_above_and_to_the_right() {
        let game = Chomp { rows: 4, cols: 7 };
        let p = game.parse("7,6,4,4").unwrap();
        let bitten = game.play(&p, parse_move(&game, &p, "d2").unwrap());
        assert_eq!(game.format(&bitten), "7,3,3,3");
    }

    #[test]
    fn the_poisoned_square_is_never_eaten() {
        let game = Chomp { rows: 4, cols: 7 };
        assert!(parse_move(&game, &game.start(), "a1").is_err());
        assert_eq!(game.end(&game.parse("1,0,0,0").unwrap()), Some(Value::Lose));
    }

    #[test]
    fn bars_that_cannot_be_solved_are_refused() {
        assert!(open("13x13").is_ok());
        assert!(open("14x14").is_err());
        assert!(open("16x99").is_err());
        assert!(open("17x1").is_err());
    }
}
