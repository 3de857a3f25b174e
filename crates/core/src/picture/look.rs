//! The look of a variant: its board, its centres and its pieces.

use std::collections::BTreeMap;

use serde::Serialize;

use super::art::{Art, Point, Style};
use super::piece::{Colour, Piece};

/// The side of a cell, and the distance of neighbouring points, in units of the look.
pub const CELL: f64 = 10.0;

/// Around the board, wide enough for its coordinates.
const MARGIN: f64 = 6.0;

/// The height of letters beside the board.
const LETTER: f64 = 3.5;

/// The most counters of a heap side by side.
const HEAP_ROW: usize = 24;

/// The middle of the cell in a row and a column.
fn middle(row: usize, col: usize) -> Point {
    [col, row].map(|before| MARGIN + (before as f64 + 0.5) * CELL)
}

/// How a variant is drawn, the same for all its positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// How wide the picture is; its height and everything in it is in the same unit.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Where things can stand; pieces and moves name them by number.
    pub centres: Vec<Point>,
    /// What is drawn below the pieces, in order.
    pub art: Vec<Art>,
    /// The kinds of pieces by their keys: letters or digits.
    pub pieces: BTreeMap<char, Piece>,
    /// The radius of a dot that stands for a move.
    pub move_radius: f64,
}

impl Look {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Look {
        Look {
            width,
            height,
            centres: Vec::new(),
            art: Vec::new(),
            pieces: BTreeMap::new(),
            move_radius: 2.0,
        }
    }

    /// A board of cells, with a centre in each, in reading order from the top left, and with coordinates.
    pub fn grid(rows: usize, cols: usize) -> Look {
        Look::cells(rows, cols, |_, _| Style::Cell).coordinates()
    }

    /// As [`grid`](Look::grid), with cells of two colours like those of a chess board; `a1` has the second.
    pub fn checkerboard(rows: usize, cols: usize) -> Look {
        let style = |row: usize, col: usize| {
            if (rows - 1 - row + col).is_multiple_of(2) { Style::Cell2 } else { Style::Cell }
        };
        Look::cells(rows, cols, style).coordinates()
    }

    /// As [`grid`](Look::grid), without coordinates and with the given style for each row and column.
    pub fn cells(rows: usize, cols: usize, style: impl Fn(usize, usize) -> Style) -> Look {
        let mut look = Look::framed(rows, cols);
        for row in 0..rows {
            for col in 0..cols {
                let [x, y] = middle(row, col);
                look = look.rect(x - CELL / 2.0, y - CELL / 2.0, CELL, CELL, style(row, col)).centre(x, y);
            }
        }
        look
    }

    /// Heaps of counters, one below the other, each in rows of up to 24: a centre for every counter.
    pub fn heaps(sizes: &[usize]) -> Look {
        let rows: usize = sizes.iter().map(|size| size.div_ceil(HEAP_ROW)).sum();
        let longest = sizes.iter().copied().max().unwrap_or(0).min(HEAP_ROW);
        let mut look = Look::framed(rows, longest);
        let mut top = 0;
        for &size in sizes {
            for counter in 0..size {
                let [x, y] = middle(top + counter / HEAP_ROW, counter % HEAP_ROW);
                let place = Art::Circle { x, y, r: CELL * 0.3, style: Style::Soft };
                look = look.art(place).centre(x, y);
            }
            top += size.div_ceil(HEAP_ROW);
        }
        look
    }

    /// The ground for rows and columns of cells.
    fn framed(rows: usize, cols: usize) -> Look {
        let (width, height) = (cols as f64 * CELL, rows as f64 * CELL);
        let look = Look::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        look.rect(MARGIN, MARGIN, width, height, Style::Board)
    }

    /// Points in rows and columns, numbered as the cells of a [`grid`](Look::grid) and joined by lines.
    pub fn crossings(rows: usize, cols: usize, lines: &[(usize, usize)]) -> Look {
        let point = |i: usize| ((i % cols) as f64, (i / cols) as f64);
        Look::graph(&(0..rows * cols).map(point).collect::<Vec<_>>(), lines)
    }

    /// Points joined by lines. Points are in any unit: the picture is enlarged until the closest two are a
    /// [`CELL`] apart.
    pub fn graph(points: &[(f64, f64)], lines: &[(usize, usize)]) -> Look {
        let distance = |&(a, b): &((f64, f64), (f64, f64))| (a.0 - b.0).hypot(a.1 - b.1);
        let pairs = points.iter().enumerate().flat_map(|(i, &a)| points[..i].iter().map(move |&b| (a, b)));
        let closest = pairs.map(|pair| distance(&pair)).fold(f64::INFINITY, f64::min);
        let factor = if closest.is_finite() && closest > 0.0 { CELL / closest } else { 1.0 };
        let least = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
        let (left, top) = (least(|p| p.0), least(|p| p.1));
        // Half a cell more than the margin, as men stand on the outermost lines.
        let inset = MARGIN + CELL / 2.0;
        let place = |&(x, y): &(f64, f64)| [inset + (x - left) * factor, inset + (y - top) * factor];
        let centres: Vec<Point> = points.iter().map(place).collect();
        let most = |axis: usize| centres.iter().map(|c| c[axis]).fold(inset, f64::max);
        let mut look = Look::new(most(0) + inset, most(1) + inset);
        let inner = (look.width - 2.0 * MARGIN, look.height - 2.0 * MARGIN);
        look = look.rect(MARGIN, MARGIN, inner.0, inner.1, Style::Board);
        for &(from, to) in lines {
            look.art.push(Art::Line { points: vec![centres[from], centres[to]], style: Style::Line });
        }
        for &[x, y] in &centres {
            look.art.push(Art::Circle { x, y, r: 0.8, style: Style::Mark });
        }
        look.centres = centres;
        look
    }

    /// Letters below the columns and numbers beside the rows, `a1` at the bottom left, where centres stand in
    /// columns and rows.
    #[must_use]
    pub fn coordinates(mut self) -> Look {
        let columns = self.levels(0);
        let rows = self.levels(1);
        let below = self.height - MARGIN / 2.0;
        for (x, letter) in columns.into_iter().zip('a'..='z') {
            self = self.label(x, below, letter);
        }
        for (row, y) in rows.into_iter().rev().enumerate() {
            self = self.label(MARGIN / 2.0, y, row + 1);
        }
        self
    }

    /// Numbers from 1 below the columns of centres.
    #[must_use]
    pub fn numbers(mut self) -> Look {
        let below = self.height - MARGIN / 2.0;
        for (col, x) in self.levels(0).into_iter().enumerate() {
            self = self.label(x, below, col + 1);
        }
        self
    }

    /// With a small text at the left edge, in the row of a centre.
    #[must_use]
    pub fn beside(self, centre: usize, text: impl ToString) -> Look {
        let [_, y] = self.centres[centre];
        self.label(MARGIN / 2.0, y, text)
    }

    /// The different places of the centres along an axis, in ascending order.
    fn levels(&self, axis: usize) -> Vec<f64> {
        let mut levels: Vec<f64> = self.centres.iter().map(|centre| centre[axis]).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        levels
    }

    /// With a small text on the board.
    #[must_use]
    pub fn label(mut self, x: f64, y: f64, text: impl ToString) -> Look {
        self.art.push(Art::Text { x, y, text: text.to_string(), size: LETTER });
        self
    }

    /// With a rectangle.
    #[must_use]
    pub fn rect(mut self, x: f64, y: f64, w: f64, h: f64, style: Style) -> Look {
        self.art.push(Art::Rect { x, y, w, h, style });
        self
    }

    /// With another shape.
    #[must_use]
    pub fn art(mut self, art: Art) -> Look {
        self.art.push(art);
        self
    }

    /// With a ring around a centre: a goal, or a special cell.
    #[must_use]
    pub fn mark(self, centre: usize) -> Look {
        let [x, y] = self.centres[centre];
        self.art(Art::Circle { x, y, r: CELL * 0.42, style: Style::Soft })
    }

    /// With one more centre.
    #[must_use]
    pub fn centre(mut self, x: f64, y: f64) -> Look {
        self.centres.push([x, y]);
        self
    }

    /// With `count` more centres in a row below the board, as for men in hand or for buttons.
    #[must_use]
    pub fn shelf(mut self, count: usize) -> Look {
        // Just below the coordinates.
        let y = self.height + 0.35 * CELL;
        self.height += CELL;
        // Many things on a narrow board move together.
        let step = CELL.min(self.width / count as f64);
        let left = (self.width - count as f64 * step) / 2.0;
        for i in 0..count {
            self = self.centre(left + step * (i as f64 + 0.5), y);
        }
        self
    }

    /// With two more centres for each, first all a little to the left and then all a little to the right: for
    /// moves that differ in how a piece is put down.
    #[must_use]
    pub fn halves(mut self) -> Look {
        let centres = self.centres.clone();
        for aside in [-CELL / 4.0, CELL / 4.0] {
            self.centres.extend(centres.iter().map(|[x, y]| [x + aside, *y]));
        }
        self
    }

    /// With a kind of piece; its key is a letter or a digit.
    #[must_use]
    pub fn piece(mut self, key: char, piece: Piece) -> Look {
        self.pieces.insert(key, piece);
        self
    }

    /// With men of the two players: solid discs and hollow ones, so that colour is not all there is between
    /// them.
    #[must_use]
    pub fn men(self, first: char, second: char) -> Look {
        self.piece(first, Piece::disc(Colour::First)).piece(second, Piece::ring(Colour::Second))
    }

    /// With marks of the two players: crosses and rings.
    #[must_use]
    pub fn marks(self, first: char, second: char) -> Look {
        self.piece(first, Piece::cross(Colour::First)).piece(second, Piece::ring(Colour::Second))
    }

    /// With dots of another radius for moves.
    #[must_use]
    pub fn move_radius(mut self, radius: f64) -> Look {
        self.move_radius = radius;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All letters beside the board in the order of drawing.
    fn labels(look: &Look) -> String {
        let text = |art: &Art| if let Art::Text { text, .. } = art { text.clone() } else { String::new() };
        look.art.iter().map(text).collect()
    }

    #[test]
    fn cells_of_a_grid_are_numbered_in_reading_order() {
        let look = Look::grid(2, 3);
        let rounded = |[x, y]: Point| [x.round() as i32, y.round() as i32];
        assert_eq!(rounded(look.centres[0]), [11, 11]);
        assert_eq!(rounded(look.centres[5]), [31, 21]);
        assert_eq!(rounded([look.width, look.height]), [42, 32]);
        assert_eq!(labels(&look), "abc12");
    }

    #[test]
    fn the_closest_points_of_a_graph_are_a_cell_apart() {
        let look = Look::graph(&[(0.0, 0.0), (3.0, 4.0), (6.0, 8.0)], &[(0, 1), (1, 2)]).coordinates();
        let [[ax, ay], [bx, by], _] = look.centres[..] else { panic!("three centres") };
        assert!(((ax - bx).hypot(ay - by) - CELL).abs() < 1e-9);
        assert_eq!(labels(&look), "abc123");
    }

    #[test]
    fn the_corner_a1_of_a_checkerboard_is_of_the_second_colour() {
        let look = Look::checkerboard(3, 3);
        let cells = look.art.iter().filter_map(|art| match art {
            Art::Rect { style: Style::Cell, .. } => Some('w'),
            Art::Rect { style: Style::Cell2, .. } => Some('b'),
            _ => None,
        });
        assert_eq!(cells.collect::<String>(), "bwbwbwbwb");
    }

    #[test]
    fn a_shelf_lies_within_the_picture_however_much_is_on_it() {
        for count in [1, 3, 20] {
            let look = Look::grid(2, 2).shelf(count);
            assert_eq!(look.centres.len(), 4 + count);
            assert!(look.centres[4..].iter().all(|&[x, y]| x > 0.0 && x < look.width && y < look.height));
        }
    }

    #[test]
    fn a_heap_goes_on_in_the_next_row() {
        let look = Look::heaps(&[HEAP_ROW + 1, 2]).beside(HEAP_ROW + 1, 'b');
        let rows: Vec<i32> = look.centres.iter().map(|centre| centre[1].round() as i32).collect();
        assert_eq!(rows[HEAP_ROW - 1..], [11, 21, 31, 31]);
        assert_eq!(labels(&look), "b");
    }

    #[test]
    fn the_halves_of_a_cell_lie_within_it() {
        let look = Look::cells(1, 2, |_, _| Style::Cell).numbers().halves();
        let xs: Vec<f64> = look.centres.iter().map(|centre| centre[0] - MARGIN).collect();
        assert!(xs[2] > 0.0 && xs[2] < xs[0] && xs[0] < xs[4] && xs[4] < CELL);
        assert_eq!(labels(&look), "12");
    }
}
