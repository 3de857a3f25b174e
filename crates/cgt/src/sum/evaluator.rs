//! Parts of sums with what is known about them: mobility, canonical value, options.

use crate::sum::budget::{Budget, Stopped};
use crate::sum::database::OpenDatabase;
use crate::sum::garbage::{Kept, NewNumbers};
use crate::sum::part::{Part, Parts, Room};
use crate::sum::search_counts::SearchCounts;
use crate::value::deep::deepen;
use crate::{Arena, Player, Value};

/// Positions, values, and what connects them.
pub(crate) struct Evaluator {
    pub(crate) parts: Parts,
    pub(crate) arena: Arena,
    infos: Vec<Info>,
    /// The options of parts without a value, see [`Evaluator::options`].
    pool: Vec<u32>,
    /// Which parts are worth evaluating, by ruleset.
    gauges: Vec<EvalThreshold>,
    /// What was found out in earlier runs, by ruleset.
    stored: Vec<Option<OpenDatabase>>,
    /// Whether parts are replaced by their values.
    pub(crate) evaluates: bool,
    /// Steps that finding one value may take.
    largest_cost: u32,
    /// Positions that may still be looked at for finding a value.
    budget: u32,
    /// What ends a computation of values.
    pub(crate) watch: Budget,
    /// Bytes that everything here may take, and the searches with it.
    pub(crate) memory: usize,
    /// Bytes that the lists of the search for the winner take.
    pub(crate) frame_bytes: usize,
    /// Bytes that the search for nim-values takes.
    pub(crate) nim_bytes: usize,
    /// How often moves were counted: now and then that is a reason to look at the clock.
    counted: u32,
    /// Nodes searched so far, to compare with.
    pub(crate) searched: u64,
    /// Whether it learns which parts are worth evaluating.
    pub(crate) learns: bool,
    /// What the present question made use of.
    pub(crate) counts: SearchCounts,
    /// Moves between the sum that was asked about and the one that is searched now.
    depth: u64,
}

/// Steps that finding one value may take at first.
const LARGEST_COST: u32 = 2000;

/// Between two looks at the clock: positions of large boards take long.
const POSITIONS_PER_LOOK: u32 = 4;

/// Between two looks at the clock: positions whose moves are counted.
const COUNTS_PER_LOOK: u32 = 8;

/// With so many moves, counting them takes longer than looking at the clock.
const MANY_MOVES: usize = 256;

/// Between two looks at the memory: options of one position.
const OPTIONS_PER_LOOK: usize = 1024;

/// Steps of the arena that take as long as a position.
const ARENA_STEPS: u64 = 16;

/// Learns up to which size the parts of a ruleset are worth evaluating.
///
/// Values make a search small but take time of their own, and how much differs from game to game:
/// a few positions for a strip of dominoes, thousands for a patch of clobber. So the size grows as
/// long as evaluating takes less work than searching, and shrinks when it takes more.
#[derive(Clone, Copy)]
struct EvalThreshold {
    /// Parts with more moves than this, of both players, are not evaluated.
    largest: usize,
    /// Parts of that size that were evaluated since it last changed.
    evaluated: u32,
    /// Steps spent on evaluating so far.
    spent: u64,
}

impl Default for EvalThreshold {
    fn default() -> Self {
        Self { largest: 8, evaluated: 0, spent: 0 }
    }
}

impl EvalThreshold {
    fn learn(&mut self, moves: usize, cost: u32, searched: u64) {
        self.spent += u64::from(cost);
        self.evaluated += u32::from(moves == self.largest);
        if self.evaluated < 16 {
            return;
        }
        self.evaluated = 0;
        if self.spent < searched {
            self.largest += 1;
        } else if self.spent > 2 * searched + 400 {
            self.largest = self.largest.saturating_sub(1).max(6);
        }
    }
}

#[derive(Clone, Copy)]
struct Info {
    worth: Worth,
    /// Moves of Left and Right, or [`UNKNOWN_COUNT`].
    moves: [u16; 2],
    bounds: Bounds,
    /// Where the options of Left and Right begin in the pool, or [`UNKNOWN_OPTIONS`].
    options: [u32; 2],
}

/// Integers that bound a value from below and above.
#[derive(Clone, Copy)]
enum Bounds {
    Unknown,
    None,
    Known(i16, i16),
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
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) parts: Vec<Part>,
    /// None of them is a number, or a number plus ups and a nimber.
    pub(crate) values: Vec<Value>,
    pub(crate) simple: Value,
}

impl Default for Terms {
    fn default() -> Self {
        Self { parts: Vec::new(), values: Vec::new(), simple: Value::ZERO }
    }
}

impl Clone for Terms {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), values: self.values.clone(), simple: self.simple }
    }

    /// Keeps the memory of the lists, which the derived one does not.
    fn clone_from(&mut self, other: &Self) {
        self.parts.clone_from(&other.parts);
        self.values.clone_from(&other.values);
        self.simple = other.simple;
    }
}

impl Terms {
    /// Appends what identifies the terms: the simple value, the number of values, values, parts.
    pub(crate) fn write_key(&self, key: &mut Vec<u32>) {
        key.extend([self.simple.0, self.values.len() as u32]);
        key.extend(self.values.iter().map(|value| value.0));
        key.extend(self.parts.iter().map(|part| part.0));
    }

    /// The simple value, the values and the parts of a key.
    pub(crate) fn key_slices(key: &[u32]) -> (Value, &[u32], &[u32]) {
        let (values, parts) = key[2..].split_at(key[1] as usize);
        (Value(key[0]), values, parts)
    }

    /// The terms with this key.
    pub(crate) fn read_key(&mut self, key: &[u32]) {
        let (simple, values, parts) = Self::key_slices(key);
        self.clear();
        self.simple = simple;
        self.values.extend(values.iter().map(|&value| Value(value)));
        self.parts.extend(parts.iter().map(|&part| Part(part)));
    }

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
            gauges: Vec::new(),
            stored: Vec::new(),
            evaluates: true,
            largest_cost: LARGEST_COST,
            budget: 0,
            watch: Budget::unlimited(),
            memory: usize::MAX,
            frame_bytes: 0,
            nim_bytes: 0,
            counted: 0,
            searched: 0,
            learns: true,
            counts: SearchCounts::default(),
            depth: 0,
        }
    }

    fn info(&mut self, part: Part) -> &mut Info {
        if self.infos.len() <= part.index() {
            let blank = Info {
                worth: Worth::Unknown,
                moves: [UNKNOWN_COUNT; 2],
                bounds: Bounds::Unknown,
                options: [UNKNOWN_OPTIONS; 2],
            };
            let more = self.parts.len() - self.infos.len();
            if self.infos.capacity() < self.parts.len() {
                // Not twice as much, as `resize` would ask for.
                self.infos.reserve_exact(more + self.infos.len() / 8 + 64);
            }
            self.infos.resize(self.parts.len(), blank);
        }
        &mut self.infos[part.index()]
    }

    /// How many moves a player has in a part.
    pub(crate) fn mobility(&mut self, part: Part, player: Player) -> Result<usize, Stopped> {
        let player = if part.is_negative() { player.opponent() } else { player };
        let known = self.info(part).moves[player.index()];
        if known != UNKNOWN_COUNT {
            return Ok(usize::from(known));
        }
        let count = self.count_moves(part.plain(), player, usize::from(UNKNOWN_COUNT) - 1)?;
        self.info(part).moves[player.index()] = count as u16;
        Ok(count)
    }

    /// Counts the moves of a player in a part that is not negated, up to `most`.
    pub(crate) fn count_moves(&mut self, part: Part, player: Player, most: usize) -> Result<usize, Stopped> {
        let count = self.parts.move_count(part, player, most, &self.watch)?;
        self.counted = self.counted.wrapping_add(1);
        if count >= MANY_MOVES || self.counted.is_multiple_of(COUNTS_PER_LOOK) {
            self.watch.check()?;
        }
        Ok(count)
    }

    /// Integers between which the value of a part is, if its ruleset knows any.
    pub(crate) fn bounds(&mut self, part: Part) -> Option<(i32, i32)> {
        let (low, high) = match self.info(part).bounds {
            Bounds::None => return None,
            Bounds::Known(low, high) => (low, high),
            Bounds::Unknown => {
                let small = |(low, high): (i32, i32)| Some((low.try_into().ok()?, high.try_into().ok()?));
                let bounds = self.parts.integer_bounds(part.plain()).and_then(small);
                self.info(part).bounds = match bounds {
                    Some((low, high)) => Bounds::Known(low, high),
                    None => Bounds::None,
                };
                bounds?
            }
        };
        let (low, high) = (i32::from(low), i32::from(high));
        Some(if part.is_negative() { (-high, -low) } else { (low, high) })
    }

    /// The value of a part, unless it seems too hard to find.
    pub(crate) fn value(&mut self, part: Part) -> Result<Option<Value>, Stopped> {
        let plain = part.plain();
        let value = match self.info(plain).worth {
            Worth::Known(value) => Some(value),
            Worth::Hard => None,
            Worth::Unknown => self.try_value(plain)?,
        };
        Ok(value.map(|value| if part.is_negative() { self.arena.neg(value) } else { value }))
    }

    /// Looks for the value of a part that is not negated, if it is small for its ruleset.
    fn try_value(&mut self, part: Part) -> Result<Option<Value>, Stopped> {
        if !self.evaluates {
            return Ok(None);
        }
        if let Some(value) = self.given_value(part) {
            self.info(part).worth = Worth::Known(value);
            return Ok(Some(value));
        }
        let moves = self.mobility(part, Player::Left)? + self.mobility(part, Player::Right)?;
        let table = self.parts.table_of(part);
        if self.gauges.len() <= table {
            self.gauges.resize(table + 1, EvalThreshold::default());
        }
        if moves > self.gauges[table].largest {
            return Ok(None);
        }
        let (value, cost) = self.value_within(part, self.largest_cost);
        if self.learns {
            self.gauges[table].learn(moves, cost, self.searched);
        }
        if value.is_none() {
            self.info(part).worth = Worth::Hard;
        }
        Ok(value)
    }

    /// Looks for the value of a part that is not negated, whatever its size.
    pub(crate) fn try_whole(&mut self, part: Part, cost: u32) {
        if self.evaluates {
            self.value_within(part, cost);
        }
    }

    /// The value of a part that is not negated, if it takes at most this many steps; and the steps.
    fn value_within(&mut self, part: Part, cost: u32) -> (Option<Value>, u32) {
        self.budget = cost;
        let before = self.arena.steps();
        // Values cannot be forgotten one by one, so they leave room for positions.
        self.arena.begin_limit(u64::from(cost) * ARENA_STEPS, &self.watch, self.memory / 2);
        let value = self.evaluate(part);
        let ended = self.arena.end_limit();
        let in_arena = (self.arena.steps() - before) / ARENA_STEPS;
        (value.filter(|_| ended.is_ok()), cost - self.budget + in_arena as u32)
    }

    /// Looks up positions of a ruleset in a database from now on.
    pub(crate) fn use_database(&mut self, table: u16, database: OpenDatabase) {
        let table = usize::from(table);
        if self.stored.len() <= table {
            self.stored.resize_with(table + 1, || None);
        }
        self.stored[table] = Some(database);
    }

    /// The value of a part that is not negated, if a formula or a database tells it.
    fn given_value(&mut self, part: Part) -> Option<Value> {
        if let Some(value) = self.parts.formula(part, &mut self.arena) {
            return Some(value);
        }
        let stored = self.stored.get_mut(self.parts.table_of(part))?.as_mut()?;
        let value = stored.value(&self.parts.part_text(part), &mut self.arena)?;
        self.counts.database_hits += 1;
        Some(value)
    }

    /// The nim-value of an impartial part, if a formula or a database tells it.
    pub(crate) fn given_nim(&mut self, part: Part) -> Option<u32> {
        if let Some(nim) = self.parts.nim_formula(part, &self.watch) {
            return Some(nim);
        }
        let stored = self.stored.get(self.parts.table_of(part))?.as_ref()?;
        let nim = stored.nim_value(&self.parts.part_text(part))?;
        self.counts.database_hits += 1;
        Some(nim)
    }

    /// Searches a sum that is one move further from the one that was asked about, on as much stack as that
    /// needs.
    pub(crate) fn one_deeper<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        self.counts.depth = self.counts.depth.max(self.depth);
        let found = deepen(|| search(self));
        self.depth -= 1;
        found
    }

    /// The value of a part that is not negated, if it was found out.
    pub(crate) fn known_value(&self, part: Part) -> Option<Value> {
        match self.infos.get(part.index())?.worth {
            Worth::Known(value) => Some(value),
            Worth::Unknown | Worth::Hard => None,
        }
    }

    /// Up to which size parts are worth evaluating, by title.
    pub(crate) fn gauges(&self) -> Vec<(String, usize)> {
        let gauges = self.gauges.iter().enumerate();
        gauges
            .map(|(table, threshold)| (self.parts.title_of_table(table).to_owned(), threshold.largest))
            .collect()
    }

    /// Takes over these sizes, and does not change them.
    pub(crate) fn stop_learning(&mut self, gauges: &[(String, usize)]) {
        self.set_gauges(gauges);
        self.learns = false;
    }

    /// Takes over these sizes.
    pub(crate) fn set_gauges(&mut self, gauges: &[(String, usize)]) {
        for (title, largest) in gauges {
            let Some(table) = self.parts.table(title) else { continue };
            let table = usize::from(table);
            if self.gauges.len() <= table {
                self.gauges.resize(table + 1, EvalThreshold::default());
            }
            self.gauges[table].largest = *largest;
        }
    }

    /// Allows more steps for finding a value, and forgets what was too hard before.
    pub(crate) fn try_harder(&mut self, cost: u32) {
        self.largest_cost = self.largest_cost.max(cost);
        self.forget_options();
        for info in &mut self.infos {
            if matches!(info.worth, Worth::Hard) {
                info.worth = Worth::Unknown;
            }
        }
    }

    fn forget_options(&mut self) {
        self.pool.clear();
        for info in &mut self.infos {
            info.options = [UNKNOWN_OPTIONS; 2];
        }
    }

    /// Begins with a new question: what earlier ones cost says nothing about how hard this one is.
    pub(crate) fn begin_question(&mut self) {
        self.searched = 0;
        self.largest_cost = LARGEST_COST;
        for threshold in &mut self.gauges {
            threshold.spent = 0;
        }
    }

    fn evaluate(&mut self, part: Part) -> Option<Value> {
        match self.info(part).worth {
            Worth::Known(value) => return Some(value),
            Worth::Hard => return None,
            Worth::Unknown => {}
        }
        let value = deepen(|| self.compute_value(part)).filter(|_| !self.arena.is_exhausted());
        if let Some(value) = value {
            self.info(part).worth = Worth::Known(value);
        }
        value
    }

    /// The sum of the values of some parts, as long as effort and memory allow.
    pub(crate) fn full_sum(&mut self, parts: &[Part], budget: &Budget) -> Result<Value, Stopped> {
        self.watch = budget.clone();
        self.arena.begin_limit(u64::MAX, budget, self.memory);
        let sum = self.sum_of_values(parts);
        self.arena.end_limit()?;
        self.check_memory()?;
        Ok(sum)
    }

    /// The sum of the values of some parts, whatever it takes.
    pub(crate) fn unlimited_sum(&mut self, parts: &[Part]) -> Value {
        let watch = std::mem::take(&mut self.watch);
        let memory = std::mem::replace(&mut self.memory, usize::MAX);
        let sum = self.sum_of_values(parts);
        (self.watch, self.memory) = (watch, memory);
        sum
    }

    /// The sum of the values of some parts, worthless if the arena is exhausted.
    fn sum_of_values(&mut self, parts: &[Part]) -> Value {
        let mut sum = Value::ZERO;
        for &part in parts {
            let value = self.full_value(part);
            sum = self.arena.add(sum, value);
        }
        sum
    }

    /// The value of a part, worthless if the arena is exhausted.
    fn full_value(&mut self, part: Part) -> Value {
        let plain = part.plain();
        let value = match self.info(plain).worth {
            Worth::Known(value) => value,
            _ => {
                let value = deepen(|| self.compute_full_value(plain));
                if !self.arena.is_exhausted() {
                    self.info(plain).worth = Worth::Known(value);
                }
                value
            }
        };
        if part.is_negative() { self.arena.neg(value) } else { value }
    }

    /// Marks the parts whose values were found out.
    pub(crate) fn mark_valued(&self, kept: &mut Kept) {
        for (index, info) in self.infos.iter().enumerate() {
            if matches!(info.worth, Worth::Known(_)) {
                kept.keep(Part((index as u32) << 1));
            }
        }
    }

    /// Forgets parts; those that stay get new numbers.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        self.forget_options();
        self.pool.shrink_to_fit();
        numbers.filter(&mut self.infos);
        self.parts.renumber(numbers);
    }

    /// Forgets all values; nobody may hold on to one.
    pub(crate) fn forget_values(&mut self) {
        self.arena = Arena::new();
        self.infos.clear();
        self.forget_options();
        self.stored.iter_mut().flatten().for_each(OpenDatabase::forget_values);
    }

    /// Bytes in use, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.bytes()
            + self.arena.bytes()
            + self.infos.capacity() * size_of::<Info>()
            + self.pool.capacity() * size_of::<u32>()
    }

    /// Whether there is memory left.
    pub(crate) fn check_memory(&self) -> Result<(), Stopped> {
        self.check_memory_with(0)
    }

    /// Whether there is memory left if so many bytes more are taken.
    pub(crate) fn check_memory_with(&self, more: usize) -> Result<(), Stopped> {
        if self.taken_bytes() + more > self.memory { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// Bytes in use here and by the searches.
    fn taken_bytes(&self) -> usize {
        self.bytes() + self.frame_bytes + self.nim_bytes
    }

    /// Whether there is time left, and memory if so many bytes more are taken.
    pub(crate) fn check_with(&self, more: usize) -> Result<(), Stopped> {
        self.check_memory_with(more)?;
        self.watch.check()
    }

    fn compute_value(&mut self, part: Part) -> Option<Value> {
        if let Some(value) = self.given_value(part) {
            return Some(value);
        }
        self.budget = self.budget.checked_sub(1)?;
        if self.budget.is_multiple_of(POSITIONS_PER_LOOK)
            && let Err(stopped) = self.watch.check()
        {
            self.arena.give_up(stopped);
            return None;
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let raw = match self.raw_options(part, player) {
                Ok(raw) => raw,
                Err(stopped) => {
                    self.arena.give_up(stopped);
                    return None;
                }
            };
            for option in raw.iter() {
                let mut sum = Value::ZERO;
                for &part in option {
                    let value = self.evaluate(part.plain())?;
                    let value = if part.is_negative() { self.arena.neg(value) } else { value };
                    sum = self.arena.add(sum, value);
                }
                if self.arena.is_exhausted() {
                    return None;
                }
                sides[player.index()].push(sum);
            }
        }
        Some(self.arena.canonical(&sides[0], &sides[1]))
    }

    fn compute_full_value(&mut self, part: Part) -> Value {
        if self.check_memory().is_err() {
            self.arena.give_up(Stopped::Memory);
        }
        if self.arena.spend() {
            return Arena::WORTHLESS;
        }
        if let Some(value) = self.given_value(part) {
            return value;
        }
        if self.arena.is_exhausted() {
            return Arena::WORTHLESS;
        }
        let sides = Player::BOTH.map(|player| {
            let raw = self.raw_options(part, player).unwrap_or_else(|stopped| {
                self.arena.give_up(stopped);
                RawOptions::default()
            });
            self.arena.spend_many(raw.ranges.len());
            let sum_of = |option: &[Part]| {
                option.iter().fold(Value::ZERO, |sum, &part| {
                    let value = self.full_value(part);
                    self.arena.add(sum, value)
                })
            };
            raw.iter().map(sum_of).collect::<Vec<_>>()
        });
        self.arena.canonical(&sides[0], &sides[1])
    }

    /// The options of a part that is not negated, as lists of parts without duplicates.
    pub(crate) fn raw_options(&mut self, part: Part, player: Player) -> Result<RawOptions, Stopped> {
        let mut raw = RawOptions::default();
        let room = Room { bytes: self.memory.saturating_sub(self.taken_bytes()), budget: &self.watch };
        self.parts.options(part, player, &room, |parts| {
            let start = raw.parts.len();
            raw.parts.extend_from_slice(parts);
            raw.parts[start..].sort_unstable();
            raw.ranges.push((start as u32, raw.parts.len() as u32));
        })?;
        let parts = &raw.parts;
        raw.ranges.sort_unstable_by_key(|&range| RawOptions::slice(parts, range));
        raw.ranges.dedup_by_key(|range| RawOptions::slice(parts, *range));
        Ok(raw)
    }

    /// The opposite of some terms.
    pub(crate) fn negate(&mut self, terms: &mut Terms) {
        for part in &mut terms.parts {
            *part = self.parts.negative(*part);
        }
        for value in &mut terms.values {
            *value = self.arena.neg(*value);
        }
        terms.simple = self.arena.neg(terms.simple);
    }

    /// Adds a value to some terms.
    pub(crate) fn add_value(&mut self, value: Value, terms: &mut Terms) {
        if self.arena.is_number_up_star(value) {
            terms.simple = self.arena.add(terms.simple, value);
        } else {
            terms.values.push(value);
        }
    }

    /// Adds a part to some terms, as its value if it has one.
    pub(crate) fn add_part(&mut self, part: Part, terms: &mut Terms) -> Result<(), Stopped> {
        match self.value(part)? {
            Some(value) => self.add_value(value, terms),
            None => terms.parts.push(part),
        }
        Ok(())
    }

    /// The options of a hard part that is not negated: where they begin in the pool.
    ///
    /// A list is the number of options, then for each the number of its parts and its key.
    pub(crate) fn options(&mut self, part: Part, player: Player) -> Result<OptionList, Stopped> {
        debug_assert!(!part.is_negative(), "the options of negatives are the negatives of options");
        let known = self.info(part).options[player.index()];
        if known != UNKNOWN_OPTIONS {
            return Ok(OptionList(known));
        }
        if self.pool.len() * size_of::<u32>() > self.memory / 8 {
            // What is forgotten is found again.
            self.forget_options();
        }
        let mut words = Vec::new();
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let mut terms = Terms::default();
        let raw = self.raw_options(part, player)?;
        for option in raw.iter() {
            if (ranges.len() + 1).is_multiple_of(OPTIONS_PER_LOOK) {
                self.check_with(raw.bytes() + words.capacity() * 4 + ranges.capacity() * 16)?;
            }
            terms.clear();
            for &part in option {
                self.add_part(part, &mut terms)?;
            }
            self.tidy(&mut terms);
            let start = words.len();
            words.push(terms.parts.len() as u32);
            terms.write_key(&mut words);
            ranges.push((start, words.len()));
        }
        ranges.sort_unstable_by_key(|&(start, end)| &words[start..end]);
        ranges.dedup_by_key(|&mut (start, end)| &words[start..end]);
        let start = self.pool.len() as u32;
        self.pool.push(ranges.len() as u32);
        for (start, end) in ranges {
            self.pool.extend_from_slice(&words[start..end]);
        }
        self.info(part).options[player.index()] = start;
        Ok(OptionList(start))
    }

    pub(crate) fn option_count(&self, list: OptionList) -> (u32, OptionCursor) {
        (self.pool[list.0 as usize], OptionCursor(list.0 + 1))
    }

    /// Adds the option at the cursor to some terms, negated if asked for.
    pub(crate) fn add_option(&mut self, cursor: &mut OptionCursor, negate: bool, terms: &mut Terms) {
        let at = cursor.0 as usize;
        let parts = self.pool[at] as usize;
        let end = at + 3 + self.pool[at + 2] as usize + parts;
        for place in at + 3..end - parts {
            let value = Value(self.pool[place]);
            terms.values.push(if negate { self.arena.neg(value) } else { value });
        }
        for &id in &self.pool[end - parts..end] {
            let part = Part(id);
            terms.parts.push(if negate { self.parts.negative(part) } else { part });
        }
        let simple = Value(self.pool[at + 1]);
        let simple = if negate { self.arena.neg(simple) } else { simple };
        terms.simple = self.arena.add(terms.simple, simple);
        cursor.0 = end as u32;
    }

    /// Sorts the terms and cancels what adds up to zero.
    ///
    /// `G - G = 0` for every game `G` (whoever moves second copies), and a sum keeps its value when a term
    /// that is worth 0 is left out. A part and its negative differ in the lowest bit, which is not set in one
    /// of them, so that nothing is sorted between them; a part that is its own negative stands next to
    /// itself. Each pass over a run of equal parts and negatives cancels pairs as brackets are matched, so
    /// that only copies of one of both are left.
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

/// Lists of parts, one for each option.
#[derive(Default)]
pub(crate) struct RawOptions {
    parts: Vec<Part>,
    ranges: Vec<(u32, u32)>,
}

impl RawOptions {
    fn slice(parts: &[Part], (start, end): (u32, u32)) -> &[Part] {
        &parts[start as usize..end as usize]
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>() + self.ranges.capacity() * size_of::<(u32, u32)>()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Part]> {
        self.ranges.iter().map(|&range| Self::slice(&self.parts, range))
    }
}

/// The options of one player in a part, in the pool of the evaluator.
#[derive(Clone, Copy)]
pub(crate) struct OptionList(u32);

/// One option in a list.
#[derive(Clone, Copy)]
pub(crate) struct OptionCursor(u32);

#[cfg(test)]
mod tests {
    use crate::{Budget, Player, Session};

    /// The memory is counted while the options of a position are listed, not only afterwards.
    #[test]
    fn listing_options_ends_soon_after_the_memory_is_used_up() {
        const MEMORY: usize = 3 << 20;
        let strip = format!("XO{}", ".".repeat(140));
        for (title, player) in [("amazons", Player::Right), ("impartial amazons", Player::Left)] {
            let mut session = Session::new().with_memory(MEMORY);
            let game = session.read(title, &strip).unwrap();
            let searched = session.left_or_right_wins(&[game], player, &mut Budget::unlimited());
            assert_eq!(searched, Err(crate::Stopped::Memory), "{title}");
            let valued = session.value_within(&[game], &Budget::unlimited());
            assert_eq!(valued, Err(crate::Stopped::Memory), "{title}");
            let taken = session.evaluator.bytes() + session.nims.bytes();
            assert!(taken < MEMORY, "{title} takes {taken} bytes");
        }
    }
}
