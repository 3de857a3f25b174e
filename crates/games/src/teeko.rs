//! Teeko: four men each, dropped and then stepped, to stand in a line or a square.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{
    Game, Grid, Orbits, Pack, ParseError, Reach, Retrograde, SymmetricBoard, TierKind, Tiered, Turn, Value,
    cells_of, parse_cells,
};
use zermelo_library::{Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
The board has 5x5 cells and is empty at the start. Black (`b`) and Red (`r`) have four men each; Black begins.

First the players take turns to drop a man on any empty cell. When all eight are on the board, a move takes an own man one
step, in any of the eight directions, to an empty cell.

Whoever has all four men in a line (next to each other, along a row, a column or a diagonal) or in a square of 2x2
cells wins, in either part of the game. In Advanced Teeko the corners of larger squares (3x3, 4x4 and 5x5, upright) win, too.";

/// Men of each player.
const MEN: u32 = 4;

/// The game with the sets of four cells that win.
struct Teeko {
    grid: Grid,
    goals: Vec<u32>,
    /// The cells one step away from each cell.
    beside: Vec<u32>,
    board: Arc<SymmetricBoard>,
}

/// Both players' men. Whose turn it is follows from their number only until all are on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    black: u32,
    red: u32,
    turn: Turn,
}

/// Drop a man, or step with one.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Drop(u8),
    Step { from: u8, to: u8 },
}

impl Move {
    /// The cells that a man comes to or leaves.
    #[inline]
    fn changed(self) -> u32 {
        match self {
            Move::Drop(to) => 1 << to,
            Move::Step { from, to } => 1 << from | 1 << to,
        }
    }
}

impl Position {
    /// The position with this player to move, given his men and the other's.
    #[inline]
    fn new(turn: Turn, own: u32, other: u32) -> Position {
        let (black, red) = turn.own_first(own, other);
        Position { black, red, turn }
    }

    /// The men of the player to move and those of the opponent.
    #[inline]
    fn sides(&self) -> (u32, u32) {
        self.turn.own_first(self.black, self.red)
    }

    fn men(&self) -> u32 {
        (self.black | self.red).count_ones()
    }
}

impl Teeko {
    /// The game on a square board of `side` cells a side, where squares up to `largest_square` cells wide
    /// win.
    fn new(side: usize, largest_square: usize) -> Teeko {
        let grid = Grid::new(side, side);
        let goals = grid.lines(MEN as usize).into_iter().map(|line| line as u32);
        let squares = (2..=largest_square).flat_map(|width| squares(grid, width));
        let beside = (0..grid.cells()).map(|cell| {
            let near =
                |to: usize| (cell / side).abs_diff(to / side).max((cell % side).abs_diff(to % side)) == 1;
            (0..grid.cells()).filter(|&to| near(to)).map(|to| 1 << to).sum()
        });
        let board = SymmetricBoard::new(grid.cells(), &grid.symmetries());
        Teeko { grid, goals: goals.chain(squares).collect(), beside: beside.collect(), board }
    }

    fn standard() -> Teeko {
        Teeko::new(5, 2)
    }

    fn advanced() -> Teeko {
        Teeko::new(5, 5)
    }

    fn is_goal(&self, men: u32) -> bool {
        self.goals.contains(&men)
    }

    #[inline]
    fn empty(&self, p: &Position) -> u32 {
        self.grid.full() as u32 & !(p.black | p.red)
    }

    /// All steps of these men. Hot.
    #[inline]
    fn steps(&self, men: u32, empty: u32) -> impl Iterator<Item = Move> {
        bits(men).flat_map(move |from| {
            bits(self.beside[usize::from(from)] & empty).map(move |to| Move::Step { from, to })
        })
    }
}

/// The corners of all squares of a width.
fn squares(grid: Grid, width: usize) -> impl Iterator<Item = u32> {
    let far = width as isize - 1;
    (0..grid.cells()).filter_map(move |corner| {
        let corners =
            [(0, 0), (0, far), (far, 0), (far, far)].map(|(down, right)| grid.step(corner, down, right));
        corners.into_iter().try_fold(0, |mask, cell| Some(mask | 1 << cell?))
    })
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.black, 'b'), (p.red, 'r')])
}

impl Game for Teeko {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { black: 0, red: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        self.is_goal(moved_last).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, _) = p.sides();
        let empty = self.empty(p);
        if own.count_ones() < MEN {
            out.extend(bits(empty).map(Move::Drop));
            return;
        }
        out.extend(self.steps(own, empty));
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let (own, other) = p.sides();
        Position::new(p.turn.next(), other, own ^ m.changed())
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.grid.cells()).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, men) = Turn::split(text)?;
        let cells = parse_cells(men, self.grid.cells(), "-br")?;
        let p = Position { black: cells_of(&cells, 1) as u32, red: cells_of(&cells, 2) as u32, turn };
        let (black, red) = (p.black.count_ones(), p.red.count_ones());
        let dropping = black == red + u32::from(turn == Turn::Second);
        if black > MEN || red > MEN || !(dropping || black + red == 2 * MEN) {
            let rule = "Black begins, and each player drops four men before any is moved";
            return Err(ParseError::new(format!("'{text}' has {black} black and {red} red men; {rule}")));
        }
        if self.is_goal(p.sides().0) {
            return Err(ParseError::new(format!("'{text}' went on after the player to move had won")));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let name = |cell: u8| self.grid.name(cell.into());
        match m {
            Move::Drop(to) => name(to),
            Move::Step { from, to } => format!("{}-{}", name(from), name(to)),
        }
    }

    fn board(&self, p: &Position) -> String {
        self.grid.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The board, and a shelf for the men of each player.
    fn look(&self) -> Option<Look> {
        Some(Look::grid(self.grid.rows, self.grid.cols).men('b', 'r').shelf(2 * MEN as usize))
    }

    fn figures(&self, p: &Position) -> Figures {
        let cells = self.grid.cells();
        let left = |men: u32| (MEN - men.count_ones()) as usize;
        let figures = Figures::letters((0..cells).map(|cell| show(p, cell)));
        figures.several('b', cells, left(p.black)).several('r', cells + MEN as usize, left(p.red))
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        match m {
            Move::Drop(to) => Sign::piece(to, p.turn.own_first('b', 'r').0),
            Move::Step { from, to } => Sign::arrow(from, to),
        }
    }

    fn symmetries(&self) -> usize {
        self.board.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |men: u32| self.board.group().image(k, men.into()) as u32;
        Position { black: image(p.black), red: image(p.red), turn: p.turn }
    }
}

/// How many men are on the board. When all are, play stays in the tier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Tier(u32);

const ALL_MEN: Tier = Tier(2 * MEN);

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Tiered for Teeko {
    type Tier = Tier;
    type Index = Orbits<2>;

    const TIES: bool = false;
    const FOLDS_PLAYERS: bool = true;

    /// When all men are on the board, the player to move is called Black.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        if p.turn == Turn::Second && self.tier_of(p) == ALL_MEN {
            Position { black: p.red, red: p.black, turn: Turn::First }
        } else {
            *p
        }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        Tier(p.men())
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        if tier == ALL_MEN { Vec::new() } else { vec![Tier(tier.0 + 1)] }
    }

    fn kind(&self, tier: Tier) -> TierKind {
        if tier == ALL_MEN { TierKind::Loopy } else { TierKind::Transition }
    }

    fn index(&self, tier: Tier) -> Orbits<2> {
        self.board.orbits([tier.0.div_ceil(2), tier.0 / 2])
    }

    #[inline]
    fn item(&self, p: &Position) -> [u64; 2] {
        [p.black.into(), p.red.into()]
    }

    #[inline]
    fn position(&self, tier: Tier, [black, red]: [u64; 2]) -> Position {
        Position { black: black as u32, red: red as u32, turn: Turn::numbered(u64::from(tier.0 % 2)) }
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        tier: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // All moves stay, or all leave.
        let (own, _) = p.sides();
        match (tier, reach) {
            (ALL_MEN, Reach::Outside) => ControlFlow::Continue(()),
            (ALL_MEN, _) => self.steps(own, self.empty(p)).try_for_each(|m| visit(self.play(p, m))),
            (_, Reach::Inside) => ControlFlow::Continue(()),
            _ => bits(self.empty(p)).try_for_each(|to| visit(self.play(p, Move::Drop(to)))),
        }
    }
}

impl Retrograde for Teeko {
    /// Every step can be taken back by a step.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.sides();
        self.steps(moved, self.empty(p))
            .for_each(|back| visit(Position::new(p.turn.next(), moved ^ back.changed(), other)));
    }
}

/// Teeko and its variants.
pub(crate) fn family() -> Family {
    Family::new("teeko", "Teeko", RULES)
        .variant("standard", "lines of four and squares of 2x2", || any_game!(Teeko::standard()))
        .variant("advanced", "lines of four and squares of any size", || any_game!(Teeko::advanced()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{EXHAUSTIVE, moves_in, unmoves_pass_battery};

    #[test]
    fn tiers_equal_the_oracle_on_a_board_of_3x3() {
        for largest_square in [2, 3] {
            unmoves_pass_battery(&Teeko::new(3, largest_square), &EXHAUSTIVE);
        }
    }

    #[test]
    fn there_are_44_goals_and_58_in_the_advanced_game() {
        assert_eq!((Teeko::standard().goals.len(), Teeko::advanced().goals.len()), (44, 58));
    }

    #[test]
    fn men_step_once_all_are_dropped() {
        let game = Teeko::standard();
        assert_eq!(moves_in(&game, "1_----------br-br-br-------").split(' ').count(), 19);
        assert_eq!(moves_in(&game, "1_bbb-rrrrb----------------"), "c5-d5 d4-d5 d4-e4 d4-c3 d4-d3 d4-e3");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Teeko::standard();
        let empty = "-".repeat(20);
        for board in ["", "1_bbbbb", "2_-----", "1_b----", "1_xr---", "2_rr--b", "-----"] {
            assert!(game.parse(&format!("{board}{empty}")).is_err(), "{board}");
        }
        assert!(game.parse(&format!("1_bbbb-rr-rr{}", "-".repeat(15))).is_err(), "Black had won");
    }
}
