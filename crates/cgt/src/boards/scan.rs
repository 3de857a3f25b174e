//! Reading numbers and lists inside the text of a position.

use crate::Dyadic;
use crate::rulesets::ruleset::PositionError;

/// A cursor over the characters of a position, for games that are written with numbers.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    /// Bytes read so far.
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Characters read so far.
    pub(crate) fn offset(&self) -> usize {
        self.text[..self.at].chars().count()
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.rest().chars().next()
    }

    /// Reads a symbol if it is next.
    pub(crate) fn eat(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.at += symbol.len_utf8();
        }
        found
    }

    /// The error that something else should stand here.
    pub(crate) fn wanted(&mut self, allowed: &str) -> PositionError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |symbol| format!("{symbol:?}"));
        PositionError::Unexpected { found, allowed: allowed.to_owned(), offset: self.offset() }
    }

    pub(crate) fn expect(&mut self, symbol: char) -> Result<(), PositionError> {
        if self.eat(symbol) { Ok(()) } else { Err(self.wanted(&format!("{symbol:?}"))) }
    }

    pub(crate) fn end(&mut self) -> Result<(), PositionError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.wanted("nothing more")) }
    }

    /// An integer within `allowed`, of which `range` is the wording.
    pub(crate) fn integer(
        &mut self,
        what: &'static str,
        allowed: std::ops::RangeInclusive<i64>,
        range: &'static str,
    ) -> Result<i64, PositionError> {
        self.skip_spaces();
        let rest = self.rest();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let length = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if length == 0 {
            return Err(self.wanted("an integer"));
        }
        let word = &rest[..rest.len() - digits.len() + length];
        let offset = self.offset();
        let number = word.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| {
            let shown: String = word.chars().take(40).collect();
            PositionError::OutOfRange { what, allowed: range, found: shown, offset }
        })?;
        self.at += word.len();
        Ok(number)
    }

    /// A fraction whose denominator is a power of two.
    pub(crate) fn fraction(&mut self) -> Result<Dyadic, PositionError> {
        let numerator = self.integer("a numerator", INT, INT_WORDS)?;
        if !self.eat('/') {
            return Ok(Dyadic::from(numerator));
        }
        let offset = self.offset();
        let denominator = self.integer("a denominator", 1..=*INT.end(), "a positive power of 2")?;
        if denominator & (denominator - 1) != 0 {
            return Err(PositionError::OutOfRange {
                what: "a denominator",
                allowed: "a positive power of 2",
                found: denominator.to_string(),
                offset,
            });
        }
        Ok(Dyadic::new(numerator, denominator.trailing_zeros()))
    }

    /// Between two items of a list: a comma or at least one space; no comma before the end.
    pub(crate) fn separator(&mut self) -> Result<(), PositionError> {
        self.skip_spaces();
        let spaced = self.text[..self.at].ends_with(char::is_whitespace);
        if self.eat(',') {
            return if self.peek().is_none() { Err(self.wanted("an item after the comma")) } else { Ok(()) };
        }
        if spaced || self.peek().is_none() { Ok(()) } else { Err(self.wanted("a comma or a space")) }
    }
}

/// The integers that the input language allows.
pub(crate) const INT: std::ops::RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
/// The same in words.
pub(crate) const INT_WORDS: &str = "an integer of at most 31 bits";
/// The sizes of a heap: the number of options, and so the work, grows with it.
pub(crate) const HEAP: std::ops::RangeInclusive<i64> = 0..=1_000_000;
/// The same in words.
pub(crate) const HEAP_WORDS: &str = "between 0 and 1,000,000";
