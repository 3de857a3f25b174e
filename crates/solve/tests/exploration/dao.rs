//! Dao: four men each, which slide as far as they can, on 4x4 cells or a few more. Play can go round in
//! circles.

use zermelo_core::{Game, Pack, ParseError, Turn, Value};

/// The game on a board of at most 25 cells.
pub(crate) struct Dao {
    /// For each cell and each of eight directions the cells passed, the nearest first.
    rays: Vec<[Vec<u8>; 8]>,
    /// Men that have won: a whole line of four, a square of four, or the four corners.
    wins: Vec<u32>,
    /// A corner, and enemies around it that make a win of it.
    cages: Vec<(u32, u32)>,
    start: Position,
}

/// The men of both players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(crate) struct Position {
    #[pack(bits = 25)]
    x: u32,
    #[pack(bits = 25)]
    o: u32,
    turn: Turn,
}

impl Dao {
    /// Boards have at least four rows and columns. The men begin on the diagonals of the first four of each.
    pub(crate) fn new(rows: u32, columns: u32) -> Dao {
        let (rows, columns) = (rows as i32, columns as i32);
        assert!(rows >= 4 && columns >= 4 && rows * columns <= 25, "boards have 16 to 25 cells");
        let ray = |cell: i32, down: i32, right: i32| {
            let (mut row, mut column) = (cell / columns + down, cell % columns + right);
            let mut cells = Vec::new();
            while (0..rows).contains(&row) && (0..columns).contains(&column) {
                cells.push((columns * row + column) as u8);
                (row, column) = (row + down, column + right);
            }
            cells
        };
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let rays: Vec<[Vec<u8>; 8]> =
            (0..rows * columns).map(|cell| steps.map(|(down, right)| ray(cell, down, right))).collect();
        let set = |cells: &[(i32, i32)]| {
            cells.iter().fold(0u32, |set, (row, column)| set | 1 << (columns * row + column))
        };
        let corners = [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)];
        let mut wins = vec![set(&corners)];
        for row in 0..rows {
            for column in 0..columns {
                let shapes = [
                    [(0, 0), (0, 1), (0, 2), (0, 3)],
                    [(0, 0), (1, 0), (2, 0), (3, 0)],
                    [(0, 0), (0, 1), (1, 0), (1, 1)],
                ];
                let moved = shapes.map(|shape| shape.map(|(down, right)| (row + down, column + right)));
                let inside = |&(row, column): &(i32, i32)| row < rows && column < columns;
                wins.extend(moved.iter().filter(|shape| shape.iter().all(inside)).map(|shape| set(shape)));
            }
        }
        let cage = |&corner: &(i32, i32)| {
            let cell = set(&[corner]).trailing_zeros();
            let around = rays[cell as usize].iter().filter_map(|ray| ray.first());
            (1 << cell, around.fold(0, |set, &cell| set | 1u32 << cell))
        };
        let cages = corners.iter().map(cage).collect();
        let (x, o) = (set(&[(0, 0), (1, 1), (2, 2), (3, 3)]), set(&[(0, 3), (1, 2), (2, 1), (3, 0)]));
        Dao { rays, wins, cages, start: Position { x, o, turn: Turn::First } }
    }
}

impl Position {
    fn sides(&self) -> (u32, u32) {
        self.turn.own_first(self.x, self.o)
    }
}

impl Game for Dao {
    type Position = Position;
    type Move = (u8, u8);

    fn start(&self) -> Position {
        self.start
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (own, enemy) = p.sides();
        if self.wins.contains(&enemy) {
            return Some(Value::Lose);
        }
        // A man in a corner whose three neighbours are all enemies: that wins as well.
        let is_caged = |&(corner, cage): &(u32, u32)| own & corner != 0 && enemy & cage == cage;
        self.cages.iter().any(is_caged).then_some(Value::Win)
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
        let moved = 1u32 << from | 1 << to;
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
