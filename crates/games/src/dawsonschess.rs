//! Dawson's chess, played with kings that must not touch each other.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Misere, ParseError, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;

const RULES: &str = "\
There is a strip of squares. The players take turns; each puts a king on an empty square that has no king next to it.
Whoever cannot put a king any more loses; in the misère form, wins.
This is the same game as Dawson's chess between two facing rows of pawns, in which captures are compulsory.";

/// The game on a strip of so many squares.
struct DawsonsChess {
    squares: usize,
}

impl DawsonsChess {
    /// The squares on which a king may be put.
    fn free(&self, kings: u32) -> u32 {
        !(kings | kings << 1 | kings >> 1) & u32::MAX >> (32 - self.squares)
    }
}

impl Game for DawsonsChess {
    /// The squares that hold a king, one bit each.
    type Position = u32;
    /// The square to put a king on.
    type Move = usize;

    fn start(&self) -> u32 {
        0
    }

    fn end(&self, kings: &u32) -> Option<Value> {
        (self.free(*kings) == 0).then_some(Value::Lose)
    }

    fn moves(&self, kings: &u32, out: &mut Vec<usize>) {
        let free = self.free(*kings);
        out.extend((0..self.squares).filter(|square| free >> square & 1 == 1));
    }

    fn play(&self, kings: &u32, square: usize) -> u32 {
        kings | 1 << square
    }

    fn format(&self, kings: &u32) -> String {
        (0..self.squares).map(|square| if kings >> square & 1 == 1 { 'k' } else { '-' }).collect()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let kings = cells_of(&parse_cells(text, self.squares, "-k")?, 1) as u32;
        if kings & kings << 1 != 0 {
            return Err(ParseError::new(format!(
                "'{text}' has kings next to each other, which is not allowed"
            )));
        }
        Ok(kings)
    }

    /// The square, counted from the left.
    fn format_move(&self, _: &u32, square: usize) -> String {
        (square + 1).to_string()
    }

    fn look(&self) -> Option<Look> {
        let king = Piece::disc(Colour::Neutral).marked("K").scaled(8.0);
        let look = Look::cells(1, self.squares, |_, _| Style::Cell).numbers();
        Some(look.piece('k', king))
    }

    fn figures(&self, kings: &u32) -> Figures {
        Figures::letters(self.format(kings).chars())
    }

    fn sign(&self, _: &u32, square: usize) -> Sign {
        Sign::piece(square, 'k')
    }
}

/// Dawson's chess and its variants.
pub(crate) fn family() -> Family {
    Family::new("dawsonschess", "Dawson's Chess", RULES)
        .variant("5", "five squares", || dawsons_chess(5, false))
        .variant("6", "six squares", || dawsons_chess(6, false))
        .variant("7", "seven squares", || dawsons_chess(7, false))
        .variant("8", "eight squares", || dawsons_chess(8, false))
        .variant("9", "nine squares", || dawsons_chess(9, false))
        .open("SQUARES", "1 to 32 squares, e.g. 12 or 12-misere", open)
}

fn dawsons_chess(squares: usize, misere: bool) -> Box<dyn AnyGame> {
    any_game!(Misere { game: DawsonsChess { squares }, misere })
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (squares, misere) = misere_suffix(variant);
    match squares.parse() {
        Ok(squares @ 1..=32) => Ok(dawsons_chess(squares, misere)),
        _ => Err(ParseError::new("a number of squares from 1 to 32 is needed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{mex, moves_in, passes_battery};
    use zermelo_core::oracle;

    /// The nim-values of strips of 0, 1, 2... squares: a king takes its square and those next to it.
    fn nim_values(squares: usize) -> Vec<u32> {
        let mut values = vec![0];
        for n in 1..=squares {
            let options = (0..n).map(|square| (square.saturating_sub(1), n.saturating_sub(square + 2)));
            values.push(mex(options.map(|(left, right)| values[left] ^ values[right])));
        }
        values
    }

    #[test]
    fn nim_values_are_the_published_ones() {
        assert_eq!(nim_values(12), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]);
    }

    #[test]
    fn the_player_to_move_loses_if_the_nim_value_of_the_strip_is_zero() {
        for (squares, nim_value) in nim_values(14).into_iter().enumerate().skip(1) {
            let outcome = oracle::solve(&DawsonsChess { squares }, 10_000).unwrap()[&0];
            assert_eq!(outcome.value() == Value::Lose, nim_value == 0, "{squares}");
        }
    }

    #[test]
    fn the_rules_keep_the_laws() {
        passes_battery(&DawsonsChess { squares: 14 });
    }

    #[test]
    fn kings_never_touch() {
        let game = DawsonsChess { squares: 6 };
        assert_eq!(moves_in(&game, "-k----"), "4 5 6");
        assert!(game.parse("-kk---").is_err());
    }
}
