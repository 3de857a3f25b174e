//! Octal games as heaps: Kayles, Dawson's Kayles, Dawson's chess, and any other code.

use std::cell::RefCell;
use std::fmt;

use super::taking::nimber_within;
use crate::boards::scan::Scanner;
use crate::rulesets::octal::{NimSequence, OctalCode};
use crate::{Arena, Budget, Player, PositionError, Ruleset, Value};

/// An octal game; without a fixed code, every position names its own (`0.77:12`).
#[derive(Debug)]
pub struct Octal {
    title: &'static str,
    code: Option<OctalCode>,
    /// The sequence asked for last: sums are mostly made of one game.
    sequence: RefCell<Option<(OctalCode, NimSequence)>>,
}

/// Heaps of an octal game: one as it is written, more after moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OctalHeaps {
    code: OctalCode,
    heaps: Vec<u32>,
}

/// Some are taken from a heap, and what is left are one or two heaps.
#[derive(Debug, Clone, Copy)]
pub struct Taking {
    from: u32,
    take: u32,
    smaller: u32,
    larger: u32,
}

impl fmt::Display for Taking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.take, self.smaller, self.larger)
    }
}

/// Nim-sequences take time quadratic in the heap.
const LARGEST_HEAP: i64 = 50_000;

impl Octal {
    const fn with_code(title: &'static str, code: Option<OctalCode>) -> Self {
        Self { title, code, sequence: RefCell::new(None) }
    }

    /// Kayles: take one or two neighbouring pins.
    #[must_use]
    pub const fn kayles() -> Self {
        Self::with_code("kayles", Some(OctalCode::KAYLES))
    }

    /// Dawson's Kayles: take two neighbouring pins.
    #[must_use]
    pub const fn dawsons_kayles() -> Self {
        Self::with_code("dawson_kayles", Some(OctalCode::DAWSONS_KAYLES))
    }

    /// Dawson's chess as a game of heaps.
    #[must_use]
    pub const fn dawsons_chess() -> Self {
        Self::with_code("dawson_chess", Some(OctalCode::DAWSONS_CHESS))
    }

    /// Any octal game; positions are written `0.77:12`.
    #[must_use]
    pub const fn any() -> Self {
        Self::with_code("octal", None)
    }
}

impl Ruleset for Octal {
    type Position = OctalHeaps;
    type Move = Taking;

    fn title(&self) -> &'static str {
        self.title
    }

    fn parse(&self, text: &str) -> Result<OctalHeaps, PositionError> {
        let (code, heap, skipped) = match (self.code, text.split_once(':')) {
            (Some(code), _) => (code, text, 0),
            (None, Some((code, heap))) => {
                let spaces = code.chars().count() - code.trim_start().chars().count();
                let read = code.trim().parse().map_err(|error: PositionError| error.moved(spaces))?;
                (read, heap, code.chars().count() + 1)
            }
            (None, None) => return Err(Scanner::new(text).wanted("a code, ':' and a heap, like 0.77:12")),
        };
        let mut scanner = Scanner::new(heap);
        let read = scanner.integer("a heap", 0..=LARGEST_HEAP, "between 0 and 50,000");
        let heap = read.and_then(|heap| scanner.end().map(|()| heap)).map_err(|e| e.moved(skipped))?;
        Ok(OctalHeaps { code, heaps: vec![heap as u32] })
    }

    fn format(&self, position: &OctalHeaps) -> String {
        let heap = position.heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if self.code.is_some() { heap } else { format!("{}:{heap}", position.code) }
    }

    fn moves(&self, position: &OctalHeaps, _player: Player, moves: &mut Vec<Taking>) {
        for (from, &heap) in position.heaps.iter().enumerate() {
            position.code.for_each_move(heap, |take, smaller, larger| {
                moves.push(Taking { from: from as u32, take, smaller, larger });
            });
        }
    }

    fn play(&self, position: &OctalHeaps, _player: Player, mv: Taking) -> OctalHeaps {
        let mut next = position.clone();
        next.heaps.swap_remove(mv.from as usize);
        next.heaps.extend([mv.larger, mv.smaller]);
        next
    }

    fn split(&self, position: &OctalHeaps, parts: &mut Vec<OctalHeaps>) {
        let heaps = position.heaps.iter().filter(|&&heap| heap > 0);
        parts.extend(heaps.map(|&heap| OctalHeaps { code: position.code, heaps: vec![heap] }));
    }

    fn value(&self, position: &OctalHeaps, arena: &mut Arena) -> Option<Value> {
        nimber_within(arena, |budget| self.nim_value_within(position, budget))
    }

    fn nim_value(&self, position: &OctalHeaps) -> Option<u32> {
        self.nim_value_within(position, &Budget::unlimited())
    }

    fn nim_value_within(&self, position: &OctalHeaps, budget: &Budget) -> Option<u32> {
        let mut cached = self.sequence.borrow_mut();
        if cached.as_ref().is_none_or(|(code, _)| *code != position.code) {
            *cached = Some((position.code, NimSequence::new(position.code)));
        }
        let (_, sequence) = cached.as_mut()?;
        let mut nim =
            |heap: u32| Some(sequence.values_within(heap as usize + 1, budget).ok()?[heap as usize]);
        position.heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ nim(heap)?))
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
