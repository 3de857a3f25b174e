//! Men's morris: one set of rules on boards of different size.

mod tiers;

use std::sync::Arc;

use zermelo_core::picture::{Figures, Look, Part, Sign};
use zermelo_core::{Game, Misere, Pack, ParseError, SymmetricBoard, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::{bits, joined};
use crate::pieces::letter_at;

const THREE_RULES: &str = "\
The board has nine points in three rows and three columns. White and Black have three men each; White
begins.

First the players place their men in turn on empty points. When all six have been placed, a move takes a
man along a line to an adjacent empty point; in the *flying* variant, to any empty point.

Whoever closes a mill, three own men in a row or column (diagonals do not count), by placing or moving,
takes an enemy man off the board: one that is not in a mill, or any if all enemy men are in mills.

When all men have been placed, the player to move loses (misère: wins) if he has no move, or if either
player has fewer than three men.";

const SIX_RULES: &str = "\
The board has sixteen points on two squares, one inside the other, joined at the middles of their sides.
White and Black have six men each; White begins.

First the players place their men in turn on empty points. When all twelve have been placed, a move
takes a man along a line to an adjacent empty point; in the *flying* variants, a player with three men
may move to any empty point.

Whoever closes a mill, three own men along a side of a square, by placing or moving, takes an enemy man
off the board: one that is not in a mill, or any if all enemy men are in mills. Other variants allow
taking *any* man, or *never* one in a mill; then a mill takes nothing if all enemy men are in mills.

When all men have been placed, a player with fewer than three men, or to move without a move, loses.";

const NINE_RULES: &str = "\
The board has twenty-four points on three squares, one inside the other, joined at the middles of their sides.
White and Black have nine men each; White begins.

First the players place their men in turn on empty points. When all eighteen have been placed, a move takes a
man along a line to an adjacent empty point; a player with three men may move to any empty point, except in the
variants without *flying*.

Whoever closes a mill, three own men along a line of the board, by placing or moving, takes an enemy man off the
board: one that is not in a mill, or any if all enemy men are in mills. Other variants allow taking *any* man, or
*never* one in a mill; then a mill takes nothing if all enemy men are in mills.

When all men have been placed, a player with fewer than three men, or to move without a move, loses.";

/// Points `o` and the lines between them. Three points in a straight line of the picture form a mill.
const THREE_BOARD: &str = "\
o-o-o
| | |
o-o-o
| | |
o-o-o";

const SIX_BOARD: &str = "\
o---o---o
|   |   |
| o-o-o |
| |   | |
o-o   o-o
| |   | |
| o-o-o |
|   |   |
o---o---o";

const NINE_BOARD: &str = "\
o-----o-----o
|     |     |
| o---o---o |
| |   |   | |
| | o-o-o | |
| | |   | | |
o-o-o   o-o-o
| | |   | | |
| | o-o-o | |
| |   |   | |
| o---o---o |
|     |     |
o-----o-----o";

/// With fewer men a player can close no mill, and has lost.
const FEWEST_MEN: u32 = 3;

/// Which enemy men a mill may take.
#[derive(Clone, Copy)]
enum Removal {
    /// Those outside mills; if there are none, any.
    OutsideMillsFirst,
    /// Any.
    Any,
    /// Those outside mills only.
    OutsideMillsOnly,
}

struct Morris {
    picture: &'static str,
    /// Line and column of each point in the picture, in reading order.
    points: Vec<(usize, usize)>,
    /// The points that a line joins to each point.
    beside: Vec<u32>,
    mills: Vec<u32>,
    /// The mills through each point: one or two.
    mills_at: Vec<[u32; 2]>,
    board: Arc<SymmetricBoard>,
    men: u8,
    flying: bool,
    removal: Removal,
    /// What a player gets who is to move when the placing is over and the enemy has too few men. One would
    /// expect a win; the published results of three men's morris count a loss.
    against_too_few: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    white: u32,
    black: u32,
    /// Men that both players together still have to place; White places when it is even.
    left: u8,
    turn: Turn,
}

impl Position {
    /// The men of the player to move and those of the opponent.
    fn sides(&self) -> (u32, u32) {
        self.turn.own_first(self.white, self.black)
    }

    fn man(&self, point: usize) -> char {
        letter_at(point, [(self.white, 'W'), (self.black, 'B')])
    }
}

/// A man is placed (`from` nowhere) or moved, and an enemy may be taken.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: Option<u8>,
    to: u8,
    take: Option<u8>,
}

impl Morris {
    /// The game on the board of a picture, with `men` men a side.
    fn new(picture: &'static str, men: u8) -> Morris {
        let rows: Vec<&[u8]> = picture.lines().map(str::as_bytes).collect();
        let cells =
            rows.iter().enumerate().flat_map(|(line, row)| (0..row.len()).map(move |col| (line, col)));
        let points: Vec<(usize, usize)> = cells.filter(|&(line, col)| rows[line][col] == b'o').collect();
        // The next point to the right or below, if a line leads there.
        let next = |point: usize, (line_step, col_step): (usize, usize)| {
            let stroke = if line_step == 0 { b'-' } else { b'|' };
            let (mut line, mut col) = points[point];
            loop {
                (line, col) = (line + line_step, col + col_step);
                match rows.get(line)?.get(col)? {
                    b'o' => return points.iter().position(|&place| place == (line, col)),
                    mark if *mark == stroke => {}
                    _ => return None,
                }
            }
        };
        let mut beside = vec![0; points.len()];
        let mut mills: Vec<u32> = Vec::new();
        for point in 0..points.len() {
            for step in [(0, 1), (1, 0)] {
                let Some(second) = next(point, step) else { continue };
                beside[point] |= 1 << second;
                beside[second] |= 1 << point;
                if let Some(third) = next(second, step) {
                    mills.push(1 << point | 1 << second | 1 << third);
                }
            }
        }
        let mills_at = (0..points.len()).map(|point| {
            let mut through = mills.iter().copied().filter(|mill| mill >> point & 1 == 1);
            let first = through.next().expect("every point lies on a mill");
            [first, through.next().unwrap_or(first)]
        });
        let board = SymmetricBoard::new(points.len(), &tiers::symmetries(&points, rows.len()));
        Morris {
            mills_at: mills_at.collect(),
            board,
            picture,
            points,
            beside,
            mills,
            men,
            flying: false,
            removal: Removal::OutsideMillsFirst,
            against_too_few: Value::Win,
        }
    }

    fn three() -> Morris {
        Morris { against_too_few: Value::Lose, ..Morris::new(THREE_BOARD, 3) }
    }

    fn six() -> Morris {
        Morris::new(SIX_BOARD, 6)
    }

    fn nine() -> Morris {
        Morris::new(NINE_BOARD, 9)
    }

    fn with(self, flying: bool, removal: Removal) -> Morris {
        Morris { flying, removal, ..self }
    }

    /// The men that stand in mills. Hot, so without branches: the compiler looks at several mills at once.
    #[inline]
    fn milled(&self, men: u32) -> u32 {
        self.mills.iter().fold(0, |all, &mill| all | if men & mill == mill { mill } else { 0 })
    }

    /// The points without a man that two of these men form a mill with. Hot, as [`milled`](Morris::milled).
    #[inline]
    fn closing(&self, men: u32) -> u32 {
        self.mills.iter().fold(0, |all, &mill| {
            let missing = mill & !men;
            // Clearing the lowest of them leaves none if there is one at most.
            all | if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
        })
    }

    /// Whether the man on a point stands in a mill of these men.
    fn closes_mill(&self, men: u32, point: u8) -> bool {
        self.mills_at[usize::from(point)].iter().any(|mill| men & mill == *mill)
    }

    /// The points that a man of these men on `point` may come to, or from, if they are empty.
    fn reach(&self, men: u32, point: u8) -> u32 {
        let flies = self.flying && men.count_ones() <= FEWEST_MEN;
        if flies { u32::MAX } else { self.beside[usize::from(point)] }
    }

    fn empty(&self, p: &Position) -> u32 {
        !(p.white | p.black) & ((1 << self.points.len()) - 1)
    }

    /// The enemy men that a mill may take.
    fn takeable(&self, enemy: u32) -> u32 {
        let outside = enemy & !self.milled(enemy);
        match self.removal {
            Removal::OutsideMillsFirst if outside == 0 => enemy,
            Removal::OutsideMillsFirst | Removal::OutsideMillsOnly => outside,
            Removal::Any => enemy,
        }
    }

    fn name(&self, point: u8) -> String {
        let lines = self.picture.lines().count();
        let (line, col) = self.points[point as usize];
        format!("{}{}", char::from(b'a' + col as u8 / 2), (lines - line).div_ceil(2))
    }
}

impl Game for Morris {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { white: 0, black: 0, left: 2 * self.men, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (own, enemy) = p.sides();
        let too_few = |men: u32| men.count_ones() < FEWEST_MEN;
        if p.left > 0 {
            None
        } else if too_few(own) {
            Some(Value::Lose)
        } else {
            too_few(enemy).then_some(self.against_too_few)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, enemy) = p.sides();
        let empty = self.empty(p);
        let takeable = self.takeable(enemy);
        let mut arrive = |from: Option<u8>, to: u8| {
            let stayed = from.map_or(own, |from| own & !(1 << from));
            let moved = stayed | 1 << to;
            if takeable != 0 && self.closes_mill(moved, to) {
                out.extend(bits(takeable).map(|take| Move { from, to, take: Some(take) }));
            } else {
                out.push(Move { from, to, take: None });
            }
        };
        if p.left > 0 {
            bits(empty).for_each(|to| arrive(None, to));
            return;
        }
        for from in bits(own) {
            bits(self.reach(own, from) & empty).for_each(|to| arrive(Some(from), to));
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let bit = |point: Option<u8>| point.map_or(0, |point| 1 << point);
        let (own, enemy) = p.sides();
        let (white, black) = p.turn.own_first(own & !bit(m.from) | 1 << m.to, enemy & !bit(m.take));
        Position { white, black, left: p.left - u8::from(m.from.is_none()), turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        let men: String = (0..self.points.len()).map(|point| p.man(point)).collect();
        format!("{}_{}_{men}", p.turn, p.left)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        let most = 2 * self.men;
        let (left, men) = rest
            .split_once('_')
            .and_then(|(left, men)| Some((left.parse().ok().filter(|left: &u8| *left <= most)?, men)))
            .ok_or_else(|| {
                let start = self.format(&self.start());
                ParseError::new(format!(
                    "'{text}' lacks the number of men to place, 0 to {most}, as in {start}"
                ))
            })?;
        if left > 0 && (left % 2 == 0) != (turn == Turn::First) {
            return Err(ParseError::new(format!(
                "in '{text}' the wrong player is to move; White places when the number of men to place is even"
            )));
        }
        let cells = parse_cells(men, self.points.len(), "-WB")?;
        let [white, black] = [1, 2].map(|kind| cells_of(&cells, kind) as u32);
        let placed = [self.men - left / 2, self.men - left.div_ceil(2)];
        if white.count_ones() > placed[0].into() || black.count_ones() > placed[1].into() {
            let [whites, blacks] = placed;
            return Err(ParseError::new(format!(
                "'{text}' has too many men; {whites} white and {blacks} black ones have been placed"
            )));
        }
        Ok(Position { white, black, left, turn })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let from = m.from.map_or(String::new(), |from| format!("{}-", self.name(from)));
        let take = m.take.map_or(String::new(), |take| format!("x{}", self.name(take)));
        format!("{from}{}{take}", self.name(m.to))
    }

    fn board(&self, p: &Position) -> String {
        let mut men = (0..self.points.len()).map(|point| p.man(point));
        let filled = self.picture.chars().map(|mark| match mark {
            'o' => men.next().map_or('.', |man| if man == '-' { '.' } else { man }),
            line => line,
        });
        format!("{}\n\n{} men to place", filled.collect::<String>(), p.left)
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let points: Vec<(f64, f64)> =
            self.points.iter().map(|&(line, col)| (col as f64, line as f64)).collect();
        let lines = joined(self.beside.iter().copied());
        Some(Look::graph(&points, &lines).coordinates().men('W', 'B').shelf(1))
    }

    fn figures(&self, p: &Position) -> Figures {
        let figures = Figures::letters((0..self.points.len()).map(|point| p.man(point)));
        if p.left == 0 { figures } else { figures.text(self.points.len(), format!("{} to place", p.left)) }
    }

    /// Place or move, then take.
    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        let sign = match m.from {
            Some(from) => Sign::arrow(from, m.to),
            None => Sign::piece(m.to, p.turn.own_first('W', 'B').0),
        };
        let mut parts = vec![Part::new(self.format_move(p, Move { take: None, ..m }), sign)];
        parts.extend(m.take.map(|take| Part::new(format!("x{}", self.name(take)), Sign::letter(take, "x"))));
        parts
    }

    fn figures_between(&self, p: &Position, m: Move, _: usize) -> Figures {
        self.figures(&self.play(p, Move { take: None, ..m }))
    }

    fn symmetries(&self) -> usize {
        self.board.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |men: u32| self.board.group().image(k, men.into()) as u32;
        Position { white: image(p.white), black: image(p.black), ..*p }
    }
}

/// Three men's morris and its variants.
pub(crate) fn three_family() -> Family {
    fn game(flying: bool, misere: bool) -> Box<dyn AnyGame> {
        let game = Morris::three().with(flying, Removal::OutsideMillsFirst);
        any_game!(Misere { game, misere })
    }
    Family::new("threemensmorris", "Three Men's Morris", THREE_RULES)
        .variant("regular", "men move along lines", || game(false, false))
        .variant("misere", "men move along lines, the loser wins", || game(false, true))
        .variant("flying", "men move to any empty point", || game(true, false))
        .variant("flying-misere", "men move to any empty point, the loser wins", || game(true, true))
}

/// Six men's morris and its variants.
pub(crate) fn six_family() -> Family {
    fn game(flying: bool, removal: Removal) -> Box<dyn AnyGame> {
        any_game!(Misere::normal(Morris::six().with(flying, removal)))
    }
    Family::new("sixmensmorris", "Six Men's Morris", SIX_RULES)
        .variant("regular", "no flying", || game(false, Removal::OutsideMillsFirst))
        .variant("flying", "three men fly", || game(true, Removal::OutsideMillsFirst))
        .variant("take-any", "no flying, a mill takes any man", || game(false, Removal::Any))
        .variant("take-any-flying", "three men fly, a mill takes any man", || game(true, Removal::Any))
        .variant("take-outside", "no flying, men in mills are safe", || {
            game(false, Removal::OutsideMillsOnly)
        })
        .variant("take-outside-flying", "three men fly, men in mills are safe", || {
            game(true, Removal::OutsideMillsOnly)
        })
}

/// Nine men's morris and its variants.
pub(crate) fn nine_family() -> Family {
    fn game(flying: bool, removal: Removal) -> Box<dyn AnyGame> {
        any_game!(Misere::normal(Morris::nine().with(flying, removal)))
    }
    Family::new("ninemensmorris", "Nine Men's Morris", NINE_RULES)
        .variant("regular", "three men fly", || game(true, Removal::OutsideMillsFirst))
        .variant("no-fly", "no flying", || game(false, Removal::OutsideMillsFirst))
        .variant("take-any", "three men fly, a mill takes any man", || game(true, Removal::Any))
        .variant("take-any-no-fly", "no flying, a mill takes any man", || game(false, Removal::Any))
        .variant("take-outside", "three men fly, men in mills are safe", || {
            game(true, Removal::OutsideMillsOnly)
        })
        .variant("take-outside-no-fly", "no flying, men in mills are safe", || {
            game(false, Removal::OutsideMillsOnly)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, passes_battery};
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(Morris::three()), "threemensmorris/regular");
        agrees_with_truth(&Misere::of(Morris::three()), "threemensmorris/misere");
        let flying = Morris::three().with(true, Removal::OutsideMillsFirst);
        agrees_with_truth(&Misere::normal(flying), "threemensmorris/flying");
    }

    #[test]
    fn the_rules_of_six_keep_the_laws() {
        for removal in [Removal::OutsideMillsFirst, Removal::Any, Removal::OutsideMillsOnly] {
            passes_battery(&Misere::normal(Morris::six().with(true, removal)));
        }
    }

    #[test]
    fn boards_have_their_lines_and_mills() {
        let boards = [(Morris::three(), 9, 12, 6), (Morris::six(), 16, 20, 8), (Morris::nine(), 24, 32, 16)];
        for (game, points, lines, mills) in boards {
            let ends: u32 = game.beside.iter().map(|beside| beside.count_ones()).sum();
            assert_eq!((game.points.len(), ends / 2, game.mills.len()), (points, lines, mills));
        }
    }

    fn allows(game: &Morris, p: &str, m: &str) -> bool {
        parse_move(game, &game.parse(p).unwrap(), m).is_ok()
    }

    #[test]
    fn a_mill_takes_a_man_as_the_removal_rule_says() {
        let rules = [Removal::OutsideMillsFirst, Removal::Any, Removal::OutsideMillsOnly];
        let [first, any, only] = rules.map(|removal| Morris::six().with(false, removal));
        // Black has the mill b4 c4 d4, and in the first position a man on a3 as well.
        let (mill_and_man, mill) = ("1_0_WW-BBBB--W------", "1_0_WW-BBB---W------");
        for (game, takes_outside, takes_from_mill) in [(&first, true, false), (&any, true, true)] {
            assert_eq!(allows(game, mill_and_man, "e3-e5xa3"), takes_outside);
            assert_eq!(allows(game, mill_and_man, "e3-e5xb4"), takes_from_mill);
            assert!(!allows(game, mill_and_man, "e3-e5"));
        }
        assert!(allows(&first, mill, "e3-e5xb4"));
        assert!(allows(&only, mill_and_man, "e3-e5xa3"));
        assert!(allows(&only, mill, "e3-e5"));
    }

    #[test]
    fn three_men_fly_only_where_flying_is_allowed() {
        let p = "1_0_WW-BBBB--W------";
        assert!(!allows(&Morris::six(), p, "e3-a1"));
        assert!(allows(&Morris::six().with(true, Removal::Any), p, "e3-a1"));
    }
}
