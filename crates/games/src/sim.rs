//! Sim: colour the edges between six points, and avoid a triangle of your own.

use zermelo_core::picture::{Art, CELL, Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
There are six points, and between any two of them an edge. The players take turns to colour an edge that has no colour
yet, in their own colour, red or blue; Red begins.
Whoever completes a triangle of three own edges (between the given points) loses; in the other variant, wins.
With six points a triangle always appears; with fewer points, if all edges are coloured without one, it is a tie.";

/// Sim in which a triangle wins: the usual game, in which it loses, is the misère form.
struct Sim {
    points: usize,
    /// The two points of each edge, in the order 12, 13, 14, ..., 23, 24, ...
    edges: Vec<(usize, usize)>,
    /// For each set of edges, whether it holds a triangle: 32 KB for six points, and much faster than a
    /// search.
    has_triangle: Vec<bool>,
}

/// The edges of each colour. Whose turn it is follows: Red begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    red: u16,
    blue: u16,
}

impl Position {
    fn red_to_move(self) -> bool {
        self.red.count_ones() == self.blue.count_ones()
    }

    /// The edges of the player to move and those of the opponent.
    fn sides(self) -> (u16, u16) {
        if self.red_to_move() { (self.red, self.blue) } else { (self.blue, self.red) }
    }
}

impl Sim {
    fn new(points: usize) -> Sim {
        let edges: Vec<(usize, usize)> =
            (1..=points).flat_map(|a| (a + 1..=points).map(move |b| (a, b))).collect();
        let mut has_triangle = vec![false; 1 << edges.len()];
        for (i, &(a, b)) in edges.iter().enumerate() {
            for c in b + 1..=points {
                let edge = |ends| edges.iter().position(|&edge| edge == ends).expect("an edge");
                has_triangle[1 << i | 1 << edge((a, c)) | 1 << edge((b, c))] = true;
            }
        }
        // A set holds a triangle if it is one, or if it does so without one of its edges.
        for set in 0..has_triangle.len() {
            let smaller = |i: usize| set >> i & 1 == 1 && has_triangle[set ^ 1 << i];
            has_triangle[set] = has_triangle[set] || (0..edges.len()).any(smaller);
        }
        Sim { points, edges, has_triangle }
    }

    fn all_edges(&self) -> u16 {
        (self.has_triangle.len() - 1) as u16
    }
}

/// A coloured edge is drawn as so many beads on a string.
const BEADS: usize = 9;

fn colour(p: &Position, edge: usize) -> char {
    letter_at(edge, [(p.red, 'r'), (p.blue, 'b')])
}

impl Game for Sim {
    type Position = Position;
    /// The number of the edge to colour.
    type Move = u8;

    fn start(&self) -> Position {
        Position { red: 0, blue: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        if self.has_triangle[usize::from(moved_last)] {
            Some(Value::Lose)
        } else {
            (p.red | p.blue == self.all_edges()).then_some(Value::Tie)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<u8>) {
        out.extend(bits((self.all_edges() & !(p.red | p.blue)).into()));
    }

    fn play(&self, p: &Position, edge: u8) -> Position {
        if p.red_to_move() {
            Position { red: p.red | 1 << edge, ..*p }
        } else {
            Position { blue: p.blue | 1 << edge, ..*p }
        }
    }

    /// The colours of the edges 12, 13, ..., 23, ...
    fn format(&self, p: &Position) -> String {
        (0..self.edges.len()).map(|edge| colour(p, edge)).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let edges = parse_cells(text, self.edges.len(), "-rb")?;
        let p = Position { red: cells_of(&edges, 1) as u16, blue: cells_of(&edges, 2) as u16 };
        let (red, blue) = (p.red.count_ones(), p.blue.count_ones());
        if red != blue && red != blue + 1 {
            let rule = "Red begins, so there are as many red as blue ones, or one more";
            return Err(ParseError::new(format!("'{text}' has {red} red and {blue} blue edges; {rule}")));
        }
        if self.has_triangle[usize::from(p.sides().0)] {
            return Err(ParseError::new(format!("'{text}' went on after the player to move had a triangle")));
        }
        Ok(p)
    }

    /// The two points: `26`.
    fn format_move(&self, _: &Position, edge: u8) -> String {
        let (a, b) = self.edges[usize::from(edge)];
        format!("{a}{b}")
    }

    /// A table with the colour of the edge between each two points.
    fn board(&self, p: &Position) -> String {
        let mut text = String::from("  ");
        for b in 2..=self.points {
            text += &format!(" {b}");
        }
        for (edge, (a, b)) in self.edges.iter().enumerate() {
            if *b == a + 1 {
                text += &format!("\n{a} {}", "  ".repeat(a - 1));
            }
            text += &format!(" {}", colour(p, edge));
        }
        text
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(if p.red_to_move() { Turn::First } else { Turn::Second })
    }

    /// The points on a circle, and then the beads of each edge.
    fn look(&self) -> Option<Look> {
        let (size, radius) = (6.0 * CELL, 2.3 * CELL);
        let place = |point: usize, distance: f64| {
            let (sin, cos) = (std::f64::consts::TAU * point as f64 / self.points as f64).sin_cos();
            [size / 2.0 + distance * sin, size / 2.0 - distance * cos]
        };
        let mut look = Look::new(size, size).rect(0.0, 0.0, size, size, Style::Board);
        for &(a, b) in &self.edges {
            let points = vec![place(a - 1, radius), place(b - 1, radius)];
            look = look.art(Art::Line { points, style: Style::Soft });
        }
        for point in 0..self.points {
            let ([x, y], [label_x, label_y]) = (place(point, radius), place(point, radius + 0.4 * CELL));
            look = look.art(Art::Circle { x, y, r: 1.2, style: Style::Mark }).centre(x, y);
            look = look.label(label_x, label_y, point + 1);
        }
        for &(a, b) in &self.edges {
            let ([ax, ay], [bx, by]) = (place(a - 1, radius), place(b - 1, radius));
            for bead in 1..=BEADS {
                let part = bead as f64 / (BEADS + 1) as f64;
                look = look.centre(ax + part * (bx - ax), ay + part * (by - ay));
            }
        }
        let look = look.piece('r', Piece::disc(Colour::First).scaled(1.8));
        Some(look.piece('b', Piece::square(Colour::Second).scaled(1.8)))
    }

    fn figures(&self, p: &Position) -> Figures {
        let coloured = (0..self.edges.len()).filter(|&edge| colour(p, edge) != '-');
        coloured.fold(Figures::default(), |figures, edge| {
            figures.several(colour(p, edge), self.points + BEADS * edge, BEADS)
        })
    }

    fn sign(&self, _: &Position, edge: u8) -> Sign {
        let (a, b) = self.edges[usize::from(edge)];
        Sign::line(a - 1, b - 1)
    }
}

/// Sim and its variants.
pub(crate) fn family() -> Family {
    Family::new("sim", "Sim", RULES)
        .variant("regular", "six points, a triangle loses", || any_game!(Misere::of(Sim::new(6))))
        .variant("triangle-wins", "six points, a triangle wins", || any_game!(Misere::normal(Sim::new(6))))
        .open("POINTS", "3 to 6 points, e.g. 5 or 5-triangle-wins", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (points, misere) = match variant.strip_suffix("-triangle-wins") {
        Some(points) => (points, false),
        None => (variant, true),
    };
    match points.parse() {
        Ok(points @ 3..=6) => Ok(any_game!(Misere { game: Sim::new(points), misere })),
        _ => Err(ParseError::new("a number of points from 3 to 6 is needed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::of(Sim::new(6)), "sim/regular");
        agrees_with_truth(&Misere::normal(Sim::new(6)), "sim/triangle-wins");
    }

    #[test]
    fn a_triangle_of_one_colour_ends_the_game() {
        let game = Sim::new(4);
        // Edges 12, 13, 14, 23, 24, 34.
        let end = |text| game.end(&game.parse(text).unwrap());
        assert_eq!(end("rr-rbb"), Some(Value::Lose));
        assert_eq!(end("rrrb-b"), None);
        assert_eq!(end("rrbbbr"), Some(Value::Tie));
        assert_eq!(moves_in(&game, "rr--bb"), "14 23");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Sim::new(4);
        for text in ["", "rrrb--", "-----b", "rr-rbbb", "rrxbb-", "rrbrbb"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
