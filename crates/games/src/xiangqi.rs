//! Chinese chess endgames: the last few men around two kings.

use std::collections::BTreeSet;

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{Game, Index, ParseError, Reach, Turn, Value};
use zermelo_library::{AnyGame, Family, any_game};

mod board;
mod bytes;
mod castle;
mod fen;
mod group;
mod index;
mod kind;
mod picture;
#[cfg(test)]
mod plain;
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

/// A legal position of a tier, one that is its own mirror image if there is one among the first slots, where
/// most are.
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
            if owner == p.turn() {
                let from = p.squares.get(i);
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
        if self.tiers.contains(&p.tier().normal()) { Ok(p) } else { Err(fen::not_covered(p.tier())) }
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

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn())
    }

    fn look(&self) -> Option<Look> {
        Some(picture::look())
    }

    fn figures(&self, p: &Position) -> Figures {
        picture::figures(p)
    }

    fn sign(&self, _: &Position, Move { from, to }: Move) -> Sign {
        Sign::arrow(picture::centre(from), picture::centre(to))
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
        .variant("3", "at most three men, kings included", || any_game!(Xiangqi::up_to(3, EXAMPLE_OF_3)))
        .variant("4", "at most four men", || any_game!(Xiangqi::up_to(4, EXAMPLE_OF_4)))
        .variant("5", "at most five men", || any_game!(Xiangqi::up_to(5, EXAMPLE_OF_5)))
        .variant("6", "at most six men", || any_game!(Xiangqi::up_to(6, EXAMPLE_OF_6)))
        .open(
            "TIER",
            "one tier with all that it leads to, e.g. 000020000001_43_ for two pawns against a rook",
            open,
        )
}

fn open(tier: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    Ok(any_game!(Xiangqi::of_tier(tier)?))
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;
    use zermelo_core::Tiered;
    use zermelo_core::conformance::{check_tiers, check_unmoves};
    use zermelo_solve::Retro;

    use super::*;
    use crate::testing::{
        EFFORT, EXHAUSTIVE, all_kept, moves_in, passes_battery, solve_by_tiers, unmoves_pass_battery,
    };

    fn game() -> Xiangqi {
        Xiangqi::up_to(5, EXAMPLE_OF_5)
    }

    #[test]
    fn three_men_keep_the_laws() {
        unmoves_pass_battery(&Xiangqi::up_to(3, EXAMPLE_OF_3), &EXHAUSTIVE);
    }

    #[test]
    fn more_men_keep_the_laws() {
        let eight = Xiangqi::of_tier("201110010000_5_").unwrap();
        for game in [Xiangqi::up_to(4, EXAMPLE_OF_4), game(), eight] {
            passes_battery(&game);
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
        }
    }

    #[test]
    fn all_endgames_of_three_men_equal_the_plain_solver() {
        let game = Xiangqi::up_to(3, EXAMPLE_OF_3);
        let outcome = solve_by_tiers::<_, Retro>(&game);
        let expected = plain::solve_up_to_three();
        let positions: u64 = game.tiers.iter().map(|&tier| 2 * legal_slots(&game, tier)).sum();
        assert_eq!(expected.len() as u64, positions);
        for (word, expected) in expected {
            let p = game.parse(&word).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.format(&p), word);
            assert_eq!(outcome(&p), Some(expected), "{word}");
        }
    }

    /// The legal positions of a tier in normal form, images included.
    fn legal_slots(game: &Xiangqi, tier: Tier) -> u64 {
        let index = game.index(tier);
        let mut positions = 0;
        index.scan(
            0..index.len(),
            |_| true,
            |slot, p| positions += if game.is_legal(&p) { index.images(slot) } else { 0 },
        );
        positions
    }

    /// Counts, by the plain rules and by the numbering, the positions with these men besides the kings.
    fn counts_agree(game: &Xiangqi, men: &str) {
        let sorted = |mut letters: Vec<char>| {
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        let other_case =
            |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let swapped = sorted(men.chars().map(other_case).collect());
        let men = sorted(men.chars().collect());
        let tiers = game.tiers.iter().filter(|tier| {
            let letters = sorted(tier.kinds().map(kind::Kind::letter).collect());
            letters == men || letters == swapped
        });
        let both: u64 = tiers.map(|&tier| 2 * legal_slots(game, tier)).sum();
        // Each position stands for one of the other player, who has these men, too, if the players are equal.
        assert_eq!(plain::count(&men) * if men == swapped { 1 } else { 2 }, both, "{men}");
    }

    #[test]
    fn some_endgames_of_four_men_have_as_many_positions_as_the_plain_rules() {
        let game = Xiangqi::up_to(4, EXAMPLE_OF_4);
        for men in ["AA", "Ab", "Bb", "Pp", "PP"] {
            counts_agree(&game, men);
        }
    }

    // cargo test --release -p zermelo-games xiangqi -- --ignored all_endgames_of_four_men
    #[test]
    #[ignore = "counts 35 million positions in a plain way, which takes minutes"]
    fn all_endgames_of_four_men_have_as_many_positions_as_the_plain_rules() {
        let game = Xiangqi::up_to(4, EXAMPLE_OF_4);
        let letters = "AaBbPpNnCcRr";
        for (i, first) in letters.char_indices() {
            for second in letters[i..].chars() {
                counts_agree(&game, &format!("{first}{second}"));
            }
        }
    }

    // cargo test --release -p zermelo-games xiangqi -- --ignored the_published_number
    #[test]
    #[ignore = "looks at 1.9 billion slots, which takes minutes"]
    fn up_to_five_men_have_the_published_number_of_positions() {
        let game = game();
        let tiers: Vec<Tier> = game.tiers.iter().copied().collect();
        let positions: u64 = tiers.into_par_iter().map(|tier| 2 * legal_slots(&game, tier)).sum();
        assert_eq!(positions, 4_738_622_370);
    }

    #[test]
    fn men_move_as_the_rules_say() {
        let game = game();
        for (position, expected) in [
            // The bishop is blocked at f3 and stays on its side; the king must not face the other, nor go
            // into check.
            ("3k5/9/9/9/9/9/5r3/4B4/9/4K4_w", "e0e1 e2c0 e2c4 e2g0"),
            // The pawn at b1 blocks the knight.
            ("3k5/9/9/9/9/9/9/9/1p7/1N2K4_w", "b0d1 e0e1 e0f0"),
            // The cannon jumps over one man to take.
            ("3k5/9/9/9/r8/9/9/p8/9/C3K4_w", "a0a1 a0a5 a0b0 a0c0 a0d0 e0e1 e0f0"),
            // The pawn that has crossed the river also goes sideways.
            ("5k3/9/9/9/3P5/4P4/9/9/9/4K4_w", "d5c5 d5d6 d5e5 e0d0 e0e1 e4e5"),
            // The knight must stay between the kings.
            ("4k4/9/9/9/4n4/9/9/9/9/4K4_b", "e9d9 e9e8 e9f9"),
            // Stalemate: not in check, and nowhere to go.
            ("3k5/4P4/9/9/9/9/9/9/9/5K3_b", ""),
        ] {
            let moves = moves_in(&game, position);
            let mut moves: Vec<&str> = moves.split_whitespace().collect();
            moves.sort_unstable();
            assert_eq!(moves.join(" "), expected, "{position}");
        }
        assert_eq!(game.stuck(), Value::Lose);
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_reason() {
        let game = game();
        for (text, reason) in [
            ("4k4/9/9/9/9/9/9/9/9/3K5", "who is to move"),
            ("4k4/9/9/9/9/9/9/9/9/3K5_x", "who is to move"),
            ("4k4/9/9/9/9/9/9/9/3K5_w", "9 ranks"),
            ("4k4/9/9/9/9/9/9/9/9/3K6_w", "nine points"),
            ("4k4/9/9/9/9/9/9/9/9/3Q5_w", "'Q' is no man"),
            ("4k4/9/9/9/9/9/9/9/9/9_w", "each player has a king"),
            ("4k4/9/9/9/9/9/9/9/9/3KK4_w", "there are 2 K"),
            ("4k4/9/9/9/9/9/9/9/9/K8_w", "K never comes to a0"),
            ("4k4/9/9/9/9/9/9/9/3A5/3K5_w", "A never comes to d1"),
            ("4k4/9/9/9/9/1P7/9/9/9/3K5_w", "P never comes to b4"),
            ("4k4/9/9/9/9/9/9/9/9/4K4_w", "face each other"),
            ("4k4/9/9/9/9/9/9/9/9/r2K5_b", "in check"),
            ("3k5/9/9/9/9/9/9/9/9/RNNC1K3_b", "not among the endgames of this variant"),
        ] {
            let error = game.parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let p = game.parse("4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1").unwrap();
        assert_eq!(game.format(&p), "4k4/9/9/9/9/9/9/9/9/3K5_w");
    }

    #[test]
    fn a_tier_is_a_collection_of_its_own() {
        let game = Xiangqi::of_tier("000020000001_43_").unwrap();
        assert!(game.parse("4k4/9/9/9/9/9/9/9/9/r2K5_w").is_ok());
        assert!(game.parse("4k4/9/9/9/9/9/9/9/9/n2K5_w").is_err());
    }
}
