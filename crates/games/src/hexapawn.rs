//! Hexapawn: pawns that walk to the far row, on boards of any small size.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Shape, Sign};
use zermelo_core::{Game, Grid, Group, Pack, ParseError, Permutation, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;
use crate::size;

const RULES: &str = "\
White (`w`) has a pawn on every cell of the bottom row, Black (`b`) on every cell of the top row. White begins.
A pawn moves one step straight forward onto an empty cell, or captures an enemy pawn one step diagonally forward.
Whoever brings a pawn to the row where the opponent's pawns began wins. A player who cannot move loses, also one
without pawns.
With forced capture a player who can capture has to.
Other boards can be chosen: on 3x4 there are three rows and four columns.";

/// The largest game on that many cells, 4x6, has three million positions up to the mirror.
const MOST_CELLS: usize = 24;

/// The game on one board.
struct Hexapawn {
    board: Grid,
    forced_capture: bool,
    /// Left and right can be swapped; up and down cannot, as the pawns walk that way.
    mirror: Group,
}

/// The pawns of each side, one bit a cell. White is the first player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    turn: Turn,
    #[pack(bits = 24)]
    white: u32,
    #[pack(bits = 24)]
    black: u32,
}

impl Position {
    /// The pawns of the player to move and those of the opponent.
    fn sides(self) -> (u32, u32) {
        self.turn.own_first(self.white, self.black)
    }
}

/// A pawn goes from one cell to another; it captures what stands there.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Step {
    from: usize,
    to: usize,
}

impl Hexapawn {
    fn new(rows: usize, cols: usize, forced_capture: bool) -> Hexapawn {
        let board = Grid::new(rows, cols);
        let mirror = (0..board.cells()).map(|cell| board.at(cell / cols, cols - 1 - cell % cols));
        let mirror = Group::generate(board.cells(), &[Permutation::new(mirror.collect())]);
        Hexapawn { board, forced_capture, mirror }
    }

    /// The row on which the pawns of a player begin.
    fn home(&self, player: Turn) -> u32 {
        let top = (1 << self.board.cols) - 1;
        match player {
            Turn::First => top << (self.board.cells() - self.board.cols),
            Turn::Second => top,
        }
    }

    /// The steps of the player to move that go `right` by so many columns and end on one of `targets`.
    fn steps(&self, p: &Position, right: isize, targets: u32) -> impl Iterator<Item = Step> {
        let down = match p.turn {
            Turn::First => -1,
            Turn::Second => 1,
        };
        bits(p.sides().0).filter_map(move |from| {
            let from = usize::from(from);
            let to = self.board.step(from, down, right)?;
            (targets >> to & 1 == 1).then_some(Step { from, to })
        })
    }
}

fn pawn(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.white, 'w'), (p.black, 'b')])
}

impl Game for Hexapawn {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Position { turn: Turn::First, white: self.home(Turn::First), black: self.home(Turn::Second) }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, opponent) = p.sides();
        (opponent & self.home(p.turn) != 0).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Step>) {
        let (_, opponent) = p.sides();
        out.extend(self.steps(p, -1, opponent));
        out.extend(self.steps(p, 1, opponent));
        if !self.forced_capture || out.is_empty() {
            out.extend(self.steps(p, 0, !(p.white | p.black)));
        }
    }

    fn play(&self, p: &Position, Step { from, to }: Step) -> Position {
        let (own, opponent) = p.sides();
        let (white, black) = p.turn.own_first(own ^ (1 << from | 1 << to), opponent & !(1 << to));
        Position { turn: p.turn.next(), white, black }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.board.cells()).map(|cell| pawn(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let cells = parse_cells(board, self.board.cells(), "-wb")?;
        let p = Position { turn, white: cells_of(&cells, 1) as u32, black: cells_of(&cells, 2) as u32 };
        let (own, opponent) = p.sides();
        let most = self.board.cols;
        if own.count_ones().max(opponent.count_ones()) as usize > most {
            return Err(ParseError::new(format!("'{text}' has more than {most} pawns of one side")));
        }
        if own & self.home(turn.next()) != 0 {
            return Err(ParseError::new(format!("'{text}' went on after the player to move had won")));
        }
        if (opponent & self.home(turn)).count_ones() > 1 {
            let rule = "the game ends with the first";
            return Err(ParseError::new(format!("'{text}' has several pawns on the far row; {rule}")));
        }
        Ok(p)
    }

    /// As in chess: `a1-a2`, and `a1xb2` for a capture.
    fn format_move(&self, p: &Position, Step { from, to }: Step) -> String {
        let captures = (p.white | p.black) >> to & 1 == 1;
        let [from, to] = [from, to].map(|cell| self.board.name(cell));
        format!("{from}{}{to}", if captures { 'x' } else { '-' })
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| pawn(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The pawns show which way they walk.
    fn look(&self) -> Option<Look> {
        let pawn = |colour, way| Piece::new(Shape::Person, colour).marked(way).scaled(8.0);
        let look = Look::checkerboard(self.board.rows, self.board.cols);
        Some(look.piece('w', pawn(Colour::First, "↑")).piece('b', pawn(Colour::Second, "↓")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..self.board.cells()).map(|cell| pawn(p, cell)))
    }

    fn sign(&self, _: &Position, Step { from, to }: Step) -> Sign {
        Sign::arrow(from, to)
    }

    fn symmetries(&self) -> usize {
        self.mirror.len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |pawns: u32| self.mirror.image(k, pawns.into()) as u32;
        Position { white: image(p.white), black: image(p.black), ..*p }
    }
}

/// Hexapawn and its variants.
pub(crate) fn family() -> Family {
    Family::new("hexapawn", "Hexapawn", RULES)
        .variant("3x3", "three pawns each", || any_game!(Hexapawn::new(3, 3, false)))
        .variant("3x4", "four pawns each", || any_game!(Hexapawn::new(3, 4, false)))
        .variant("3x5", "five pawns each", || any_game!(Hexapawn::new(3, 5, false)))
        .variant("3x3-forced-capture", "three pawns each, who can capture must", || {
            any_game!(Hexapawn::new(3, 3, true))
        })
        .variant("3x4-forced-capture", "four pawns each, who can capture must", || {
            any_game!(Hexapawn::new(3, 4, true))
        })
        .open("ROWSxCOLS", "two or more rows, up to 24 cells, e.g. 4x4 or 4x4-forced-capture", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let plain = variant.strip_suffix("-forced-capture");
    let (rows, cols) = size::parse(plain.unwrap_or(variant))?;
    if rows < 2 || rows * cols > MOST_CELLS {
        return Err(ParseError::new(format!("a board has two or more rows and up to {MOST_CELLS} cells")));
    }
    Ok(any_game!(Hexapawn::new(rows, cols, plain.is_some())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Hexapawn::new(3, 3, false), "hexapawn/3x3");
        agrees_with_truth(&Hexapawn::new(3, 4, false), "hexapawn/3x4");
        agrees_with_truth(&Hexapawn::new(3, 5, false), "hexapawn/3x5");
        agrees_with_truth(&Hexapawn::new(4, 4, false), "hexapawn/4x4");
        agrees_with_truth(&Hexapawn::new(3, 3, true), "hexapawn/3x3-forced-capture");
        agrees_with_truth(&Hexapawn::new(3, 4, true), "hexapawn/3x4-forced-capture");
    }

    #[test]
    fn a_forced_capture_leaves_no_other_move() {
        let names = |forced_capture| {
            let game = Hexapawn::new(3, 3, forced_capture);
            let p = game.parse("2_bbbw---ww").unwrap();
            let mut moves = Vec::new();
            game.moves(&p, &mut moves);
            moves.iter().map(|&m| game.format_move(&p, m)).collect::<Vec<_>>()
        };
        assert_eq!(names(true), ["b3xa2"]);
        assert_eq!(names(false), ["b3xa2", "b3-b2", "c3-c2"]);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Hexapawn::new(3, 3, false);
        for text in ["bbb---www", "1_bbb---ww", "1_bbbw--www", "1_wbb----ww", "2_bbb----wb", "2_ww-b----w"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
