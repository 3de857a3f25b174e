//! 10 to 0 by 1 or 2: take counters from a heap, with any total and any set of steps.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Misere, ParseError, Value};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;

const RULES: &str = "\
There is a heap of ten counters. The players take turns; each takes one or two of them.
Whoever takes the last counter wins; in the misère form, loses.
Other totals and other allowed numbers of counters can be chosen.";

/// Larger totals are refused: a game of so many moves is too long to be of interest.
const MAX_TOTAL: u32 = 100_000;

/// Larger heaps are not drawn: nobody could count them.
const MAX_DRAWN: u32 = 120;

/// One heap of `total` counters from which a player takes one of the numbers in `steps`.
struct TenToZero {
    total: u32,
    steps: Vec<u32>,
}

impl TenToZero {
    fn is_drawn(&self) -> bool {
        self.total <= MAX_DRAWN
    }
}

impl Game for TenToZero {
    /// The counters that are left.
    type Position = u32;
    /// How many to take.
    type Move = u32;

    fn start(&self) -> u32 {
        self.total
    }

    fn end(&self, left: &u32) -> Option<Value> {
        (*left == 0).then_some(Value::Lose)
    }

    fn moves(&self, left: &u32, out: &mut Vec<u32>) {
        out.extend(self.steps.iter().filter(|step| *step <= left));
    }

    fn play(&self, left: &u32, take: u32) -> u32 {
        left - take
    }

    fn format(&self, left: &u32) -> String {
        left.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse()
            .ok()
            .filter(|left| *left <= self.total)
            .ok_or_else(|| ParseError::new(format!("'{text}' is not a number from 0 to {}", self.total)))
    }

    fn format_move(&self, _: &u32, take: u32) -> String {
        take.to_string()
    }

    fn look(&self) -> Option<Look> {
        self.is_drawn().then(|| Look::heaps(&[self.total as usize]).piece('x', Piece::disc(Colour::Neutral)))
    }

    fn figures(&self, left: &u32) -> Figures {
        let drawn = if self.is_drawn() { *left as usize } else { 0 };
        Figures::default().several('x', 0, drawn)
    }

    /// The first of the counters that are taken: all after it go as well.
    fn sign(&self, left: &u32, take: u32) -> Sign {
        if self.is_drawn() { Sign::dot((left - take) as usize) } else { Sign::Text }
    }
}

/// 10 to 0 by 1 or 2 and its variants.
pub(crate) fn family() -> Family {
    Family::new("0to10by1or2", "10 to 0 by 1 or 2", RULES)
        .variant("regular", "ten counters, take 1 or 2, the last one wins", || {
            any_game!(Misere::normal(TenToZero { total: 10, steps: vec![1, 2] }))
        })
        .variant("misere", "ten counters, take 1 or 2, the last one loses", || {
            any_game!(Misere::of(TenToZero { total: 10, steps: vec![1, 2] }))
        })
        .open(
            "TOTAL_STEP_STEP...",
            "a total up to 100000 and the numbers one may take, e.g. 21_1_3_4 or 21_1_3_4-misere",
            open,
        )
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (numbers, misere) = misere_suffix(variant);
    let numbers: Option<Vec<u32>> = numbers.split('_').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([total, steps @ ..]) if *total <= MAX_TOTAL && !steps.is_empty() && !steps.contains(&0) => {
            let game = TenToZero { total: *total, steps: steps.to_vec() };
            Ok(any_game!(Misere { game, misere }))
        }
        _ => Err(ParseError::new(format!(
            "a total of at most {MAX_TOTAL} and at least one step of 1 or more are needed, separated by '_'"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;

    #[test]
    fn counts_equal_the_published_ones() {
        let ten = || TenToZero { total: 10, steps: vec![1, 2] };
        agrees_with_truth(&Misere::normal(ten()), "0to10by1or2/regular");
        agrees_with_truth(&Misere::of(ten()), "0to10by1or2/misere");
    }
}
