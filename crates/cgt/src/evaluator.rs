//! Parts of sums with what is known about them: mobility, canonical value, options.

use crate::deep::deepen;
use crate::part::{Part, Parts};
use crate::{Arena, Player, Value};

/// Positions, values, and what connects them.
pub(crate) struct Evaluator {
    pub(crate) parts: Parts,
    pub(crate) arena: Arena,
    infos: Vec<Info>,
    /// The options of parts without a value, see [`Evaluator::options`].
    pool: Vec<u32>,
    /// Parts with more moves than this (of both players) are not evaluated.
    largest_value: usize,
}

#[derive(Clone, Copy)]
struct Info {
    worth: Worth,
    /// Moves of Left and Right, or [`UNKNOWN_COUNT`].
    moves: [u16; 2],
    /// Where the options of Left and Right begin in the pool, or [`UNKNOWN_OPTIONS`].
    options: [u32; 2],
}

#[derive(Clone, Copy)]
enum Worth {
    Unknown,
    /// Too large to be worth the effort.
    Hard,
    Known(Value),
}

const UNKNOWN_COUNT: u16 = u16::MAX;
const UNKNOWN_OPTIONS: u32 = u32::MAX;

/// A sum in which every part that has a value is replaced by it.
///
/// Numbers, ups and nimbers are added up in `simple`; the others stay apart, because the canonical
/// form of a sum of hot games can be far larger than the games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) parts: Vec<Part>,
    pub(crate) values: Vec<Value>,
    pub(crate) simple: Value,
}

impl Default for Terms {
    fn default() -> Self {
        Self { parts: Vec::new(), values: Vec::new(), simple: Value::ZERO }
    }
}

impl Terms {
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.values.clear();
        self.simple = Value::ZERO;
    }
}

impl Evaluator {
    pub(crate) fn new() -> Self {
        Self {
            parts: Parts::default(),
            arena: Arena::new(),
            infos: Vec::new(),
            pool: Vec::new(),
            largest_value: std::env::var("LARGEST").ok().and_then(|v| v.parse().ok()).unwrap_or(14),
        }
    }

    fn info(&mut self, part: Part) -> &mut Info {
        if self.infos.len() <= part.index() {
            let blank =
                Info { worth: Worth::Unknown, moves: [UNKNOWN_COUNT; 2], options: [UNKNOWN_OPTIONS; 2] };
            self.infos.resize(self.parts.len(), blank);
        }
        &mut self.infos[part.index()]
    }

    /// How many moves a player has in a part.
    pub(crate) fn mobility(&mut self, part: Part, player: Player) -> usize {
        let player = if part.is_negative() { player.opponent() } else { player };
        let known = self.info(part).moves[player.index()];
        if known != UNKNOWN_COUNT {
            return usize::from(known);
        }
        let count = self.parts.move_count(part.plain(), player).min(usize::from(UNKNOWN_COUNT) - 1);
        self.info(part).moves[player.index()] = count as u16;
        count
    }

    /// The value of a part, unless it is too large.
    pub(crate) fn value(&mut self, part: Part) -> Option<Value> {
        let plain = part.plain();
        let value = match self.info(plain).worth {
            Worth::Hard => return None,
            Worth::Known(value) => value,
            Worth::Unknown => {
                let value = deepen(|| self.compute_value(plain, true));
                self.info(plain).worth = value.map_or(Worth::Hard, Worth::Known);
                value?
            }
        };
        Some(if part.is_negative() { self.arena.neg(value) } else { value })
    }

    /// The value of a part, however long it takes.
    pub(crate) fn full_value(&mut self, part: Part) -> Value {
        let plain = part.plain();
        let value = match self.info(plain).worth {
            Worth::Known(value) => value,
            _ => {
                let value = deepen(|| self.compute_value(plain, false)).expect("there is no limit");
                self.info(plain).worth = Worth::Known(value);
                value
            }
        };
        if part.is_negative() { self.arena.neg(value) } else { value }
    }

    fn compute_value(&mut self, part: Part, limited: bool) -> Option<Value> {
        if let Some(value) = self.parts.formula(part, &mut self.arena) {
            return Some(value);
        }
        if limited {
            let moves = self.mobility(part, Player::Left) + self.mobility(part, Player::Right);
            if moves > self.largest_value {
                return None;
            }
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in self.raw_options(part, player) {
                let mut sum = Value::ZERO;
                for part in option {
                    let value = if limited { self.value(part)? } else { self.full_value(part) };
                    sum = self.arena.add(sum, value);
                }
                sides[player.index()].push(sum);
            }
        }
        Some(self.arena.canonical(&sides[0], &sides[1]))
    }

    /// The options of a part that is not negated, as lists of parts.
    pub(crate) fn raw_options(&mut self, part: Part, player: Player) -> Vec<Vec<Part>> {
        let mut options: Vec<Vec<Part>> = Vec::new();
        self.parts.options(part, player, |parts| options.push(parts.to_vec()));
        for option in &mut options {
            option.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Adds a value to some terms.
    pub(crate) fn add_value(&mut self, value: Value, terms: &mut Terms) {
        if value.is_packed() {
            terms.simple = self.arena.add(terms.simple, value);
        } else {
            terms.values.push(value);
        }
    }

    /// Adds a part to some terms, as its value if it has one.
    pub(crate) fn add_part(&mut self, part: Part, terms: &mut Terms) {
        match self.value(part) {
            Some(value) => self.add_value(value, terms),
            None => terms.parts.push(part),
        }
    }

    /// The options of a hard part that is not negated: where they begin in the pool.
    ///
    /// A list is the number of options, then for each the number of parts, the parts, the number
    /// of values, the values, and the simple value.
    pub(crate) fn options(&mut self, part: Part, player: Player) -> OptionList {
        debug_assert!(!part.is_negative(), "the options of negatives are the negatives of options");
        let known = self.info(part).options[player.index()];
        if known != UNKNOWN_OPTIONS {
            return OptionList(known);
        }
        let mut records: Vec<Vec<u32>> = Vec::new();
        let mut terms = Terms::default();
        for option in self.raw_options(part, player) {
            terms.clear();
            for part in option {
                self.add_part(part, &mut terms);
            }
            self.tidy(&mut terms);
            let mut record = vec![terms.parts.len() as u32];
            record.extend(terms.parts.iter().map(|part| part.0));
            record.push(terms.values.len() as u32);
            record.extend(terms.values.iter().map(|value| value.0));
            record.push(terms.simple.0);
            records.push(record);
        }
        records.sort_unstable();
        records.dedup();
        let start = self.pool.len() as u32;
        self.pool.push(records.len() as u32);
        self.pool.extend(records.into_iter().flatten());
        self.info(part).options[player.index()] = start;
        OptionList(start)
    }

    pub(crate) fn option_count(&self, list: OptionList) -> (u32, OptionCursor) {
        (self.pool[list.0 as usize], OptionCursor(list.0 + 1))
    }

    /// Adds the option at the cursor to some terms, negated if asked for.
    pub(crate) fn add_option(&mut self, cursor: &mut OptionCursor, negate: bool, terms: &mut Terms) {
        let mut at = cursor.0 as usize;
        let parts = self.pool[at] as usize;
        for &id in &self.pool[at + 1..=at + parts] {
            let part = Part(id);
            terms.parts.push(if negate { self.parts.negative(part) } else { part });
        }
        at += parts + 1;
        let values = self.pool[at] as usize;
        for offset in 1..=values {
            let value = Value(self.pool[at + offset]);
            terms.values.push(if negate { self.arena.neg(value) } else { value });
        }
        at += values + 1;
        let simple = Value(self.pool[at]);
        let simple = if negate { self.arena.neg(simple) } else { simple };
        terms.simple = self.arena.add(terms.simple, simple);
        cursor.0 = at as u32 + 1;
    }

    /// Sorts the terms and cancels what adds up to zero.
    pub(crate) fn tidy(&mut self, terms: &mut Terms) {
        terms.parts.sort_unstable();
        let mut kept: usize = 0;
        for at in 0..terms.parts.len() {
            let part = terms.parts[at];
            // What cancels a part is sorted right before it: its negative, or itself.
            if kept > 0 && terms.parts[kept - 1] == self.parts.negative(part) {
                kept -= 1;
            } else {
                terms.parts[kept] = part;
                kept += 1;
            }
        }
        terms.parts.truncate(kept);
        terms.values.sort_unstable();
        let mut at = 0;
        while at < terms.values.len() {
            let negative = self.arena.neg(terms.values[at]);
            if let Some(other) = terms.values[at + 1..].iter().position(|&value| value == negative) {
                terms.values.remove(at + 1 + other);
                terms.values.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// The options of one player in a part, in the pool of the evaluator.
#[derive(Clone, Copy)]
pub(crate) struct OptionList(u32);

/// One option in a list.
#[derive(Clone, Copy)]
pub(crate) struct OptionCursor(u32);
