//! Bagh-chal: four tigers hunt goats, and the goats hem them in.

mod tiers;

use std::sync::Arc;

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Grid, Pack, ParseError, SymmetricBoard, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::joined;
use crate::pieces::letter_at;

const RULES: &str = "\
The pieces stand on the points of a square board and move along its lines: rows, columns and, on boards with
an odd number of points a side, the diagonals through the corners and every second point. Four tigers start on the
corners. The goats begin.

On each turn Goats places a goat on any empty point, until none is left to place; from then on a goat moves along
a line to an adjacent empty point.

Tigers moves a tiger along a line to an adjacent empty point, or jumps with it in a straight line over an adjacent
goat to the empty point behind, and captures that goat. Nobody has to capture, and one jump ends the turn.

Tigers wins by capturing enough goats. A player without a move loses.

| board | goats | to be captured |
|---|---|---|
| 5x5 | 20 | 5 |
| 4x4 | 12 | 3 |
| 3x3 | 4 | 1 |";

const TIGERS: u32 = 4;

/// A board with its lines, and how many goats there are.
struct BaghChal {
    grid: Grid,
    directions: [Direction; 8],
    board: Arc<SymmetricBoard>,
    goats: u8,
    /// How many goats Tigers has to capture.
    captures: u8,
}

/// One of the eight ways to go on from a point. Goats and tigers are sets of points, so a direction moves all
/// of them at once by turning the bits round; points where that would lead off the lines are left out before.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// How many bits to the left a step is; one to the right is 31.
    turn: u32,
    /// The points from which a line leads on, by one point and by two.
    steps: u32,
    jumps: u32,
}

impl Direction {
    fn new(grid: Grid, (down, right): (isize, isize)) -> Direction {
        let diagonals = grid.rows % 2 == 1;
        let straight = down == 0 || right == 0;
        let even = |cell: usize| (cell / grid.cols + cell % grid.cols).is_multiple_of(2);
        let on_line = |cell: &usize| straight || (diagonals && even(*cell));
        let from = |points: isize| {
            let leads_on = |cell: &usize| grid.step(*cell, points * down, points * right).is_some();
            (0..grid.cells()).filter(on_line).filter(leads_on).map(|cell| 1 << cell).sum()
        };
        let turn = (down * grid.cols as isize + right).rem_euclid(32) as u32;
        Direction { turn, steps: from(1), jumps: from(2) }
    }

    /// The points one step on.
    #[inline]
    fn after(self, points: u32) -> u32 {
        points.rotate_left(self.turn)
    }

    /// The points one step back.
    #[inline]
    fn before(self, points: u32) -> u32 {
        points.rotate_right(self.turn)
    }

    /// Those of the pieces that can step this way.
    #[inline]
    fn steppers(self, pieces: u32, empty: u32) -> u32 {
        pieces & self.steps & self.before(empty)
    }

    /// Those of the tigers that can jump this way.
    #[inline]
    fn jumpers(self, tigers: u32, goats: u32, empty: u32) -> u32 {
        tigers & self.jumps & self.before(goats & self.before(empty))
    }
}

/// How many goats are captured follows from the others, but counting them anew in the hottest loops would
/// cost more than to keep the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    tigers: u32,
    goats: u32,
    /// Goats still to be placed.
    left: u8,
    captured: u8,
    /// Goats moves first.
    turn: Turn,
}

/// All points as sets of one.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Place { to: u32 },
    Step { from: u32, to: u32 },
    Jump { from: u32, over: u32, to: u32 },
}

impl BaghChal {
    /// The game on a square board with tigers in the corners.
    fn new(side: usize, goats: u8, captures: u8) -> BaghChal {
        let grid = Grid::new(side, side);
        let ways = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        BaghChal {
            grid,
            directions: ways.map(|way| Direction::new(grid, way)),
            board: SymmetricBoard::new(grid.cells(), &grid.symmetries()),
            goats,
            captures,
        }
    }

    #[inline]
    fn empty(&self, p: &Position) -> u32 {
        self.grid.full() as u32 & !(p.tigers | p.goats)
    }

    fn name(&self, point: u32) -> String {
        self.grid.name(point.trailing_zeros() as usize)
    }

    /// Reads the number of goats to place, and what follows it.
    fn split_left<'a>(&self, text: &str, rest: &'a str) -> Result<(u8, &'a str), ParseError> {
        let number = |left: &str| left.parse().ok().filter(|left| *left <= self.goats);
        let split = rest.split_once('_').and_then(|(left, cells)| Some((number(left)?, cells)));
        split.ok_or_else(|| {
            let (most, start) = (self.goats, self.format(&self.start()));
            ParseError::new(format!(
                "'{text}' lacks the number of goats to place, 0 to {most}, as in {start}"
            ))
        })
    }
}

/// The points of a set, each as a set of one.
#[inline]
fn singles(mut points: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = points & points.wrapping_neg();
        points ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Game for BaghChal {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let last = self.grid.rows - 1;
        let corners = [(0, 0), (0, last), (last, 0), (last, last)];
        let tigers = corners.iter().map(|&(row, col)| 1 << self.grid.at(row, col)).sum();
        Position { tigers, goats: 0, left: self.goats, captured: 0, turn: Turn::First }
    }

    #[inline]
    fn end(&self, p: &Position) -> Option<Value> {
        let captured_by = |turn| if turn == Turn::First { Value::Lose } else { Value::Win };
        (p.captured == self.captures).then(|| captured_by(p.turn))
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let empty = self.empty(p);
        if p.turn == Turn::First && p.left > 0 {
            out.extend(singles(empty).map(|to| Move::Place { to }));
            return;
        }
        let (pieces, hunters) = match p.turn {
            Turn::First => (p.goats, 0),
            Turn::Second => (p.tigers, p.tigers),
        };
        for way in self.directions {
            let step = |from| Move::Step { from, to: way.after(from) };
            let jump = |from| Move::Jump { from, over: way.after(from), to: way.after(way.after(from)) };
            out.extend(singles(way.steppers(pieces, empty)).map(step));
            out.extend(singles(way.jumpers(hunters, p.goats, empty)).map(jump));
        }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let next = Position { turn: p.turn.next(), ..*p };
        match (m, p.turn) {
            (Move::Place { to }, _) => Position { goats: p.goats | to, left: p.left - 1, ..next },
            (Move::Step { from, to }, Turn::First) => Position { goats: p.goats ^ (from | to), ..next },
            (Move::Step { from, to }, Turn::Second) => Position { tigers: p.tigers ^ (from | to), ..next },
            (Move::Jump { from, over, to }, _) => Position {
                tigers: p.tigers ^ (from | to),
                goats: p.goats ^ over,
                captured: p.captured + 1,
                ..next
            },
        }
    }

    fn format(&self, p: &Position) -> String {
        let cells: String = (0..self.grid.cells()).map(|cell| show(p, cell)).collect();
        format!("{}_{}_{cells}", p.turn, p.left)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        let (left, cells) = self.split_left(text, rest)?;
        let cells = parse_cells(cells, self.grid.cells(), "-TG")?;
        let [tigers, goats] = [1, 2].map(|kind| cells_of(&cells, kind) as u32);
        if tigers.count_ones() != TIGERS {
            let found = tigers.count_ones();
            return Err(ParseError::new(format!("'{text}' has {found} tigers; there are always {TIGERS}")));
        }
        let (placed, on_board) = (self.goats - left, goats.count_ones() as u8);
        let captured = placed.checked_sub(on_board).ok_or_else(|| {
            ParseError::new(format!("'{text}' has {on_board} goats; only {placed} have been placed"))
        })?;
        if captured > self.captures || (captured == self.captures && turn == Turn::Second) {
            let captures = self.captures;
            return Err(ParseError::new(format!(
                "'{text}' lacks {captured} goats; the game is over when Tigers captures goat number {captures}"
            )));
        }
        if turn == Turn::Second && goats == 0 {
            return Err(ParseError::new(format!(
                "in '{text}' Tigers is to move, but no goat is on the board"
            )));
        }
        Ok(Position { tigers, goats, left, captured, turn })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Place { to } => self.name(to),
            Move::Step { from, to } => format!("{}-{}", self.name(from), self.name(to)),
            Move::Jump { from, to, .. } => format!("{}x{}", self.name(from), self.name(to)),
        }
    }

    fn board(&self, p: &Position) -> String {
        let board = self.grid.draw(|cell| show(p, cell));
        format!("{board}\n\n{} goats to place, {} captured", p.left, p.captured)
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let beside = |point: usize| {
            let leads_on = self.directions.iter().filter(|way| way.steps >> point & 1 == 1);
            leads_on.fold(0, |points, way| points | way.after(1 << point))
        };
        let lines = joined((0..self.grid.cells()).map(beside));
        let look = Look::crossings(self.grid.rows, self.grid.cols, &lines).coordinates().shelf(1);
        let look = look.piece('G', Piece::disc(Colour::First).marked("G"));
        Some(look.piece('T', Piece::square(Colour::Second).marked("T").scaled(8.0)))
    }

    fn figures(&self, p: &Position) -> Figures {
        let figures = Figures::letters((0..self.grid.cells()).map(|cell| show(p, cell)));
        figures.text(self.grid.cells(), format!("{} to place, {} captured", p.left, p.captured))
    }

    fn sign(&self, _: &Position, m: Move) -> Sign {
        let point = |single: u32| single.trailing_zeros() as usize;
        match m {
            Move::Place { to } => Sign::piece(point(to), 'G'),
            Move::Step { from, to } | Move::Jump { from, to, .. } => Sign::arrow(point(from), point(to)),
        }
    }

    fn symmetries(&self) -> usize {
        self.board.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |points: u32| self.board.group().image(k, points.into()) as u32;
        Position { tigers: image(p.tigers), goats: image(p.goats), ..*p }
    }
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.tigers, 'T'), (p.goats, 'G')])
}

/// Bagh-chal and its small boards.
pub(crate) fn family() -> Family {
    fn game(side: usize, goats: u8, captures: u8) -> Box<dyn AnyGame> {
        any_game!(BaghChal::new(side, goats, captures))
    }
    Family::new("baghchal", "Bagh-Chal", RULES)
        .variant("regular", "5x5 board, 20 goats, five to be captured", || game(5, 20, 5))
        .variant("4x4", "4x4 board without diagonals, 12 goats, three to be captured", || game(4, 12, 3))
        .variant("3x3", "3x3 board, 4 goats, one to be captured", || game(3, 4, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};
    use zermelo_core::parse_move;

    /// The source does not say how many captures win on this board. One does: with two, three or four the
    /// same goats give other counts.
    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&BaghChal::new(3, 4, 1), "baghchal/3x3");
    }

    #[test]
    fn boards_have_their_lines() {
        // (points a side, lines between neighbours, ways to jump)
        for (side, lines, jumps) in [(3, 16, 16), (4, 24, 32), (5, 56, 80)] {
            let directions = BaghChal::new(side, 4, 4).directions;
            let count = |points: fn(&Direction) -> u32| {
                directions.iter().map(|way| points(way).count_ones()).sum::<u32>()
            };
            assert_eq!((count(|way| way.steps) / 2, count(|way| way.jumps)), (lines, jumps), "{side}");
        }
    }

    #[test]
    fn goats_and_tigers_step_along_lines() {
        let game = BaghChal::new(3, 4, 2);
        assert_eq!(moves_in(&game, "1_4_T-T---T-T"), "b3 a2 b2 c2 b1");
        // No diagonal leads through b3, so the tigers on a2 and c2 cannot go there.
        assert_eq!(moves_in(&game, "1_0_G-GTGTTTG"), "b2-b3 c3-b3 a3-b3");
        assert_eq!(moves_in(&game, "2_0_G-GTGTTTG"), "b1xb3");
    }

    #[test]
    fn tigers_jump_straight_over_one_goat() {
        let game = BaghChal::new(3, 4, 2);
        // Over b2: from a3 to c1 and from b1 to b3, but not from c3 to a1, where a tiger stands.
        let moves = moves_in(&game, "2_3_T-T-G-TT-");
        let jumps: Vec<&str> = moves.split(' ').filter(|m| m.contains('x')).collect();
        assert_eq!(jumps, ["b1xb3", "a3xc1"]);
        let p = game.parse("2_3_T-T-G-TT-").unwrap();
        let after = game.play(&p, parse_move(&game, &p, "a3xc1").unwrap());
        assert_eq!((game.format(&after), after.captured), ("1_3_--T---TTT".into(), 1));
    }

    #[test]
    fn tigers_lose_without_a_move_and_win_by_captures() {
        let game = BaghChal::new(3, 4, 2);
        assert_eq!(moves_in(&game, "2_0_G-GTGTTGT"), "");
        assert_eq!(game.end(&game.parse("1_2_T-T---T-T").unwrap()), Some(Value::Lose));
        assert_eq!(game.end(&game.parse("1_3_T-T---T-T").unwrap()), None);
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let game = BaghChal::new(3, 4, 2);
        for (text, reason) in [
            ("T-T---T-T", "'T-T---T-T' does not begin with the player to move, '1_' or '2_'"),
            ("1_T-T---T-T", "lacks the number of goats to place, 0 to 4, as in 1_4_T-T---T-T"),
            ("1_5_T-T---T-T", "lacks the number of goats to place, 0 to 4"),
            ("1_4_T-T---T--", "has 3 tigers; there are always 4"),
            ("1_3_T-TGG-T-T", "has 2 goats; only 1 have been placed"),
            ("1_1_T-T---T-T", "lacks 3 goats; the game is over when Tigers captures goat number 2"),
            ("2_1_T-TG--T-T", "lacks 2 goats; the game is over when Tigers captures goat number 2"),
            ("2_3_T-T---T-T", "Tigers is to move, but no goat is on the board"),
            ("1_4_T-T-x-T-T", "allowed are '-', 'T', 'G'"),
        ] {
            let error = game.parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
