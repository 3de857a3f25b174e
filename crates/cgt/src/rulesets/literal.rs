//! Games written out as their options.

use std::fmt;

use crate::{Arena, Budget, Player, PositionError, Ruleset, Value};

/// A game in the usual notation of values, such as `{2|-1*}`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Literal;

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiteralGame(String);

/// The number of an option in the canonical form, counted from 1.
#[derive(Debug, Clone, Copy)]
pub struct OptionNumber(u32);

impl fmt::Display for OptionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What reading a game may take: some tenths of a second.
const MOST_STEPS: u64 = 200_000;
const MOST_BYTES: usize = 64 << 20;
const LONGEST_TEXT: usize = 100_000;

impl LiteralGame {
    fn value(&self, arena: &mut Arena) -> Value {
        arena.parse(&self.0).expect("the text was parsed before")
    }
}

impl Ruleset for Literal {
    type Position = LiteralGame;
    type Move = OptionNumber;

    fn title(&self) -> &'static str {
        "literal"
    }

    fn parse(&self, text: &str) -> Result<LiteralGame, PositionError> {
        let mut arena = Arena::new();
        // A text may ask for a sum that nobody can compute, and reading a script has no time limit.
        arena.begin_limit(MOST_STEPS, &Budget::unlimited(), MOST_BYTES);
        let read = arena.parse(text).map(|value| arena.text_within(value, LONGEST_TEXT));
        let is_small = arena.end_limit().is_ok();
        match read {
            Ok(Some(text)) if is_small => Ok(LiteralGame(text)),
            Err(error) if is_small => {
                Err(PositionError::Value { problem: error.problem, offset: error.column.saturating_sub(1) })
            }
            _ => {
                let law = "the canonical form of a literal game must be small";
                Err(PositionError::Illegal { law, offset: 0 })
            }
        }
    }

    fn format(&self, position: &LiteralGame) -> String {
        position.0.clone()
    }

    fn moves(&self, position: &LiteralGame, player: Player, moves: &mut Vec<OptionNumber>) {
        let mut arena = Arena::new();
        let value = position.value(&mut arena);
        moves.extend((1..=arena.option_count(player, value)).map(OptionNumber));
    }

    /// Every move reads the whole text again.
    fn moves_per_look(&self) -> usize {
        1
    }

    fn play(&self, position: &LiteralGame, player: Player, mv: OptionNumber) -> LiteralGame {
        let mut arena = Arena::new();
        let value = position.value(&mut arena);
        let option = arena.option(player, value, mv.0 - 1);
        LiteralGame(arena.text(option))
    }

    fn value(&self, position: &LiteralGame, arena: &mut Arena) -> Option<Value> {
        Some(position.value(arena))
    }
}
