//! Writing values in the usual notation, such that reading them gives the same value.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::value::deep::deepen;
use crate::{Arena, Dyadic, NumberUpStar, Player, Value};

/// A value as text.
#[derive(Clone)]
struct Text {
    /// Without outer braces, if there are bars.
    body: Arc<str>,
    /// The longest run of bars outside of braces; 0 if the text is no `{…|…}`.
    bars: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `+-` can stand right before it.
    Number,
    Form,
    Other,
}

impl Text {
    fn plain(kind: Kind, body: String) -> Text {
        Text { body: body.into(), bars: 0, kind }
    }

    /// Numbers first, then what is short; the ids of the values would depend on what was computed before.
    fn place_in_list(&self) -> (bool, usize, &str) {
        (self.kind != Kind::Number, self.body.len(), &self.body)
    }

    fn whole(&self) -> String {
        if self.kind == Kind::Form { format!("{{{}}}", self.body) } else { self.body.to_string() }
    }
}

/// Longer runs of bars than this are hard to count; braces take over.
const MAX_BARS: usize = 4;
/// Powers of up that are recognised.
const NAMED_POWERS: u32 = 9;

/// Letters that take as long to write as one step of a computation.
const LETTERS_PER_STEP: usize = 64;

/// The text was longer than the caller allows.
struct TooLong;

struct Writer<'a> {
    arena: &'a mut Arena,
    known: FxHashMap<Value, Text>,
    /// Powers of up with and without star, and their negatives.
    powers: FxHashMap<Value, String>,
    limit: usize,
}

impl Arena {
    /// A value in the usual notation, which [`Arena::parse`] reads.
    ///
    /// Among options, numbers come first, then short texts. (Nimbers above 255, and braces nested beyond a thousand, are written, but not
    /// read.) The text of a large game can be very much larger than the game, since it
    /// repeats what the arena shares; see [`Arena::text_within`].
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// for text in ["-3/4", "1^^*2", "+-1", "+-(1*)", "{2||1|0}", "+-{1,{3|0}}", "2Tiny(2)", "^[2]*"] {
    ///     let value = arena.parse(text)?;
    ///     assert_eq!(arena.text(value), text);
    /// }
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn text(&mut self, value: Value) -> String {
        // No text is longer than memory; but there may be nothing left to spend, and then no text is worth anything.
        self.text_within(value, usize::MAX).unwrap_or_default()
    }

    /// A value in the usual notation, if it has at most this many characters.
    pub fn text_within(&mut self, value: Value, limit: usize) -> Option<String> {
        let mut writer =
            Writer { powers: FxHashMap::default(), known: FxHashMap::default(), limit, arena: self };
        let text = writer.text(value).ok()?.whole();
        (text.len() <= limit).then_some(text)
    }
}

/// A number, ups and a star.
fn simple_text(parts: &NumberUpStar) -> String {
    let mut text = String::new();
    if !parts.number.is_zero() || parts.is_number() {
        text += &parts.number.to_string();
    }
    let arrow = if parts.ups.sign().is_gt() { '^' } else { 'v' };
    match parts.ups.abs().to_i64() {
        Some(0) => {}
        Some(count @ 1..=2) => text.extend(std::iter::repeat_n(arrow, count as usize)),
        _ => text += &format!("{arrow}{}", parts.ups.abs()),
    }
    match parts.nimber {
        0 => {}
        1 => text.push('*'),
        size => text += &format!("*{size}"),
    }
    text
}

impl Writer<'_> {
    fn text(&mut self, value: Value) -> Result<Text, TooLong> {
        if let Some(parts) = self.arena.as_number_up_star(value) {
            let kind = if parts.is_number() { Kind::Number } else { Kind::Other };
            return Ok(Text::plain(kind, simple_text(&parts)));
        }
        if let Some(known) = self.known.get(&value) {
            return Ok(known.clone());
        }
        let text = match self.name(value) {
            Some(name) => Text::plain(Kind::Other, name),
            None if self.arena.neg(value) == value => deepen(|| self.symmetric(value))?,
            None => deepen(|| self.form(value))?,
        };
        if text.body.len() > self.limit || self.arena.spend_many(1 + text.body.len() / LETTERS_PER_STEP) {
            return Err(TooLong);
        }
        self.known.insert(value, text.clone());
        Ok(text)
    }

    /// Tiny, miny and powers of up, perhaps after a number.
    fn name(&mut self, value: Value) -> Option<String> {
        let stops = self.arena.stops(value);
        if stops.left != stops.right {
            return None;
        }
        let infinitesimal = self.arena.sub(value, stops.left);
        let name = self.name_of_infinitesimal(infinitesimal)?;
        let number = self.arena.number_of(stops.left);
        Some(if number.is_zero() { name } else { format!("{number}{name}") })
    }

    fn name_of_infinitesimal(&mut self, value: Value) -> Option<String> {
        if let Some(of) = self.threat(Player::Left, value) {
            return Some(format!("Tiny({of})"));
        }
        if let Some(of) = self.threat(Player::Right, value) {
            return Some(format!("Miny({of})"));
        }
        if self.powers.is_empty() {
            self.name_powers();
        }
        self.powers.get(&value).cloned()
    }

    /// The number G if the value is `{0||0|-G}` (for Right: the negative of that).
    fn threat(&mut self, player: Player, value: Value) -> Option<Dyadic> {
        let opponent = player.opponent();
        let [Value::ZERO] = self.arena.options(player, value)[..] else { return None };
        let [threat] = self.arena.options(opponent, value)[..] else { return None };
        let [Value::ZERO] = self.arena.options(player, threat)[..] else { return None };
        let [gain] = self.arena.options(opponent, threat)[..] else { return None };
        let gain = self.arena.as_number(gain)?;
        Some(if player == Player::Left { -&gain } else { gain }).filter(|gain| gain.sign().is_gt())
    }

    fn name_powers(&mut self) {
        for power in 2..=NAMED_POWERS {
            let (single, sum) = (self.arena.up_power(power), self.arena.up_powers_to(power));
            for (value, name) in [(single, format!("<{power}>")), (sum, format!("[{power}]"))] {
                for (value, arrow) in [(value, '^'), (self.arena.neg(value), 'v')] {
                    self.powers.insert(value, format!("{arrow}{name}"));
                    let starred = self.arena.add(value, Value::STAR);
                    self.powers.insert(starred, format!("{arrow}{name}*"));
                }
            }
        }
    }

    /// The texts of a player's options.
    fn options(&mut self, player: Player, value: Value) -> Result<Vec<Text>, TooLong> {
        let options = self.arena.options(player, value);
        let texts: Result<Vec<Text>, TooLong> = options.into_iter().map(|option| self.text(option)).collect();
        let mut texts = texts?;
        texts.sort_unstable_by(|a, b| a.place_in_list().cmp(&b.place_in_list()));
        if texts.iter().map(|text| text.body.len()).sum::<usize>() > self.limit {
            return Err(TooLong);
        }
        Ok(texts)
    }

    /// A game that is its own negative.
    fn symmetric(&mut self, value: Value) -> Result<Text, TooLong> {
        let options = self.options(Player::Left, value)?;
        let body = match options.as_slice() {
            [only] if only.kind == Kind::Form => format!("+-{{{}}}", only.body),
            [only] if only.kind == Kind::Number => format!("+-{}", only.body),
            [only] => format!("+-({})", only.body),
            _ => format!("+-{{{}}}", list(&options)),
        };
        Ok(Text::plain(Kind::Other, body))
    }

    fn form(&mut self, value: Value) -> Result<Text, TooLong> {
        let (left, right) = (self.options(Player::Left, value)?, self.options(Player::Right, value)?);
        let ((left, left_bars), (right, right_bars)) = (side(&left), side(&right));
        let bars = left_bars.max(right_bars) + 1;
        let body = format!("{left}{}{right}", "|".repeat(bars));
        Ok(Text { body: body.into(), bars, kind: Kind::Form })
    }
}

fn list(options: &[Text]) -> String {
    options.iter().map(Text::whole).collect::<Vec<_>>().join(",")
}

/// One side of a form and the bars in it.
fn side(options: &[Text]) -> (String, usize) {
    match options {
        [only] if only.kind == Kind::Form && only.bars < MAX_BARS => (only.body.to_string(), only.bars),
        _ => (list(options), 0),
    }
}
