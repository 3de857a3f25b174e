//! Dao: four men each on 4x4 cells, which slide as far as they can. Play can go round in circles.

use zermelo_core::{Game, Pack, ParseError, Turn, Value};

/// The game; it has no options.
pub(crate) struct Dao {
    /// For each cell and each of eight directions the cells passed, the nearest first.
    rays: Vec<[Vec<u8>; 8]>,
}

/// The men of both players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(crate) struct Position {
    x: u16,
    o: u16,
    turn: Turn,
}

const CORNERS: u16 = 0b1001_0000_0000_1001;

impl Dao {
    pub(crate) fn new() -> Dao {
        let ray = |cell: i32, rows: i32, columns: i32| {
            let (mut row, mut column) = (cell / 4 + rows, cell % 4 + columns);
            let mut cells = Vec::new();
            while (0..4).contains(&row) && (0..4).contains(&column) {
                cells.push((4 * row + column) as u8);
                (row, column) = (row + rows, column + columns);
            }
            cells
        };
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        Dao { rays: (0..16).map(|cell| steps.map(|(rows, columns)| ray(cell, rows, columns))).collect() }
    }
}

/// A row, a column, a square of four cells, or the four corners.
fn has_won(men: u16) -> bool {
    let squares = men & men >> 1 & men >> 4 & men >> 5 & 0b0111_0111_0111;
    let lines = (0..4).any(|i| men == 0b1111 << (4 * i) || men == 0b0001_0001_0001_0001 << i);
    squares != 0 || lines || men == CORNERS
}

/// A man in a corner whose three neighbours are all enemies: that wins as well.
fn is_caged(men: u16, enemies: u16) -> bool {
    let cages = [(0, 0b0011_0010), (3, 0b1100_0100), (12, 0b0010_0011 << 8), (15, 0b0100_1100 << 8)];
    cages.iter().any(|&(corner, cage): &(u32, u16)| men >> corner & 1 == 1 && enemies & cage == cage)
}

impl Position {
    fn sides(&self) -> (u16, u16) {
        self.turn.own_first(self.x, self.o)
    }
}

impl Game for Dao {
    type Position = Position;
    type Move = (u8, u8);

    fn start(&self) -> Position {
        Position { x: 0b1000_0100_0010_0001, o: 0b0001_0010_0100_1000, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (own, enemy) = p.sides();
        if has_won(enemy) { Some(Value::Lose) } else { is_caged(own, enemy).then_some(Value::Win) }
    }

    fn moves(&self, p: &Position, out: &mut Vec<(u8, u8)>) {
        let (mut own, taken) = (p.sides().0, p.x | p.o);
        while own != 0 {
            let from = own.trailing_zeros() as u8;
            own &= own - 1;
            for ray in &self.rays[usize::from(from)] {
                let free = ray.iter().take_while(|&&cell| taken >> cell & 1 == 0);
                out.extend(free.last().map(|&to| (from, to)));
            }
        }
    }

    fn play(&self, p: &Position, (from, to): (u8, u8)) -> Position {
        let moved = 1u16 << from | 1 << to;
        match p.turn {
            Turn::First => Position { x: p.x ^ moved, turn: Turn::Second, ..*p },
            Turn::Second => Position { o: p.o ^ moved, turn: Turn::First, ..*p },
        }
    }

    fn format(&self, p: &Position) -> String {
        format!("{}_{:04x}_{:04x}", p.turn, p.x, p.o)
    }

    fn parse(&self, _: &str) -> Result<Position, ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn format_move(&self, _: &Position, (from, to): (u8, u8)) -> String {
        format!("{from}-{to}")
    }
}
