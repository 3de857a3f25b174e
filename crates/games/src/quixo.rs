//! Quixo: take a cube from the border, push it back in at another end of its row or column.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{
    Blockwise, Game, Grid, Numbers, Orbits, Pack, ParseError, Product, Reach, Retrograde, Slide,
    SymmetricBoard, TierKind, Tiered, Turn, Value, cells_of, parse_cells,
};
use zermelo_library::{AnyGame, Family, any_game};

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
    lines: Lines,
    /// The moves: take the cube at the one end of a slide and push it in at the other.
    pushes: Pushes,
    /// The same backwards: from where a cube was pushed in to where it was taken.
    back_pushes: Pushes,
    board: Arc<SymmetricBoard>,
}

/// Both players' cubes and who moves: the rest of the board is blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    x: u32,
    o: u32,
    turn: Turn,
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
        let lines = Lines::new(&grid.lines(in_a_row));
        let board = SymmetricBoard::new(grid.cells(), &grid.symmetries());
        let pushes = pushes(grid);
        let back_pushes = Pushes::new(pushes.iter().map(|push| push.back()).collect());
        Quixo { grid, lines, pushes: Pushes::new(pushes), back_pushes, board }
    }
}

/// The lines of a board, to be found in three look-ups.
struct Lines {
    /// For each of three parts of nine cells, by the cubes on them: the lines that lack none of them there.
    complete: Box<[[u64; 512]; 3]>,
}

impl Lines {
    fn new(lines: &[u64]) -> Lines {
        assert!(lines.len() <= 64, "too many lines");
        let mut complete = Box::new([[0; 512]; 3]);
        for (part, table) in complete.iter_mut().enumerate() {
            for (cubes, lacks_none) in table.iter_mut().enumerate() {
                let lacking = |line: u64| line >> (9 * part) & 511 & !(cubes as u64) != 0;
                *lacks_none = (0..).zip(lines).map(|(i, &line)| u64::from(!lacking(line)) << i).sum();
            }
        }
        Lines { complete }
    }

    /// Whether there is a line of these cubes. Hot.
    #[inline]
    fn any(&self, cubes: u32) -> bool {
        let [low, middle, high] = &*self.complete;
        let part = |from: u32| (cubes >> from & 511) as usize;
        low[part(0)] & middle[part(9)] & high[part(18)] != 0
    }
}

/// Pushes by the cell they start from. Going through the cells of a set and not through all pushes saves a
/// branch that the processor could not predict for each of them.
struct Pushes {
    list: Vec<Slide>,
    /// Where in the list the pushes from each cell begin; one more, for the end of the last.
    first: Vec<u8>,
    /// The cells that have pushes.
    cells: u32,
}

impl Pushes {
    fn new(mut list: Vec<Slide>) -> Pushes {
        list.sort_by_key(|push| push.from);
        let first = (0..=u32::BITS as u8).map(|cell| list.partition_point(|push| push.from < cell) as u8);
        let cells = list.iter().fold(0, |cells, push| cells | 1 << push.from);
        Pushes { first: first.collect(), cells, list }
    }

    /// Visits the pushes that start from a cell of the set until `visit` breaks. Plain loops: chained
    /// iterators would not be inlined.
    #[inline(always)]
    fn each_from<B>(&self, set: u32, mut visit: impl FnMut(Slide) -> ControlFlow<B>) -> ControlFlow<B> {
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
fn pushes(grid: Grid) -> Vec<Slide> {
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
            pushes.push(Slide::new(from, to, step));
        }
    }
    pushes
}

impl Game for Quixo {
    type Position = Position;
    type Move = Slide;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (mine, theirs) = p.mine_and_theirs();
        if self.lines.any(mine) { Some(Value::Win) } else { self.lines.any(theirs).then_some(Value::Lose) }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Slide>) {
        let (_, theirs) = p.mine_and_theirs();
        let _ = self.pushes.each_from(!theirs, |push| {
            out.push(push);
            ControlFlow::<()>::Continue(())
        });
    }

    #[inline]
    fn play(&self, p: &Position, push: Slide) -> Position {
        let (mine, theirs) = p.mine_and_theirs();
        Position::new(p.turn.next(), push.others(theirs), push.others(mine) | 1 << push.to)
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.grid.cells()).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, cubes) = Turn::split(text)?;
        let cells = parse_cells(cubes, self.grid.cells(), "-xo")?;
        Ok(Position { x: cells_of(&cells, 1) as u32, o: cells_of(&cells, 2) as u32, turn })
    }

    fn format_move(&self, _: &Position, push: Slide) -> String {
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
        Some(look)
    }

    fn figures(&self, p: &Position) -> Figures {
        let cube = |letter| if letter == '-' { BLANK } else { letter };
        Figures::letters((0..self.grid.cells()).map(|cell| cube(show(p, cell))))
    }

    fn sign(&self, _: &Position, push: Slide) -> Sign {
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

/// How many cubes each player has: `more` belongs to the player called X in normal form. Taking an own cube
/// keeps the tier, taking a blank one leaves it for good.
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

    fn extra_bytes(&self, tier: Tier) -> u64 {
        self.bytes_for_blocks(tier)
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
        _: &mut Vec<Slide>,
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
    /// Whoever just moved has a cube where it was pushed in, and took it, already his own, from the other
    /// end.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.mine_and_theirs();
        let _ = self.back_pushes.each_from(moved, |back| {
            let (moved, other) = (back.others(moved) | 1 << back.to, back.others(other));
            visit(Position::new(p.turn.next(), moved, other));
            ControlFlow::<()>::Continue(())
        });
    }
}

impl Blockwise for Quixo {
    fn slides(&self) -> &[Slide] {
        &self.pushes.list
    }

    fn entered(&self, Tier { more, fewer }: Tier, mover: u64) -> Tier {
        if mover == 0 { Tier { more: more + 1, fewer } } else { Tier { more, fewer: fewer + 1 } }
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
    any_game!(Quixo::new(rows, cols, in_a_row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        EFFORT, EXHAUSTIVE, agrees_with_truth, all_kept, blocks_pass_battery, equals_general_solver,
        passes_battery, solved, verifies_like_general_solver,
    };
    use zermelo_core::conformance::{check_slides, check_tiers, check_unmoves};
    use zermelo_solve::{BlockSolver, Slides, SolveMode};

    #[test]
    fn large_boards_keep_the_laws() {
        for game in [Quixo::new(4, 4, 4), Quixo::new(4, 5, 4)] {
            passes_battery(&game);
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
            all_kept(&[check_slides(&game, &EFFORT)]);
        }
    }

    #[test]
    fn small_boards_keep_the_laws_and_equal_the_oracle() {
        for game in [Quixo::new(2, 2, 2), Quixo::new(3, 3, 3)] {
            blocks_pass_battery(&game, &EXHAUSTIVE);
        }
    }

    /// Block by block, with marks instead of counts from the third round on.
    struct EarlyMarks;

    impl SolveMode<Quixo> for EarlyMarks {
        const KNOWN: bool = true;

        fn for_each(game: &Quixo, tier: Tier, p: &Position, visit: impl FnMut(Position)) {
            game.for_each_parent(tier, p, visit);
        }

        fn blocks() -> Option<BlockSolver<Quixo>> {
            Some(BlockSolver::counting_until(2))
        }
    }

    #[test]
    fn block_by_block_the_same_comes_out() {
        let game = Quixo::new(4, 4, 4);
        let expected = equals_general_solver::<_, Slides>(&game);
        assert!(solved::<_, EarlyMarks>(&game, u64::MAX) == expected, "with early marks");
    }

    /// A tier with both players' turns, and one that stands for both with one turn.
    #[test]
    fn block_by_block_verification_finds_the_same() {
        verifies_like_general_solver::<_, Slides>(&Quixo::new(4, 4, 4), &["6x5o", "5x5o"]);
    }

    #[test]
    fn results_on_3x3_cells_equal_those_of_a_brute_force() {
        agrees_with_truth(&Quixo::new(3, 3, 3), "quixo/3x3");
    }
}
