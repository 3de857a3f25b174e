//! Games that are written as their value: integers, fractions, ups and stars, switches, literals.

use std::fmt;

use crate::boards::scan::{INT, INT_WORDS, Scanner};
use crate::{Arena, Dyadic, Player, PositionError, Ruleset, Value};

/// An integer in canonical form: `n = {n-1 | }`.
#[derive(Debug, Clone, Copy, Default)]
pub struct IntegerGame;

/// A dyadic fraction in canonical form: `p/q = {(p-1)/q | (p+1)/q}`.
#[derive(Debug, Clone, Copy, Default)]
pub struct DyadicRational;

/// The move in a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberMove {
    /// One step of an integer towards 0.
    Integer,
    /// Left's move in a fraction.
    Decrement,
    /// Right's move in a fraction.
    Increment,
}

impl fmt::Display for NumberMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Integer => "INT",
            Self::Decrement => "DEC",
            Self::Increment => "INC",
        })
    }
}

/// The only move of a player in a number, with the number it leads to.
fn number_option(number: &Dyadic, player: Player) -> Option<(NumberMove, Dyadic)> {
    let step = match player {
        Player::Left => -1,
        Player::Right => 1,
    };
    if let Some(integer) = number.to_i64() {
        let own = if player == Player::Left { integer > 0 } else { integer < 0 };
        return own.then(|| (NumberMove::Integer, Dyadic::from(integer + step)));
    }
    let name = if player == Player::Left { NumberMove::Decrement } else { NumberMove::Increment };
    Some((name, number + &Dyadic::new(step, number.exponent())))
}

/// Only integers have a nim-value at once: they are counted down.
fn number_nim_value(number: &Dyadic) -> Option<u32> {
    number.to_i64().map(|integer| u32::from(integer % 2 != 0))
}

impl Ruleset for IntegerGame {
    type Position = Dyadic;
    type Move = NumberMove;

    fn title(&self) -> &'static str {
        "integer_game"
    }

    fn parse(&self, text: &str) -> Result<Dyadic, PositionError> {
        let mut scanner = Scanner::new(text);
        let integer = scanner.integer("the integer", INT, INT_WORDS)?;
        scanner.end()?;
        Ok(Dyadic::from(integer))
    }

    fn format(&self, position: &Dyadic) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Dyadic, player: Player, moves: &mut Vec<NumberMove>) {
        moves.extend(number_option(position, player).map(|(mv, _)| mv));
    }

    fn play(&self, position: &Dyadic, player: Player, _mv: NumberMove) -> Dyadic {
        number_option(position, player).map_or(Dyadic::ZERO, |(_, next)| next)
    }

    fn negative(&self, position: &Dyadic) -> Option<Dyadic> {
        Some(-position)
    }

    fn value(&self, position: &Dyadic, arena: &mut Arena) -> Option<Value> {
        Some(arena.number(position))
    }

    fn nim_value(&self, position: &Dyadic) -> Option<u32> {
        number_nim_value(position)
    }
}

impl Ruleset for DyadicRational {
    type Position = Dyadic;
    type Move = NumberMove;

    fn title(&self) -> &'static str {
        "dyadic_rational"
    }

    fn parse(&self, text: &str) -> Result<Dyadic, PositionError> {
        let mut scanner = Scanner::new(text);
        let number = scanner.fraction()?;
        scanner.end()?;
        Ok(number)
    }

    fn format(&self, position: &Dyadic) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Dyadic, player: Player, moves: &mut Vec<NumberMove>) {
        IntegerGame.moves(position, player, moves);
    }

    fn play(&self, position: &Dyadic, player: Player, mv: NumberMove) -> Dyadic {
        IntegerGame.play(position, player, mv)
    }

    fn negative(&self, position: &Dyadic) -> Option<Dyadic> {
        Some(-position)
    }

    fn value(&self, position: &Dyadic, arena: &mut Arena) -> Option<Value> {
        IntegerGame.value(position, arena)
    }

    fn nim_value(&self, position: &Dyadic) -> Option<u32> {
        number_nim_value(position)
    }
}

/// A multiple of up, with or without a star, in canonical form.
#[derive(Debug, Clone, Copy, Default)]
pub struct UpStarGame;

/// `ups · ↑`, plus `*` if `star`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UpStar {
    ups: i64,
    star: bool,
}

impl fmt::Display for UpStar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { ups: 0, star: true } => f.write_str("*"),
            Self { ups, star } => write!(f, "{ups}{}", if star { "*" } else { "" }),
        }
    }
}

impl Ruleset for UpStarGame {
    type Position = UpStar;
    /// A move is written as what it leads to.
    type Move = UpStar;

    fn title(&self) -> &'static str {
        "up_star"
    }

    fn parse(&self, text: &str) -> Result<UpStar, PositionError> {
        let mut scanner = Scanner::new(text);
        let (mut ups, mut star) = (None, false);
        loop {
            match scanner.peek() {
                Some('*') if !star => star = scanner.eat('*'),
                Some('-' | '0'..='9') if ups.is_none() => {
                    ups = Some(scanner.integer("the multiple of up", INT, INT_WORDS)?);
                }
                _ => return Err(scanner.wanted("at most one integer and at most one '*'")),
            }
            if scanner.peek().is_none() {
                return Ok(UpStar { ups: ups.unwrap_or(0), star });
            }
            // `1*` is how a move is printed, so it is read without a separator, too.
            if scanner.eat(',') && scanner.peek().is_none() {
                return Err(scanner.wanted("an item after the comma"));
            }
        }
    }

    fn format(&self, position: &UpStar) -> String {
        position.to_string()
    }

    fn moves(&self, position: &UpStar, player: Player, moves: &mut Vec<UpStar>) {
        let UpStar { ups, star } = *position;
        let favour = if player == Player::Left { ups } else { -ups };
        let zero = UpStar { ups: 0, star: false };
        match favour {
            0 if star => moves.push(zero),
            0 => {}
            1 if star => moves.extend([zero, UpStar { ups: 0, star: true }]),
            1.. => moves.push(zero),
            // One up less against the favoured player; ↑* alone turns to 0.
            -1 if star => moves.push(zero),
            _ => moves.push(UpStar { ups: ups - ups.signum(), star: !star }),
        }
    }

    fn play(&self, _position: &UpStar, _player: Player, mv: UpStar) -> UpStar {
        mv
    }

    fn negative(&self, position: &UpStar) -> Option<UpStar> {
        Some(UpStar { ups: -position.ups, star: position.star })
    }

    fn value(&self, position: &UpStar, arena: &mut Arena) -> Option<Value> {
        let UpStar { ups, star } = *position;
        Some(arena.number_up_star(&crate::NumberUpStar {
            number: Dyadic::ZERO,
            ups: Dyadic::from(ups),
            nimber: star.into(),
        }))
    }

    /// As an impartial game both 0 and one up less can be reached: 2, 1, 2, 1, … from one up on.
    fn nim_value(&self, position: &UpStar) -> Option<u32> {
        Some(match position.ups {
            0 => u32::from(position.star),
            ups if ups % 2 == 0 => 1,
            _ => 2,
        })
    }
}

/// A switch `{x | y}` between two numbers; `x` need not be the larger one.
#[derive(Debug, Clone, Copy, Default)]
pub struct SwitchGame;

/// A switch, or the number it was switched to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Switch {
    /// Not decided yet: what Left and Right may choose.
    Open(Dyadic, Dyadic),
    /// A number.
    Number(Dyadic),
}

/// The move in a switch.
#[derive(Debug, Clone, Copy)]
pub enum SwitchMove {
    /// A player takes her number.
    Choose(Player),
    /// A move in the number that was chosen.
    Number(NumberMove),
}

impl fmt::Display for SwitchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose(Player::Left) => f.write_str("SWITCH_L"),
            Self::Choose(Player::Right) => f.write_str("SWITCH_R"),
            Self::Number(mv) => mv.fmt(f),
        }
    }
}

impl Ruleset for SwitchGame {
    type Position = Switch;
    type Move = SwitchMove;

    fn title(&self) -> &'static str {
        "switch_game"
    }

    fn parse(&self, text: &str) -> Result<Switch, PositionError> {
        let mut scanner = Scanner::new(text);
        let left = scanner.fraction()?;
        scanner.separator()?;
        let right = scanner.fraction()?;
        scanner.end()?;
        Ok(Switch::Open(left, right))
    }

    fn format(&self, position: &Switch) -> String {
        match position {
            Switch::Open(left, right) => format!("{left},{right}"),
            Switch::Number(number) => number.to_string(),
        }
    }

    fn moves(&self, position: &Switch, player: Player, moves: &mut Vec<SwitchMove>) {
        match position {
            Switch::Open(..) => moves.push(SwitchMove::Choose(player)),
            Switch::Number(number) => {
                moves.extend(number_option(number, player).map(|(mv, _)| SwitchMove::Number(mv)));
            }
        }
    }

    fn play(&self, position: &Switch, player: Player, _mv: SwitchMove) -> Switch {
        Switch::Number(match (position, player) {
            (Switch::Open(left, _), Player::Left) => left.clone(),
            (Switch::Open(_, right), Player::Right) => right.clone(),
            (Switch::Number(number), _) => {
                number_option(number, player).map_or(Dyadic::ZERO, |(_, next)| next)
            }
        })
    }

    fn negative(&self, position: &Switch) -> Option<Switch> {
        Some(match position {
            Switch::Open(left, right) => Switch::Open(-right, -left),
            Switch::Number(number) => Switch::Number(-number),
        })
    }

    fn value(&self, position: &Switch, arena: &mut Arena) -> Option<Value> {
        Some(match position {
            Switch::Open(left, right) => {
                let (left, right) = (arena.number(left), arena.number(right));
                arena.canonical(&[left], &[right])
            }
            Switch::Number(number) => arena.number(number),
        })
    }

    fn nim_value(&self, position: &Switch) -> Option<u32> {
        match position {
            Switch::Open(..) => None,
            Switch::Number(number) => number_nim_value(number),
        }
    }
}
