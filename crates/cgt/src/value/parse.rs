//! Reading values in the usual notation.
//!
//! ```text
//! sum   := term (('+' | '-') term)*
//! term  := '-' term | '+-' (number | '(' sum ')' | form | '{' list '}') | form | '(' sum ')'
//!        | number | number? tail | number? ('Tiny' | 'Miny') '(' sum ')'
//! tail  := ups star? | star
//! ups   := '^'+ | '^' digits | '^[' digits ']' | '^<' digits '>'     and the same with 'v'
//! star  := '*' digits?
//! form  := '{' list ('|'+ list)+ '}'           the longest run of bars divides last
//! list  := (sum (',' sum)*)?
//! ```
//!
//! The parts of `number tail` stand without spaces between them; elsewhere spaces are free. A sign directly
//! before a number belongs to that number alone: `-1^` is -1 plus up. `↑ ↓ ⇑ ⇓ ± −` are read as well.

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use thiserror::Error;

use crate::value::deep::deepen;
use crate::value::value_id::MAX_NIMBER;
use crate::{Arena, Dyadic, NumberUpStar, ParseDyadicError, Value};

/// Why a text is not a value, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ParseValueError {
    /// The place, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: ParseValueProblem,
}

/// What can be wrong with the text of a value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseValueProblem {
    /// A game should begin here.
    #[error("expected a game, such as 3/4, ^*, *2, +-1, {{1|-1}} or Tiny(2), but found {0}")]
    NoGame(Found),
    /// Something else should stand here.
    #[error("expected {expected}, but found {found}")]
    Unexpected {
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: Found,
    },
    /// A number that cannot be read.
    #[error(transparent)]
    Number(#[from] ParseDyadicError),
    /// A number that is too large for its place.
    #[error("{what} of {digits} is too large: at most {limit}")]
    TooLarge {
        /// What it is the size of.
        what: &'static str,
        /// What was written.
        digits: String,
        /// The largest that is read.
        limit: u32,
    },
    /// Two bars of one length, neither of which divides first.
    #[error("which bar divides first is not clear: use braces, or one bar more, as in {{2||1|-1}}")]
    AmbiguousBars,
    /// Too many braces within braces.
    #[error("braces and parentheses are nested more than {MAX_NESTING} deep")]
    TooDeep,
}

/// What stands at the place of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// A character.
    Character(char),
    /// Nothing.
    End,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Character(character) => write!(f, "'{character}'"),
            Found::End => f.write_str("the end"),
        }
    }
}

/// How deep braces and parentheses may be nested. A thousand levels of `{0|…}` are numbers with a thousand bits.
const MAX_NESTING: usize = 1000;
/// Powers of up are games as deep as the power.
const MAX_POWER: u32 = 100;

impl Arena {
    /// Reads a value in the usual notation, or a sum of values.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let sum = arena.parse("{1|*} + ^* - 2Tiny(2)")?;
    /// let same = arena.parse("-Tiny(2) + (^* + {-1|-2*})")?;
    /// assert_eq!(sum, same);
    /// let error = arena.parse("{1|0").unwrap_err();
    /// assert_eq!(error.to_string(), "column 5: expected ',', '|' or '}', but found the end");
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseValueError> {
        let mut parser = Parser { arena: self, text, rest: text.char_indices().peekable(), nesting: 0 };
        let value = parser.sum().and_then(|value| match parser.peek() {
            None => Ok(value),
            Some(_) => Err(parser.unexpected("'+', '-' or the end")),
        });
        value.map_err(|Failure { at, problem }| ParseValueError {
            column: text[..at].chars().count() + 1,
            problem,
        })
    }
}

struct Parser<'a> {
    arena: &'a mut Arena,
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    nesting: usize,
}

/// A problem at a byte of the text.
struct Failure {
    at: usize,
    problem: ParseValueProblem,
}

/// Lists of options, divided by bars of some length at some byte.
struct Divided {
    lists: Vec<Vec<Value>>,
    bars: Vec<(usize, usize)>,
}

impl Parser<'_> {
    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.peek_directly()
    }

    fn peek_directly(&mut self) -> Option<char> {
        self.rest.peek().map(|&(_, c)| c)
    }

    fn position(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |&(at, _)| at)
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.peek() == Some(wanted) && self.rest.next().is_some()
    }

    fn eat_directly(&mut self, wanted: char) -> bool {
        self.rest.next_if(|&(_, c)| c == wanted).is_some()
    }

    fn fail<T>(&mut self, problem: ParseValueProblem) -> Result<T, Failure> {
        Err(Failure { at: self.position(), problem })
    }

    fn found(&mut self) -> Found {
        self.peek().map_or(Found::End, Found::Character)
    }

    fn unexpected(&mut self, expected: &'static str) -> Failure {
        let found = self.found();
        Failure { at: self.position(), problem: ParseValueProblem::Unexpected { expected, found } }
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), Failure> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn sum(&mut self) -> Result<Value, Failure> {
        let mut sum = self.term()?;
        loop {
            match self.peek() {
                Some('+') => {
                    self.rest.next();
                    let term = self.term()?;
                    sum = self.arena.add(sum, term);
                }
                Some('-' | '−') => {
                    self.rest.next();
                    let term = self.term()?;
                    sum = self.arena.sub(sum, term);
                }
                _ => return Ok(sum),
            }
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.nesting == MAX_NESTING {
            return self.fail(ParseValueProblem::TooDeep);
        }
        self.nesting += 1;
        let result = deepen(|| inner(self));
        self.nesting -= 1;
        result
    }

    fn term(&mut self) -> Result<Value, Failure> {
        match self.peek() {
            Some('-' | '−') => {
                self.rest.next();
                if self.peek_directly().is_some_and(|c| c.is_ascii_digit()) {
                    let number = self.number()?;
                    return self.after_number(-&number);
                }
                let term = self.nested(Parser::term)?;
                Ok(self.arena.neg(term))
            }
            Some('+') => {
                self.rest.next();
                if self.eat_directly('-') || self.eat_directly('−') {
                    return self.plus_minus();
                }
                Err(self.unexpected("'-' (plus-minus is written +-)"))
            }
            Some('±') => {
                self.rest.next();
                self.plus_minus()
            }
            Some('{') => {
                let divided = self.braces()?;
                self.form(divided)
            }
            Some('(') => self.parentheses(),
            Some('0'..='9') => {
                let number = self.number()?;
                self.after_number(number)
            }
            _ => self.tail(Dyadic::ZERO)?.map_or_else(
                || {
                    let found = self.found();
                    self.fail(ParseValueProblem::NoGame(found))
                },
                Ok,
            ),
        }
    }

    fn parentheses(&mut self) -> Result<Value, Failure> {
        self.expect('(', "'('")?;
        let value = self.nested(Parser::sum)?;
        self.expect(')', "'+', '-' or ')'")?;
        Ok(value)
    }

    /// Digits, and perhaps a denominator.
    fn number(&mut self) -> Result<Dyadic, Failure> {
        let start = self.position();
        self.skip_digits();
        if self.eat_directly('/') {
            self.skip_digits();
        }
        let end = self.position();
        self.text[start..end]
            .parse()
            .map_err(|problem: ParseDyadicError| Failure { at: start, problem: problem.into() })
    }

    fn skip_digits(&mut self) {
        while self.rest.next_if(|(_, c)| c.is_ascii_digit()).is_some() {}
    }

    fn after_number(&mut self, number: Dyadic) -> Result<Value, Failure> {
        match self.tail(number.clone())? {
            Some(value) => Ok(value),
            None => Ok(self.arena.number(&number)),
        }
    }

    /// Ups, star, tiny or miny directly after a number, if there are any.
    fn tail(&mut self, number: Dyadic) -> Result<Option<Value>, Failure> {
        let mut parts = NumberUpStar::from_number(number);
        let mut power = Value::ZERO;
        match self.peek_directly() {
            Some('T' | 't' | 'M' | 'm') => {
                let infinitesimal = self.tiny_or_miny()?;
                let number = self.arena.number(&parts.number);
                return Ok(Some(self.arena.add(number, infinitesimal)));
            }
            Some('^' | '↑' | '⇑') => (parts.ups, power) = self.ups(['^', '↑', '⇑'])?,
            Some('v' | '↓' | '⇓') => {
                let (downs, down_power) = self.ups(['v', '↓', '⇓'])?;
                (parts.ups, power) = (-&downs, self.arena.neg(down_power));
            }
            Some('*') => {}
            _ => return Ok(None),
        }
        if self.eat_directly('*') {
            parts.nimber = self.small_number("a nimber", MAX_NIMBER)?.unwrap_or(1);
        }
        let rest = self.arena.number_up_star(&parts);
        Ok(Some(self.arena.add(rest, power)))
    }

    fn tiny_or_miny(&mut self) -> Result<Value, Failure> {
        let start = self.position();
        while self.rest.next_if(|(_, c)| c.is_ascii_alphabetic()).is_some() {}
        let end = self.position();
        let name = self.text[start..end].to_ascii_lowercase();
        if name != "tiny" && name != "miny" {
            let found = self.text[start..].chars().next().map_or(Found::End, Found::Character);
            return Err(Failure { at: start, problem: ParseValueProblem::NoGame(found) });
        }
        let of = self.parentheses()?;
        Ok(if name == "tiny" { self.arena.tiny(of) } else { self.arena.miny(of) })
    }

    /// A multiple of up and a power of up, one of which is zero; also for down, which is written the same way.
    fn ups(&mut self, [one, arrow, two]: [char; 3]) -> Result<(Dyadic, Value), Failure> {
        let mut count = 0_i64;
        while let Some((_, c)) = self.rest.next_if(|&(_, c)| c == one || c == arrow || c == two) {
            count += if c == two { 2 } else { 1 };
        }
        if count > 1 {
            return Ok((count.into(), Value::ZERO));
        }
        match self.peek_directly() {
            Some('0'..='9') => {
                let start = self.position();
                self.skip_digits();
                let end = self.position();
                let digits = self.text[start..end].parse::<Dyadic>();
                digits
                    .map(|multiple| (multiple, Value::ZERO))
                    .map_err(|problem| Failure { at: start, problem: problem.into() })
            }
            Some('[') => {
                let power = self.power(']', "']'")?;
                Ok((Dyadic::ZERO, self.arena.up_powers_to(power)))
            }
            Some('<') => {
                let power = self.power('>', "'>'")?;
                Ok((Dyadic::ZERO, self.arena.up_power(power)))
            }
            _ => Ok((Dyadic::ONE, Value::ZERO)),
        }
    }

    /// A power of up in brackets, at least 1.
    fn power(&mut self, close: char, expected: &'static str) -> Result<u32, Failure> {
        self.rest.next();
        let start = self.position();
        let power = self.small_number("a power", MAX_POWER)?;
        let Some(power) = power.filter(|&power| power > 0) else {
            let found = self.text[start..].chars().next().map_or(Found::End, Found::Character);
            let problem = ParseValueProblem::Unexpected { expected: "a power of at least 1", found };
            return Err(Failure { at: start, problem });
        };
        self.expect(close, expected)?;
        Ok(power)
    }

    /// Digits, if there are any.
    fn small_number(&mut self, what: &'static str, limit: u32) -> Result<Option<u32>, Failure> {
        let start = self.position();
        self.skip_digits();
        let end = self.position();
        if start == end {
            return Ok(None);
        }
        let digits = &self.text[start..end];
        match digits.parse() {
            Ok(number) if number <= limit => Ok(Some(number)),
            _ => {
                let digits = digits.to_owned();
                Err(Failure { at: start, problem: ParseValueProblem::TooLarge { what, digits, limit } })
            }
        }
    }

    /// What follows `+-`.
    fn plus_minus(&mut self) -> Result<Value, Failure> {
        match self.peek() {
            Some('{') => {
                let mut divided = self.braces()?;
                if divided.bars.is_empty() {
                    let options = divided.lists.pop().unwrap_or_default();
                    return Ok(self.arena.plus_minus_of(&options));
                }
                let game = self.form(divided)?;
                Ok(self.arena.plus_minus(game))
            }
            Some('(') => {
                let game = self.parentheses()?;
                Ok(self.arena.plus_minus(game))
            }
            Some('0'..='9') => {
                let number = self.number()?;
                if let Some('*' | '^' | 'v' | '↑' | '↓' | '⇑' | '⇓' | 'T' | 't' | 'M' | 'm') =
                    self.peek_directly()
                {
                    return Err(self.unexpected("'+', '-' or the end of the term; or write +-(1*)"));
                }
                let number = self.arena.number(&number);
                Ok(self.arena.plus_minus(number))
            }
            _ => Err(self.unexpected("a number, '(' or '{' after +-")),
        }
    }

    fn braces(&mut self) -> Result<Divided, Failure> {
        self.expect('{', "'{'")?;
        let divided = self.nested(Parser::divided_lists)?;
        self.expect('}', "',', '|' or '}'")?;
        Ok(divided)
    }

    fn divided_lists(&mut self) -> Result<Divided, Failure> {
        let mut divided = Divided { lists: vec![self.list()?], bars: Vec::new() };
        while self.peek() == Some('|') {
            let at = self.position();
            let mut length = 0;
            while self.eat_directly('|') {
                length += 1;
            }
            divided.bars.push((length, at));
            divided.lists.push(self.list()?);
        }
        Ok(divided)
    }

    fn list(&mut self) -> Result<Vec<Value>, Failure> {
        let mut list = Vec::new();
        if matches!(self.peek(), Some('|' | '}')) {
            return Ok(list);
        }
        list.push(self.sum()?);
        while self.eat(',') {
            list.push(self.sum()?);
        }
        Ok(list)
    }

    /// The game of lists and bars.
    fn form(&mut self, mut divided: Divided) -> Result<Value, Failure> {
        if divided.bars.is_empty() {
            return Err(self.unexpected_end_of_form());
        }
        self.divide(&mut divided.lists, &divided.bars)
    }

    /// Braces have just been closed without a bar.
    fn unexpected_end_of_form(&mut self) -> Failure {
        let close = self.text[..self.position()].rfind('}').unwrap_or(0);
        let problem = ParseValueProblem::Unexpected { expected: "',' or '|'", found: Found::Character('}') };
        Failure { at: close, problem }
    }

    /// There is one list more than there are bars.
    fn divide(&mut self, lists: &mut [Vec<Value>], bars: &[(usize, usize)]) -> Result<Value, Failure> {
        let (longest, &(length, _)) = bars
            .iter()
            .enumerate()
            .max_by_key(|(_, (length, _))| length)
            .expect("there is a bar to divide at");
        if let Some(&(_, at)) = bars[..longest].iter().find(|bar| bar.0 == length) {
            return Err(Failure { at, problem: ParseValueProblem::AmbiguousBars });
        }
        let (left, right) = lists.split_at_mut(longest + 1);
        let left = self.side(left, &bars[..longest])?;
        let right = self.side(right, &bars[longest + 1..])?;
        Ok(self.arena.canonical(&left, &right))
    }

    fn side(&mut self, lists: &mut [Vec<Value>], bars: &[(usize, usize)]) -> Result<Vec<Value>, Failure> {
        match lists {
            [only] => Ok(std::mem::take(only)),
            _ => deepen(|| self.divide(lists, bars)).map(|value| vec![value]),
        }
    }
}
