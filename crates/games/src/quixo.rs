//! Quixo: take a cube from the border, push it back in at another end of its row or column.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{
    Game, Grid, Numbers, Orbits, ParseError, Product, Reach, Retrograde, SymmetricBoard, TierKind, Tiered,
    Turn, Value, cells_of, parse_cells,
};
use zermelo_explore::{AnyGame, Family, retrograde};

use crate::pieces::letter_at;

const RULES: &str = "\
The board is full of cubes, all blank at the start; X moves first.

A move takes a cube on the border that is blank or shows the mover's own symbol, turns it to the mover's
symbol, and pushes it back in at an end of its row or of its column, but not where it came from. The cubes between
shift by one.

The game ends when a row, a column or a main diagonal shows one symbol only (on the 4x5 board: four in a row in any
line). If only one player has such a line, that player wins; if both have one, the player who made the move loses.";

/// A cube without a symbol, in the picture.
const BLANK: char = 'B';

/// A board with its border moves.
struct Quixo {
    grid: Grid,
    lines: Vec<u32>,
    pushes: Pushes,
    /// The same backwards: from where a cube was pushed in to where it was taken.
    back_pushes: Pushes,
    board: Arc<SymmetricBoard>,
}

/// Both players' cubes and who moves: the rest of the board is blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Position {
    x: u32,
    o: u32,
    turn: Turn,
}

/// Take the cube at `from` and push it in at `to`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Push {
    from: u8,
    to: u8,
    /// The cells from `from` to `to`.
    segment: u32,
    /// How far the cubes between move: by one of the two, towards lower or higher cells; the other is 0.
    down: u8,
    up: u8,
}

impl Push {
    /// The cubes of one player after the push, the taken cube left out. Hot.
    #[inline]
    fn shift(self, cubes: u32) -> u32 {
        let moving = cubes & self.segment & !(1 << self.from);
        cubes & !self.segment | moving >> self.down << self.up
    }

    /// The push that undoes this one.
    #[inline]
    fn back(self) -> Push {
        Push { from: self.to, to: self.from, down: self.up, up: self.down, ..self }
    }
}

impl Position {
    /// The cubes of the player to move, and of the other.
    #[inline]
    fn mine_and_theirs(&self) -> (u32, u32) {
        self.turn.own_first(self.x, self.o)
    }

    /// The position with this player to move, given his cubes and the other's.
    #[inline]
    fn new(turn: Turn, mine: u32, theirs: u32) -> Position {
        let (x, o) = turn.own_first(mine, theirs);
        Position { x, o, turn }
    }
}

impl Quixo {
    /// A board of `rows` x `cols` where `in_a_row` of one symbol end the game.
    fn new(rows: usize, cols: usize, in_a_row: usize) -> Quixo {
        let grid = Grid::new(rows, cols);
        let lines = grid.lines(in_a_row).into_iter().map(|line| line as u32).collect();
        let board = SymmetricBoard::new(grid.cells(), &grid.symmetries());
        let pushes = pushes(grid);
        let back_pushes = Pushes::new(pushes.iter().map(|push| push.back()).collect());
        Quixo { grid, lines, pushes: Pushes::new(pushes), back_pushes, board }
    }

    fn has_line(&self, cubes: u32) -> bool {
        self.lines.iter().any(|line| cubes & line == *line)
    }
}

/// Pushes by the cell they start from. Going through the cells of a set and not through all pushes saves a branch that
/// the processor could not predict for each of them.
struct Pushes {
    list: Vec<Push>,
    /// Where in the list the pushes from each cell begin; one more, for the end of the last.
    first: Vec<u8>,
    /// The cells that have pushes.
    cells: u32,
}

impl Pushes {
    fn new(mut list: Vec<Push>) -> Pushes {
        list.sort_by_key(|push| push.from);
        let first = (0..=u32::BITS as u8).map(|cell| list.partition_point(|push| push.from < cell) as u8);
        let cells = list.iter().fold(0, |cells, push| cells | 1 << push.from);
        Pushes { first: first.collect(), cells, list }
    }

    /// Visits the pushes that start from a cell of the set until `visit` breaks. Plain loops: chained iterators would
    /// not be inlined.
    #[inline(always)]
    fn each_from<B>(&self, set: u32, mut visit: impl FnMut(Push) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut cells = set & self.cells;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            for &push in &self.list[self.first[cell].into()..self.first[cell + 1].into()] {
                visit(push)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// All pushes of a board: from each border cube to the ends of its row and of its column.
fn pushes(grid: Grid) -> Vec<Push> {
    let Grid { rows, cols } = grid;
    let mut pushes = Vec::new();
    for from in 0..grid.cells() {
        let (row, col) = (from / cols, from % cols);
        if row % (rows - 1) != 0 && col % (cols - 1) != 0 {
            continue;
        }
        let ends = [
            (grid.at(row, 0), 1),
            (grid.at(row, cols - 1), 1),
            (grid.at(0, col), cols),
            (grid.at(rows - 1, col), cols),
        ];
        for (to, step) in ends.into_iter().filter(|&(to, _)| to != from) {
            let segment = (from.min(to)..=from.max(to)).step_by(step).map(|cell| 1 << cell).sum();
            let (down, up) = if to > from { (step as u8, 0) } else { (0, step as u8) };
            pushes.push(Push { from: from as u8, to: to as u8, segment, down, up });
        }
    }
    pushes
}

impl Game for Quixo {
    type Position = Position;
    type Move = Push;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (mine, theirs) = p.mine_and_theirs();
        if self.has_line(mine) { Some(Value::Win) } else { self.has_line(theirs).then_some(Value::Lose) }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Push>) {
        let (_, theirs) = p.mine_and_theirs();
        let _ = self.pushes.each_from(!theirs, |push| {
            out.push(push);
            ControlFlow::<()>::Continue(())
        });
    }

    #[inline]
    fn play(&self, p: &Position, push: Push) -> Position {
        let (mine, theirs) = p.mine_and_theirs();
        Position::new(p.turn.next(), push.shift(theirs), push.shift(mine) | 1 << push.to)
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.grid.cells()).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, cubes) = Turn::split(text)?;
        let cells = parse_cells(cubes, self.grid.cells(), "-xo")?;
        Ok(Position { x: cells_of(&cells, 1) as u32, o: cells_of(&cells, 2) as u32, turn })
    }

    fn format_move(&self, _: &Position, push: Push) -> String {
        format!("{}-{}", self.grid.name(push.from.into()), self.grid.name(push.to.into()))
    }

    fn board(&self, p: &Position) -> String {
        self.grid.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let cube = |colour| Piece::square(colour).scaled(9.0);
        let look = Look::grid(self.grid.rows, self.grid.cols)
            .piece(BLANK, cube(Colour::Neutral))
            .piece('x', cube(Colour::First).marked("X"))
            .piece('o', cube(Colour::Second).marked("O"));
        Some(look.image(BLANK, "quixo/blank.svg").image('x', "quixo/x.svg").image('o', "quixo/o.svg"))
    }

    fn figures(&self, p: &Position) -> Figures {
        let cube = |letter| if letter == '-' { BLANK } else { letter };
        Figures::letters((0..self.grid.cells()).map(|cell| cube(show(p, cell))))
    }

    fn sign(&self, _: &Position, push: Push) -> Sign {
        Sign::arrow(push.from, push.to)
    }

    fn symmetries(&self) -> usize {
        self.board.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |cubes: u32| self.board.group().image(k, cubes.into()) as u32;
        Position { x: image(p.x), o: image(p.o), turn: p.turn }
    }
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.x, 'x'), (p.o, 'o')])
}

/// How many cubes each player has: `more` belongs to the player called X in normal form. Taking an own cube keeps
/// the tier, taking a blank one leaves it for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Tier {
    more: u8,
    fewer: u8,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}o", self.more, self.fewer)
    }
}

impl Tiered for Quixo {
    type Tier = Tier;
    type Index = Product<Numbers, Orbits<2>>;

    const TIES: bool = false;
    const FOLDS_PLAYERS: bool = true;

    /// X is the player with more cubes, or the one to move if both have as many.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        let (x, o) = (p.x.count_ones(), p.o.count_ones());
        if o > x || (o == x && p.turn == Turn::Second) {
            Position { x: p.o, o: p.x, turn: p.turn.next() }
        } else {
            *p
        }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        Tier { more: p.x.count_ones() as u8, fewer: p.o.count_ones() as u8 }
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        let Tier { more, fewer } = tier;
        if usize::from(more + fewer) == self.grid.cells() {
            return Vec::new();
        }
        let taken_by_fewer = Tier { more: more.max(fewer + 1), fewer: more.min(fewer + 1) };
        vec![Tier { more: more + 1, fewer }, taken_by_fewer]
    }

    fn kind(&self, _: Tier) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, tier: Tier) -> Self::Index {
        let turns = if tier.more == tier.fewer { 1 } else { 2 };
        Product(Numbers(turns), self.board.orbits([tier.more.into(), tier.fewer.into()]))
    }

    #[inline]
    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        (p.turn.number(), [p.x.into(), p.o.into()])
    }

    #[inline]
    fn position(&self, _: Tier, (turn, [x, o]): (u64, [u64; 2])) -> Position {
        Position { x: x as u32, o: o as u32, turn: Turn::numbered(turn) }
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        _: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Push>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mine, theirs) = p.mine_and_theirs();
        let takeable = match reach {
            Reach::Inside => mine,
            Reach::Outside => !(mine | theirs),
            Reach::Anywhere => !theirs,
        };
        self.pushes.each_from(takeable, |push| visit(self.play(p, push)))
    }
}

impl Retrograde for Quixo {
    /// Whoever just moved has a cube where it was pushed in, and took it, already his own, from the other end.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.mine_and_theirs();
        let _ = self.back_pushes.each_from(moved, |back| {
            let (moved, other) = (back.shift(moved) | 1 << back.to, back.shift(other));
            visit(Position::new(p.turn.next(), moved, other));
            ControlFlow::<()>::Continue(())
        });
    }
}

/// Quixo and its boards.
pub(crate) fn family() -> Family {
    Family::new("quixo", "Quixo", RULES)
        .variant("4x4", "4x4 board, four in a row", || board(4, 4, 4))
        .variant("3x3", "3x3 board, three in a row", || board(3, 3, 3))
        .variant("2x2", "2x2 board, two in a row", || board(2, 2, 2))
        .variant("4x5", "4x5 board, four in a row", || board(4, 5, 4))
        .variant("5x5", "the original 5x5 board, five in a row", || board(5, 5, 5))
}

fn board(rows: usize, cols: usize, in_a_row: usize) -> Box<dyn AnyGame> {
    retrograde(Quixo::new(rows, cols, in_a_row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        EFFORT, EXHAUSTIVE, agrees_with_truth, all_kept, passes_battery, unmoves_pass_battery,
    };
    use zermelo_core::conformance::{check_tiers, check_unmoves};

    #[test]
    fn large_boards_keep_the_laws() {
        for game in [Quixo::new(4, 4, 4), Quixo::new(4, 5, 4)] {
            passes_battery(&game);
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
        }
    }

    #[test]
    fn small_boards_keep_the_laws_and_equal_the_oracle() {
        for game in [Quixo::new(2, 2, 2), Quixo::new(3, 3, 3)] {
            unmoves_pass_battery(&game, &EXHAUSTIVE);
        }
    }

    #[test]
    fn results_equal_the_published_ones() {
        agrees_with_truth(&Quixo::new(3, 3, 3), "quixo/3x3");
    }
}
