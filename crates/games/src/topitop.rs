//! Topitop: build sand castles together, and be the first to crown them with all your buckets.

mod barred;
mod boards;
mod picture;
mod tiers;

use std::sync::Arc;

use zermelo_core::picture::{Figures, Look, Part};
use zermelo_core::{Game, Grid, Group, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;
use barred::{Barred, NEIGHBOURS};
use boards::Boards;

const RULES: &str = "\
The board has 3x3 cells and is empty at the start. Beside it lie two blue and two red buckets, four small and four
large piles of sand. Blue begins. Only Blue may use blue buckets, only Red red ones; the sand is for both.

On a cell stands a bucket (`B` or `R`), a small pile (`S`), a large pile (`L`), or a building: a small pile on a large
one is a castle (`C`); a bucket may crown a small pile (`X` blue, `O` red) or a castle (`P` blue, `Q` red), but not a large
pile alone.

A turn is one of:

- place a bucket of yours or a pile from beside the board on an empty cell;
- move what stands on a cell, all of it, one step in any of the eight directions to an empty cell;
- move it onto a neighbouring cell where it fits on top: a bucket on a small pile or on a castle, a small pile (with or
  without a bucket of yours) on a large one.

Nobody moves a building with an enemy bucket. Sand without a bucket that was just moved to an empty cell may not be moved
straight back in the next turn. A player passes if, and only if, there is nothing else to do.

Whoever has all his buckets on castles wins. The smaller games have fewer pieces.";

const GRID: Grid = Grid::new(3, 3);
const CELLS: usize = GRID.cells();
/// A set of cells, one bit each.
type Cells = u16;
const ALL: Cells = (1 << CELLS) - 1;

/// What stands on a cell as a letter; the first is an empty cell.
const LETTERS: &str = "-BXPROQSLC";

/// The pieces of a game.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    /// Of each player. All of them on castles win.
    buckets: u32,
    small: u32,
    large: u32,
}

impl Pieces {
    const REGULAR: Pieces = Pieces { buckets: 2, small: 4, large: 4 };
    const SMALL: Pieces = Pieces { buckets: 1, small: 2, large: 2 };
    const TINY: Pieces = Pieces { buckets: 1, small: 1, large: 1 };
}

struct Topitop {
    pieces: Pieces,
    boards: Arc<Boards>,
}

/// Where pieces of each kind are, whose turn it is, and what the player to move may not do. The pieces on a
/// cell tell the building, since they can be stacked in one order only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    blue: Cells,
    red: Cells,
    small: Cells,
    large: Cells,
    turn: Turn,
    barred: Barred,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Bucket,
    Small,
    Large,
}

impl Piece {
    /// Its letter if it is placed alone by a player.
    fn letter(self, player: Turn) -> char {
        match (self, player) {
            (Piece::Bucket, Turn::First) => 'B',
            (Piece::Bucket, Turn::Second) => 'R',
            (Piece::Small, _) => 'S',
            (Piece::Large, _) => 'L',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Place(Piece, u8),
    /// Take all of a cell to a neighbouring one that is empty or where it fits on top.
    Step {
        from: u8,
        to: u8,
    },
    Pass,
}

impl Position {
    /// The buckets of the player to move, and those of the other.
    #[inline]
    fn sides(&self) -> (Cells, Cells) {
        self.turn.own_first(self.blue, self.red)
    }

    #[inline]
    fn crowned(&self) -> Cells {
        self.blue | self.red
    }

    /// Sand without a bucket, which both players may move.
    #[inline]
    fn neutral(&self) -> Cells {
        (self.small | self.large) & !self.crowned()
    }

    #[inline]
    fn empty(&self) -> Cells {
        ALL & !(self.blue | self.red | self.small | self.large)
    }

    /// The buckets of these that are on castles.
    #[inline]
    fn on_castles(&self, buckets: Cells) -> u32 {
        (buckets & self.small & self.large).count_ones()
    }

    /// The cells of whatever the player to move may move.
    #[inline]
    fn movable(&self) -> Cells {
        self.sides().0 | self.neutral()
    }

    /// The neighbours of `from` on top of which its building fits, if the player to move may move it.
    #[inline]
    fn tops(&self, from: u8) -> Cells {
        let (own, other) = self.sides();
        let here = 1 << from;
        let tops = if own & !self.small & here != 0 {
            self.small & !(own | other)
        } else if self.small & !self.large & !other & here != 0 {
            self.large & !self.small
        } else {
            0
        };
        tops & NEIGHBOURS[usize::from(from)]
    }

    /// The empty neighbours of `from` to which its building may go.
    #[inline]
    fn free_steps(&self, from: u8) -> Cells {
        self.empty() & NEIGHBOURS[usize::from(from)] & !self.barred.targets(from)
    }

    /// The same pieces after all on `from` went to `to`.
    #[inline]
    fn carried(&self, from: u8, to: u8) -> Position {
        let carry = |cells: Cells| {
            let here = cells >> from & 1;
            cells ^ (here << from | here << to)
        };
        Position {
            blue: carry(self.blue),
            red: carry(self.red),
            small: carry(self.small),
            large: carry(self.large),
            ..*self
        }
    }

    /// The turn of the other player, with nothing barred.
    #[inline]
    fn passed(&self) -> Position {
        Position { turn: self.turn.next(), barred: Barred::NOTHING, ..*self }
    }

    /// After a step to an empty cell.
    #[inline]
    fn stepped(&self, from: u8, to: u8) -> Position {
        let back = if self.neutral() >> from & 1 == 1 { Barred::step(to, from) } else { Barred::NOTHING };
        Position { barred: back, ..self.carried(from, to).passed() }
    }

    /// After a step onto another building.
    #[inline]
    fn stacked(&self, from: u8, to: u8) -> Position {
        self.carried(from, to).passed()
    }

    #[inline]
    fn placed(&self, piece: Piece, cell: u8) -> Position {
        let mut after = self.passed();
        let cells = match (piece, self.turn) {
            (Piece::Bucket, Turn::First) => &mut after.blue,
            (Piece::Bucket, Turn::Second) => &mut after.red,
            (Piece::Small, _) => &mut after.small,
            (Piece::Large, _) => &mut after.large,
        };
        *cells |= 1 << cell;
        after
    }

    /// The same with colours and turn swapped.
    #[inline]
    fn swapped(&self) -> Position {
        Position { blue: self.red, red: self.blue, turn: self.turn.next(), ..*self }
    }
}

impl Topitop {
    fn new(pieces: Pieces) -> Topitop {
        Topitop { pieces, boards: Boards::new(pieces) }
    }

    fn group(&self) -> &Group {
        self.boards.group()
    }

    /// What the player to move still has beside the board.
    #[inline]
    fn left(&self, p: &Position) -> impl Iterator<Item = Piece> {
        let Pieces { buckets, small, large } = self.pieces;
        let used = [
            (Piece::Bucket, p.sides().0, buckets),
            (Piece::Small, p.small, small),
            (Piece::Large, p.large, large),
        ];
        used.into_iter().filter(|(_, cells, all)| cells.count_ones() < *all).map(|(piece, ..)| piece)
    }

    /// What is wrong with a position that was read, if anything.
    fn fault(&self, p: &Position) -> Option<String> {
        let Pieces { buckets, small, large } = self.pieces;
        let used = [
            (p.blue, buckets, "blue buckets"),
            (p.red, buckets, "red buckets"),
            (p.small, small, "small piles"),
            (p.large, large, "large piles"),
        ];
        for (cells, all, name) in used {
            let count = cells.count_ones();
            if count > all {
                return Some(format!("has {count} {name}; there are {all}"));
            }
        }
        let (own, other) = p.sides();
        if p.on_castles(own) == buckets {
            return Some("went on after the player to move had won".into());
        }
        let over = p.on_castles(other) == buckets;
        let (from, to) = p.barred.cells()?;
        if over || p.neutral() >> from & 1 == 0 || p.empty() >> to & 1 == 0 {
            let step = format!("{}-{}", name(from), name(to));
            return Some(format!(
                "bars the step {step}; only sand without a bucket, before an empty cell, can be barred"
            ));
        }
        None
    }
}

fn name(cell: u8) -> String {
    GRID.name(cell.into())
}

fn letter(p: &Position, cell: usize) -> char {
    let Position { blue, red, small, large, .. } = *p;
    let castle = small & large;
    letter_at(
        cell,
        [
            (blue & castle, 'P'),
            (blue & small, 'X'),
            (blue, 'B'),
            (red & castle, 'Q'),
            (red & small, 'O'),
            (red, 'R'),
            (castle, 'C'),
            (small, 'S'),
            (large, 'L'),
        ],
    )
}

impl Game for Topitop {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { blue: 0, red: 0, small: 0, large: 0, turn: Turn::First, barred: Barred::NOTHING }
    }

    #[inline]
    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        (p.on_castles(moved_last) == self.pieces.buckets).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        for piece in self.left(p) {
            out.extend(bits(p.empty().into()).map(|cell| Move::Place(piece, cell)));
        }
        for from in bits(p.movable().into()) {
            let targets = p.free_steps(from) | p.tops(from);
            out.extend(bits(targets.into()).map(|to| Move::Step { from, to }));
        }
        if out.is_empty() {
            out.push(Move::Pass);
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        match m {
            Move::Place(piece, cell) => p.placed(piece, cell),
            Move::Step { from, to } if p.empty() >> to & 1 == 1 => p.stepped(from, to),
            Move::Step { from, to } => p.stacked(from, to),
            Move::Pass => p.passed(),
        }
    }

    /// The board in reading order; if a step is barred, `_` and its name follow: `1_S--L----B_a3-b3`.
    fn format(&self, p: &Position) -> String {
        let mut text = p.turn.prefix((0..CELLS).map(|cell| letter(p, cell)));
        if let Some((from, to)) = p.barred.cells() {
            text += &format!("_{}-{}", name(from), name(to));
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        let (board, barred) = match rest.split_once('_') {
            Some((board, step)) => (board, Barred::parse(step)?),
            None => (rest, Barred::NOTHING),
        };
        let cells = parse_cells(board, CELLS, LETTERS)?;
        let with = |letters: &str| -> Cells {
            let kinds = LETTERS.chars().enumerate().filter(|(_, letter)| letters.contains(*letter));
            kinds.map(|(kind, _)| cells_of(&cells, kind as u8) as Cells).sum()
        };
        let p = Position {
            blue: with("BXP"),
            red: with("ROQ"),
            small: with("XPOQSC"),
            large: with("PQLC"),
            turn,
            barred,
        };
        match self.fault(&p) {
            Some(fault) => Err(ParseError::new(format!("'{text}' {fault}"))),
            None => Ok(p),
        }
    }

    fn format_move(&self, p: &Position, m: Move) -> String {
        match m {
            Move::Place(piece, cell) => format!("{}{}", piece.letter(p.turn), name(cell)),
            Move::Step { from, to } => format!("{}-{}", name(from), name(to)),
            Move::Pass => "pass".into(),
        }
    }

    fn board(&self, p: &Position) -> String {
        let board = GRID.draw(|cell| letter(p, cell));
        match p.barred.cells() {
            Some((from, to)) => format!("{board}\n\n{}-{} is barred", name(from), name(to)),
            None => board,
        }
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        Some(picture::look())
    }

    fn figures(&self, p: &Position) -> Figures {
        picture::figures(self.pieces, p)
    }

    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        picture::parts(p, m)
    }

    fn symmetries(&self) -> usize {
        self.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        self.boards.image(p, k)
    }
}

/// Topitop and its smaller games.
pub(crate) fn family() -> Family {
    Family::new("topitop", "Topitop", RULES)
        .variant("regular", "two buckets each, four small and four large piles", || game(Pieces::REGULAR))
        .variant("small", "a bucket each, two small and two large piles", || game(Pieces::SMALL))
        .variant("tiny", "a bucket each, one small and one large pile", || game(Pieces::TINY))
}

fn game(pieces: Pieces) -> Box<dyn AnyGame> {
    any_game!(Topitop::new(pieces))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in, passes_battery};
    use zermelo_core::parse_move;

    fn regular() -> Topitop {
        Topitop::new(Pieces::REGULAR)
    }

    /// The names of the moves in a position that begin so.
    fn moves_from(position: &str, start: &str) -> String {
        let moves = moves_in(&regular(), position);
        moves.split(' ').filter(|name| name.starts_with(start)).collect::<Vec<&str>>().join(" ")
    }

    fn after(position: &str, m: &str) -> String {
        let game = regular();
        let p = game.parse(position).unwrap();
        game.format(&game.play(&p, parse_move(&game, &p, m).unwrap()))
    }

    #[test]
    fn a_bucket_goes_on_small_piles_and_castles_only() {
        assert_eq!(moves_from("1_BS-CL----", "a3-"), "a3-b3 a3-a2");
        assert_eq!(after("1_BS-CL----", "a3-b3"), "2_-X-CL----");
        assert_eq!(after("1_BS-CL----", "a3-a2"), "2_-S-PL----");
        assert_eq!(after("2_RS-CL----", "a3-a2"), "1_-S-QL----");
    }

    #[test]
    fn a_small_pile_goes_on_large_ones_with_or_without_its_bucket() {
        assert_eq!(moves_from("1_SL-CB----", "a3-"), "a3-b3");
        assert_eq!(after("1_SL-CB----", "a3-b3"), "2_-C-CB----");
        assert_eq!(after("2_OL-CB----", "a3-b3"), "1_-Q-CB----");
        assert_eq!(moves_from("1_LS-SS----", "a3-"), "");
        assert_eq!(moves_from("1_CL-LL----", "a3-"), "");
        assert_eq!(moves_from("1_PL-LL----", "a3-"), "");
    }

    #[test]
    fn nobody_moves_or_places_the_buckets_of_the_other() {
        assert_eq!(moves_from("2_X--B-----", "a3-"), "");
        assert_eq!(moves_from("2_X--B-----", "a2-"), "");
        assert_eq!(moves_from("2_---------", "B"), "");
        assert_eq!(moves_from("2_RR-------", "R"), "");
        assert_eq!(moves_from("2_R--------", "R"), "Rb3 Rc3 Ra2 Rb2 Rc2 Ra1 Rb1 Rc1");
    }

    #[test]
    fn sand_does_not_go_straight_back() {
        assert_eq!(after("1_S--------", "a3-b3"), "2_-S-------_b3-a3");
        assert_eq!(moves_from("2_-S-------_b3-a3", "b3-"), "b3-c3 b3-a2 b3-b2 b3-c2");
        // It may go on, and later come back; buckets go as they like; what is stacked stays anyway.
        assert_eq!(after("2_-S-------_b3-a3", "b3-a2"), "1_---S-----_a2-b3");
        assert_eq!(after("2_-S-------_b3-a3", "Rc1"), "1_-S------R");
        assert_eq!(after("1_B--------", "a3-b3"), "2_-B-------");
        assert_eq!(after("1_SL-------", "a3-b3"), "2_-C-------");
    }

    #[test]
    fn a_player_passes_when_nothing_else_is_left() {
        assert_eq!(moves_in(&regular(), "1_CLBCRLSRB"), "pass");
        assert_eq!(moves_in(&regular(), "2_CLRQBBCS-_b1-c1"), "pass");
        assert_eq!(after("2_CLRQBBCS-_b1-c1", "pass"), "1_CLRQBBCS-");
        assert_eq!(moves_in(&regular(), "2_CLRQBBCS-"), "b1-c1");
    }

    #[test]
    fn all_buckets_on_castles_win() {
        let end = |game: &Topitop, text| game.end(&game.parse(text).unwrap());
        assert_eq!(end(&regular(), "2_PP-------"), Some(Value::Lose));
        assert_eq!(end(&regular(), "2_PX-------"), None);
        assert_eq!(end(&regular(), "1_QQ-P-----"), Some(Value::Lose));
        assert_eq!(end(&Topitop::new(Pieces::SMALL), "2_P--------"), Some(Value::Lose));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let refused = |text| regular().parse(text).unwrap_err().to_string();
        assert_eq!(refused("1_BXP------"), "'1_BXP------' has 3 blue buckets; there are 2");
        assert_eq!(refused("1_SSSX-O---"), "'1_SSSX-O---' has 5 small piles; there are 4");
        assert_eq!(refused("1_LCLQL----"), "'1_LCLQL----' has 5 large piles; there are 4");
        assert_eq!(refused("1_PP-------"), "'1_PP-------' went on after the player to move had won");
        assert_eq!(
            refused("1_B--------_a3-b3"),
            "'1_B--------_a3-b3' bars the step a3-b3; only sand without a bucket, before an empty cell, can be barred"
        );
        assert!(refused("1_SS-------_a3-b3").ends_with("can be barred"));
        assert!(refused("2_PP----S--_a1-b1").ends_with("can be barred"));
        assert_eq!(
            refused("1_S--------_a3-c3"),
            "'a3-c3' is not a step; steps lead to one of the eight cells around"
        );
        assert_eq!(refused("1_S--------_a3"), "'a3' is not a barred step; steps are written as 'a3-b2'");
        assert_eq!(refused("1_S--------_a4-a3"), "'a4' is not a cell; cells are a1 to c3");
        assert!(refused("1_Z--------").starts_with("character 1 of"));
    }

    #[test]
    fn counts_equal_those_of_a_brute_force() {
        agrees_with_truth(&Topitop::new(Pieces::TINY), "topitop/tiny");
    }

    #[test]
    fn the_regular_game_keeps_the_laws() {
        passes_battery(&regular());
    }
}
