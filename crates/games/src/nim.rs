//! Nim: heaps of counters; take any number from one of them.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Misere, ParseError, Value};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;

const RULES: &str = "\
There are some heaps of counters. The players take turns; each takes one or more counters from one heap.
Whoever takes the last counter of all wins; in the misère form, loses.";

/// At most so many heaps: a position is then one machine word.
const HEAPS: usize = 8;
/// Larger games are refused, as nobody could solve them by exploring.
const MAX_POSITIONS: u64 = 100_000_000;

/// The game that starts from the given heaps.
struct Nim {
    heaps: Vec<u8>,
}

impl Nim {
    fn new(heaps: &[u8]) -> Nim {
        Nim { heaps: heaps.to_vec() }
    }

    /// The number of the first counter of a heap in the picture, in which the others follow.
    fn first_counter(&self, heap: usize) -> usize {
        self.heaps[..heap].iter().map(|&counters| usize::from(counters)).sum()
    }
}

/// Take some counters from a heap.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Take {
    heap: usize,
    counters: u8,
}

impl Game for Nim {
    /// What is left in each heap; heaps that the variant does not have are empty.
    type Position = [u8; HEAPS];
    type Move = Take;

    fn start(&self) -> [u8; HEAPS] {
        let mut p = [0; HEAPS];
        p[..self.heaps.len()].copy_from_slice(&self.heaps);
        p
    }

    fn end(&self, p: &[u8; HEAPS]) -> Option<Value> {
        (*p == [0; HEAPS]).then_some(Value::Lose)
    }

    fn moves(&self, p: &[u8; HEAPS], out: &mut Vec<Take>) {
        for (heap, &left) in p.iter().enumerate() {
            out.extend((1..=left).map(|counters| Take { heap, counters }));
        }
    }

    fn play(&self, p: &[u8; HEAPS], take: Take) -> [u8; HEAPS] {
        let mut next = *p;
        next[take.heap] -= take.counters;
        next
    }

    fn format(&self, p: &[u8; HEAPS]) -> String {
        p[..self.heaps.len()].iter().map(u8::to_string).collect::<Vec<String>>().join("_")
    }

    fn parse(&self, text: &str) -> Result<[u8; HEAPS], ParseError> {
        let numbers: Option<Vec<u8>> = text.split('_').map(|word| word.parse().ok()).collect();
        let fits = |left: &Vec<u8>| {
            left.len() == self.heaps.len() && left.iter().zip(&self.heaps).all(|(left, heap)| left <= heap)
        };
        match numbers.filter(fits) {
            Some(left) => Ok(Nim { heaps: left }.start()),
            None => {
                let start = self.format(&self.start());
                Err(ParseError::new(format!("'{text}' is not what can be left of the heaps {start}")))
            }
        }
    }

    /// The letter of the heap and how many counters to take: `b3`.
    fn format_move(&self, _: &[u8; HEAPS], take: Take) -> String {
        format!("{}{}", letter(take.heap), take.counters)
    }

    fn board(&self, p: &[u8; HEAPS]) -> String {
        let heap = |i: usize| format!("{}  {}", letter(i), "o".repeat(p[i].into())).trim_end().to_string();
        (0..self.heaps.len()).map(heap).collect::<Vec<String>>().join("\n")
    }

    fn look(&self) -> Option<Look> {
        let sizes: Vec<usize> = self.heaps.iter().map(|&heap| heap.into()).collect();
        let look = Look::heaps(&sizes).piece('o', Piece::disc(Colour::Neutral));
        let named = |look: Look, heap| look.beside(self.first_counter(heap), letter(heap));
        Some((0..sizes.len()).fold(look, named))
    }

    fn figures(&self, p: &[u8; HEAPS]) -> Figures {
        let counters =
            |figures: Figures, heap| figures.several('o', self.first_counter(heap), p[heap].into());
        (0..self.heaps.len()).fold(Figures::default(), counters)
    }

    /// The first of the counters that are taken: all after it go as well.
    fn sign(&self, p: &[u8; HEAPS], take: Take) -> Sign {
        Sign::dot(self.first_counter(take.heap) + usize::from(p[take.heap] - take.counters))
    }
}

fn letter(heap: usize) -> char {
    (b'a' + heap as u8) as char
}

/// Nim and its variants.
pub(crate) fn family() -> Family {
    Family::new("nim", "Nim", RULES)
        .variant("2_3_5_7", "heaps of 2, 3, 5 and 7", || any_game!(Misere::normal(Nim::new(&[2, 3, 5, 7]))))
        .variant("3_3_3", "three heaps of 3", || any_game!(Misere::normal(Nim::new(&[3, 3, 3]))))
        .variant("1_2_3_4_5", "heaps of 1 to 5", || any_game!(Misere::normal(Nim::new(&[1, 2, 3, 4, 5]))))
        .open(
            "HEAP_HEAP...",
            "up to 8 heaps, of at most 100 million positions, e.g. 3_4_5 or 3_4_5-misere",
            open,
        )
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (heaps, misere) = misere_suffix(variant);
    let heaps: Option<Vec<u8>> = heaps.split('_').map(|word| word.parse().ok()).collect();
    // Eight heaps of 255 would be more than a machine word counts.
    let positions =
        |heaps: &[u8]| heaps.iter().fold(1_u64, |product, heap| product.saturating_mul(u64::from(*heap) + 1));
    match heaps {
        Some(heaps) if heaps.len() <= HEAPS && !heaps.contains(&0) && positions(&heaps) <= MAX_POSITIONS => {
            Ok(any_game!(Misere { game: Nim { heaps }, misere }))
        }
        _ => Err(ParseError::new(
            "1 to 8 heaps are needed, separated by '_', with at most 100 million positions",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moves_in, passes_battery};
    use zermelo_core::oracle;

    #[test]
    fn the_player_to_move_loses_if_the_heaps_add_up_to_zero_without_carrying() {
        for heaps in [&[2, 3, 5, 7][..], &[3, 3, 3], &[1, 2, 3, 4, 5]] {
            for (p, outcome) in oracle::solve(&Nim::new(heaps), 10_000).unwrap() {
                let sum = p.iter().fold(0, |sum, heap| sum ^ heap);
                assert_eq!(outcome.value() == Value::Lose, sum == 0, "{p:?}");
            }
        }
    }

    #[test]
    fn misere_nim_differs_only_when_all_heaps_are_ones() {
        for (p, outcome) in oracle::solve(&Misere::of(Nim::new(&[2, 3, 5])), 10_000).unwrap() {
            let sum = p.iter().fold(0, |sum, heap| sum ^ heap);
            let only_ones = p.iter().all(|heap| *heap <= 1);
            assert_eq!(outcome.value() == Value::Lose, (sum == 0) != only_ones, "{p:?}");
        }
    }

    #[test]
    fn the_rules_keep_the_laws() {
        passes_battery(&Nim::new(&[2, 3, 5, 7]));
        passes_battery(&Misere::of(Nim::new(&[3, 3, 3])));
    }

    #[test]
    fn every_number_up_to_the_heap_may_be_taken() {
        let game = Nim::new(&[2, 3]);
        assert_eq!(moves_in(&game, "1_2"), "a1 b1 b2");
        assert!(game.parse("3_3").is_err() && game.parse("2").is_err() && game.parse("2_x").is_err());
    }
}
