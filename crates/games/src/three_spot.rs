//! 3-Spot: three dominoes on nine cells, and points for covering the bottom row.

use zermelo_core::picture::{Colour, Figures, Look, Part, Piece, Sign};
use zermelo_core::{Game, Grid, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
Three dominoes lie upright on a 3x3 board and cover its two lower rows: blue on the left, white in the
middle, red on the right. The three cells of the bottom row are spots. Blue begins.

On your turn, pick up your domino and put it down elsewhere, so that it covers at least one cell it did
not cover before; then do the same with the white one. Both moves are compulsory. You score a point for
each spot that your own domino covers after your move.

The game ends when a player has 12 points or more. That player wins if the opponent has at least 6
points, and loses otherwise.";

const BOARD: Grid = Grid::new(3, 3);
const SPOTS: u16 = 0o700;
const GOAL: u8 = 12;
/// What the opponent must have for the player who reaches the goal to win.
const CONSOLATION: u8 = 6;
/// The most a player can have: one below the goal, and then both cells of the domino on spots.
const MOST_POINTS: u8 = GOAL - 1 + 2;

/// Where a domino can lie: the sets of two adjacent cells.
const DOMINOES: [u16; 12] =
    [0o003, 0o006, 0o030, 0o060, 0o300, 0o600, 0o011, 0o022, 0o044, 0o110, 0o220, 0o440];

struct ThreeSpot;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    #[pack(bits = 9)]
    blue: u16,
    #[pack(bits = 9)]
    red: u16,
    #[pack(bits = 9)]
    white: u16,
    /// Of blue and of red.
    points: [u8; 2],
    turn: Turn,
}

impl Position {
    fn colour(&self, cell: usize) -> char {
        letter_at(cell, [(self.blue, 'B'), (self.red, 'R'), (self.white, 'W')])
    }
}

/// Where the own and the white domino go.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    own: u16,
    white: u16,
}

/// The places a domino can move to while the cells of `others` are covered.
fn places(domino: u16, others: u16) -> impl Iterator<Item = u16> {
    DOMINOES.into_iter().filter(move |&place| place != domino && place & others == 0)
}

/// Its upper or left cell, and `h` or `v` for how it lies.
fn domino_name(domino: u16) -> String {
    let cell = domino.trailing_zeros() as usize;
    let horizontal = domino >> cell == 0b11;
    format!("{}{}", BOARD.name(cell), if horizontal { 'h' } else { 'v' })
}

impl Game for ThreeSpot {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { blue: 0o110, red: 0o440, white: 0o220, points: [0, 0], turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        // Only the player who has just moved can have reached the goal.
        let (own, opponents) = p.turn.own_first(p.points[0], p.points[1]);
        let value = if own < CONSOLATION { Value::Win } else { Value::Lose };
        (opponents >= GOAL).then_some(value)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, opponents) = p.turn.own_first(p.blue, p.red);
        for own in places(own, opponents | p.white) {
            out.extend(places(p.white, opponents | own).map(|white| Move { own, white }));
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = Position { white: m.white, turn: p.turn.next(), ..*p };
        match p.turn {
            Turn::First => next.blue = m.own,
            Turn::Second => next.red = m.own,
        }
        next.points[p.turn as usize] += (m.own & SPOTS).count_ones() as u8;
        next
    }

    fn format(&self, p: &Position) -> String {
        let cells: String = (0..BOARD.cells()).map(|cell| p.colour(cell)).collect();
        format!("{}_{cells}{:02}{:02}", p.turn, p.points[0], p.points[1])
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        if rest.len() != 13 || !rest.is_ascii() {
            let start = self.format(&self.start());
            return Err(ParseError::new(format!(
                "'{rest}' is not 9 cells and two digits for the points of either player, as in {start}"
            )));
        }
        let cells = parse_cells(&rest[..9], 9, "-BRW")?;
        let [blue, red, white] = [1, 2, 3].map(|kind| cells_of(&cells, kind) as u16);
        if ![blue, red, white].iter().all(|domino| DOMINOES.contains(domino)) {
            return Err(ParseError::new(format!(
                "'{text}' does not show three dominoes B, R and W of two cells"
            )));
        }
        let points = |digits: &str| digits.parse().ok().filter(|&points: &u8| points <= MOST_POINTS);
        let (Some(blues), Some(reds)) = (points(&rest[9..11]), points(&rest[11..])) else {
            return Err(ParseError::new(format!("the points in '{text}' are not from 00 to {MOST_POINTS}")));
        };
        if turn.own_first(blues, reds).0 >= GOAL {
            return Err(ParseError::new(format!("in '{text}' the player to move has {GOAL} points already")));
        }
        Ok(Position { blue, red, white, points: [blues, reds], turn })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        format!("{},{}", domino_name(m.own), domino_name(m.white))
    }

    fn board(&self, p: &Position) -> String {
        let [blue, red] = p.points;
        format!("{}\n\nblue {blue}, red {red}", BOARD.draw(|cell| p.colour(cell)))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The board with its spots, and below it the points of each player.
    fn look(&self) -> Option<Look> {
        let look = Look::grid(BOARD.rows, BOARD.cols).shelf(2);
        let look = bits(SPOTS.into()).fold(look, |look, spot| look.mark(spot.into()));
        let half = |colour, letter| Piece::square(colour).marked(letter).scaled(10.5);
        let look = look.piece('B', half(Colour::First, "B")).piece('R', half(Colour::Second, "R"));
        Some(look.piece('W', half(Colour::Light, "W")))
    }

    fn figures(&self, p: &Position) -> Figures {
        let [blue, red] = p.points;
        let figures = Figures::letters((0..BOARD.cells()).map(|cell| p.colour(cell)));
        let figures = figures.text(BOARD.cells(), format!("blue {blue}"));
        figures.text(BOARD.cells() + 1, format!("red {red}"))
    }

    /// The own domino, then the white one.
    fn parts(&self, _: &Position, m: Move) -> Vec<Part> {
        let lies = |domino: u16| Sign::line(domino.trailing_zeros() as usize, domino.ilog2() as usize);
        [m.own, m.white].map(|domino| Part::new(domino_name(domino), lies(domino))).into()
    }

    fn figures_between(&self, p: &Position, m: Move, _: usize) -> Figures {
        let (_, opponents) = p.turn.own_first(p.blue, p.red);
        let (blue, red) = p.turn.own_first(m.own, opponents);
        self.figures(&Position { blue, red, ..*p })
    }
}

/// 3-Spot.
pub(crate) fn family() -> Family {
    Family::new("3spot", "3-Spot", RULES)
        .variant("regular", "12 points win against 6 or more", || any_game!(ThreeSpot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&ThreeSpot, "3spot/regular");
    }

    #[test]
    fn the_own_domino_scores_and_the_white_one_does_not() {
        let p = ThreeSpot.parse("1_BW-BWR--R0304").unwrap();
        let next = ThreeSpot.play(&p, parse_move(&ThreeSpot, &p, "a1h,a3v").unwrap());
        assert_eq!(ThreeSpot.format(&next), "2_W--W-RBBR0504");
    }

    #[test]
    fn whoever_reaches_twelve_too_early_loses() {
        let end = |text| ThreeSpot.end(&ThreeSpot.parse(text).unwrap());
        assert_eq!(end("2_W--W-RBBR1205"), Some(Value::Win));
        assert_eq!(end("2_W--W-RBBR1206"), Some(Value::Lose));
        assert_eq!(end("2_W--W-RBBR1111"), None);
    }
}
