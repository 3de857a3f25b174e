//! Chinese chess endgames: the last few men around two kings.

use std::collections::BTreeSet;

use zermelo_core::{Game, Index, ParseError, Reach, Value};
use zermelo_explore::{AnyGame, Family, retrograde};

mod board;
mod castle;
mod fen;
mod group;
mod index;
mod kind;
mod position;
mod square;
mod tier;
mod tiers;

use board::{Board, Standing};
use index::Placements;
use position::Position;
use square::{FILES, RANKS, name, square};
use tier::Tier;

const RULES: &str = "\
Men stand on the points of a board of nine files (a to i) and ten ranks (0 to 9); a river runs between ranks 4 and 5. Red
(capital letters) comes from below, Black from above. A man takes an enemy by moving to its point.

- **K**, the king, goes one step along a line and stays in his palace, the nine points d0 to f2 (d7 to f9 for Black). The
  kings may never face each other on a file with nobody between.
- **A**, an advisor, goes one step along a diagonal of the palace.
- **B**, a bishop (elephant), goes two steps along a diagonal if the point between is empty, and never crosses the river.
- **N**, a knight (horse), goes one step along a line, onto an empty point, and one more along a diagonal, outwards.
- **R**, a rook (chariot), goes any distance along a line over empty points.
- **C**, a cannon, goes like a rook, but takes only by jumping over exactly one man of either colour.
- **P**, a pawn (soldier), goes one step forward and, once it has crossed the river, also sideways.

A move must not leave the own king attacked. A player without a legal move loses, in check or not. Positions may recur any
number of times; play that goes on for ever is a draw.

A variant is a number, for all endgames with at most so many men, kings included; or the name of one tier, with all that it
leads to. The name counts A a B b P p N n C c R r and then gives the rows of the red pawns and of the black ones, from 6
where they start down to 0 at the far edge: `000020000001_43_` is two pawns against a rook.";

/// A collection of endgames.
struct Xiangqi {
    roots: Vec<Tier>,
    /// All tiers, in normal form.
    tiers: BTreeSet<Tier>,
    start: Position,
}

/// From one point to another.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: u8,
    to: u8,
}

impl Xiangqi {
    /// All endgames with at most so many men, kings included; play starts at an example.
    fn up_to(men: usize, example: &str) -> Xiangqi {
        let tiers: BTreeSet<Tier> = (0..=men - 2).flat_map(Tier::with_extras).collect();
        let roots = Tier::with_extras(men - 2).into_iter().collect();
        Xiangqi { roots, tiers, start: fen::parse(example).expect("an example is a position") }
    }

    /// The endgames of one tier, with all that they lead to.
    fn of_tier(name: &str) -> Result<Xiangqi, ParseError> {
        let root = Tier::parse(name)?.normal();
        let start = example_of(root)
            .ok_or_else(|| ParseError::new(format!("these men can stand nowhere: tier '{name}' is empty")))?;
        Ok(Xiangqi { roots: vec![root], tiers: root.with_descendants(), start })
    }
}

/// A legal position of a tier, one that is its own mirror image if there is one among the first slots, where most are.
fn example_of(tier: Tier) -> Option<Position> {
    const FIRST_SLOTS: u64 = 1 << 20;
    let index = Placements::new(tier);
    let (mut any, mut symmetric) = (None, None);
    let sound = |p: &Position| Board::new(p).is_sound(p);
    index.scan(
        0..index.len().min(FIRST_SLOTS),
        |_| true,
        |_, p| {
            if symmetric.is_none() && sound(&p) {
                any = any.or(Some(p));
                symmetric = (p.mirrored() == p).then_some(p);
            }
        },
    );
    symmetric.or(any)
}

impl Game for Xiangqi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    /// Mate and stalemate are positions without a move.
    #[inline]
    fn end(&self, _: &Position) -> Option<Value> {
        None
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let board = Board::new(p);
        for i in 0..p.men() {
            let (man, owner) = p.man(i);
            if owner == p.turn {
                let from = p.squares[i];
                let targets = board.targets(Standing { man, owner, square: from }, Reach::Anywhere);
                let moves = targets.as_slice().iter().map(|&to| Move { from, to });
                out.extend(moves.filter(|&m| {
                    let after = self.play(p, m);
                    Board::new(&after).is_sound(&after)
                }));
            }
        }
    }

    fn play(&self, p: &Position, Move { from, to }: Move) -> Position {
        let mover = p.man_at(from).expect("a man stands where a move begins");
        p.played(mover, to, p.man_at(to))
    }

    fn format(&self, p: &Position) -> String {
        fen::format(p)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let p = fen::parse(text)?;
        if self.tiers.contains(&p.tier.normal()) { Ok(p) } else { Err(fen::not_covered(p.tier)) }
    }

    fn format_move(&self, _: &Position, Move { from, to }: Move) -> String {
        name(from) + &name(to)
    }

    fn board(&self, p: &Position) -> String {
        let mut text = String::new();
        for rank in (0..RANKS).rev() {
            text += &format!("{rank} ");
            for file in 0..FILES {
                text.push(' ');
                text.push(fen::letter_at(p, square(file, rank)).unwrap_or('.'));
            }
            text.push('\n');
        }
        text + "   a b c d e f g h i"
    }

    /// Left and right.
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        if k == 0 { *p } else { p.mirrored() }
    }
}

/// A pawn beyond the river beats the bare king.
const EXAMPLE_OF_3: &str = "4k4/9/9/4P4/9/9/9/9/9/4K4_w";
/// So does a cannon with an advisor.
const EXAMPLE_OF_4: &str = "4k4/9/9/9/9/9/9/4C4/4A4/4K4_w";
/// A rook beats two advisors.
const EXAMPLE_OF_5: &str = "3aka3/9/9/9/4R4/9/9/9/9/4K4_b";
/// A cannon with two advisors beats one advisor.
const EXAMPLE_OF_6: &str = "4k4/4a4/9/9/9/9/9/9/4K4/3ACA3_w";

/// The endgames.
pub(crate) fn family() -> Family {
    Family::new("xiangqi", "Chinese chess endgames", RULES)
        .variant("3", "at most three men, kings included", || retrograde(Xiangqi::up_to(3, EXAMPLE_OF_3)))
        .variant("4", "at most four men", || retrograde(Xiangqi::up_to(4, EXAMPLE_OF_4)))
        .variant("5", "at most five men", || retrograde(Xiangqi::up_to(5, EXAMPLE_OF_5)))
        .variant("6", "at most six men", || retrograde(Xiangqi::up_to(6, EXAMPLE_OF_6)))
        .open("TIER", "one tier with all that it leads to, e.g. 000020000001_43_ for two pawns against a rook", open)
}

fn open(tier: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    Ok(retrograde(Xiangqi::of_tier(tier)?))
}
