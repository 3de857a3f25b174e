//! Kayles: bowling at a row of pins.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Shape, Sign};
use zermelo_core::{Game, Misere, ParseError, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;

const RULES: &str = "\
There is a row of pins. The players take turns; each bowls over one pin, or two pins that stand next to each other.
Whoever bowls over the last pin wins; in the misère form, loses.";

/// The game with so many pins.
struct Kayles {
    pins: usize,
}

impl Kayles {
    fn stands(&self, p: u32, pin: usize) -> bool {
        pin < self.pins && p >> pin & 1 == 1
    }
}

impl Game for Kayles {
    /// The pins that stand, one bit each.
    type Position = u32;
    /// The pins to bowl over.
    type Move = u32;

    fn start(&self) -> u32 {
        u32::MAX >> (32 - self.pins)
    }

    fn end(&self, p: &u32) -> Option<Value> {
        (*p == 0).then_some(Value::Lose)
    }

    fn moves(&self, p: &u32, out: &mut Vec<u32>) {
        for pin in (0..self.pins).filter(|&pin| self.stands(*p, pin)) {
            out.push(0b1 << pin);
            if self.stands(*p, pin + 1) {
                out.push(0b11 << pin);
            }
        }
    }

    fn play(&self, p: &u32, hit: u32) -> u32 {
        p & !hit
    }

    fn format(&self, p: &u32) -> String {
        (0..self.pins).map(|pin| if self.stands(*p, pin) { 'i' } else { '-' }).collect()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        Ok(cells_of(&parse_cells(text, self.pins, "-i")?, 1) as u32)
    }

    /// The pins, counted from the left: `3` or `3-4`.
    fn format_move(&self, _: &u32, hit: u32) -> String {
        let first = hit.trailing_zeros() + 1;
        if hit.is_power_of_two() { first.to_string() } else { format!("{first}-{}", first + 1) }
    }

    fn look(&self) -> Option<Look> {
        let pin = Piece::new(Shape::Person, Colour::Neutral).scaled(8.0);
        Some(Look::heaps(&[self.pins]).numbers().piece('i', pin))
    }

    fn figures(&self, p: &u32) -> Figures {
        Figures::letters(self.format(p).chars())
    }

    fn sign(&self, _: &u32, hit: u32) -> Sign {
        let first = hit.trailing_zeros() as usize;
        if hit.is_power_of_two() { Sign::dot(first) } else { Sign::line(first, first + 1) }
    }
}

/// Kayles and its variants.
pub(crate) fn family() -> Family {
    Family::new("kayles", "Kayles", RULES)
        .variant("5", "five pins", || kayles(5, false))
        .variant("6", "six pins", || kayles(6, false))
        .variant("7", "seven pins", || kayles(7, false))
        .variant("8", "eight pins", || kayles(8, false))
        .variant("9", "nine pins", || kayles(9, false))
        .open("PINS", "1 to 24 pins, e.g. 12 or 12-misere", open)
}

fn kayles(pins: usize, misere: bool) -> Box<dyn AnyGame> {
    any_game!(Misere { game: Kayles { pins }, misere })
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (pins, misere) = misere_suffix(variant);
    match pins.parse() {
        Ok(pins @ 1..=24) => Ok(kayles(pins, misere)),
        _ => Err(ParseError::new("a number of pins from 1 to 24 is needed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{mex, moves_in, passes_battery};
    use zermelo_core::oracle;

    /// The nim-values of rows of 0, 1, 2... pins: split a row into two by taking one or two pins.
    fn nim_values(pins: usize) -> Vec<u32> {
        let mut values = vec![0];
        for n in 1..=pins {
            let options =
                (1..=n.min(2)).flat_map(|hit| (0..=n - hit).map(move |left| (left, n - hit - left)));
            values.push(mex(options.map(|(left, right)| values[left] ^ values[right])));
        }
        values
    }

    #[test]
    fn nim_values_are_the_published_ones() {
        assert_eq!(nim_values(12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    }

    #[test]
    fn the_player_to_move_loses_if_the_nim_sum_of_the_rows_is_zero() {
        let game = Kayles { pins: 12 };
        let values = nim_values(game.pins);
        for (p, outcome) in oracle::solve(&game, 10_000).unwrap() {
            let sum = game.format(&p).split('-').fold(0, |sum, row| sum ^ values[row.len()]);
            assert_eq!(outcome.value() == Value::Lose, sum == 0, "{}", game.format(&p));
        }
    }

    #[test]
    fn the_rules_keep_the_laws() {
        passes_battery(&Kayles { pins: 12 });
    }

    #[test]
    fn a_gap_is_never_bridged() {
        let game = Kayles { pins: 5 };
        assert_eq!(moves_in(&game, "i-ii-"), "1 3 3-4 4");
    }
}
