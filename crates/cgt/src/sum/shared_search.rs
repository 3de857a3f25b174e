//! What threads that search the same sum tell each other.
//!
//! Every thread has positions and values of its own, with numbers of its own. So that one understands the other, the shared search gives
//! out names: the same name means the same position or value to all, exactly, and a result that is found under
//! a name is as good as one's own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHasher;

use crate::sum::bounds::Fixed;
use crate::sum::evaluator::{Evaluator, Terms};
use crate::sum::part::Part;
use crate::sum::search_counts::SearchCounts;
use crate::value::deep::deepen;
use crate::{Player, Value};

/// Results are kept in so many places, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// What a result takes, and what a name takes, roughly.
const BYTES_PER_RESULT: usize = 64;
const BYTES_PER_NAME: usize = 128;

type Shard = HashMap<Box<[u32]>, bool, BuildHasherDefault<FxHasher>>;

/// The place where the threads that search the same sum meet.
pub(crate) struct SharedSearch {
    names: Mutex<Names>,
    /// How many names are given out; what has none is not spoken of.
    most_names: usize,
    shards: Vec<Mutex<Shard>>,
    /// How many results a shard holds.
    results_per_shard: usize,
    answer: Mutex<Said>,
    /// Set with the answer.
    answered: Arc<AtomicBool>,
    nodes: AtomicU64,
    counts: Mutex<SearchCounts>,
}

/// What the threads answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Said {
    #[default]
    Nothing,
    Answer(bool),
    /// One yes, another one no.
    Both,
}

/// Names are numbers in the order in which they were asked for.
#[derive(Default)]
struct Names {
    /// By title and text.
    parts: HashMap<(Arc<str>, String), u32>,
    /// By the names of the options.
    values: HashMap<[Vec<u32>; 2], u32>,
}

/// The name of something; `None` if it has none and no more are given out.
fn name_of<K: Hash + Eq>(names: &mut HashMap<K, u32>, most: usize, key: K) -> Option<u32> {
    let next = names.len();
    match names.entry(key) {
        Entry::Occupied(known) => Some(*known.get()),
        Entry::Vacant(place) => (next < most).then(|| *place.insert(next as u32)),
    }
}

/// Whatever a panic left behind is only names and proven results.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedSearch {
    /// A shared search that remembers about so many bytes of results, and as many of names.
    pub(crate) fn new(bytes: usize) -> Arc<SharedSearch> {
        Arc::new(SharedSearch {
            names: Mutex::default(),
            most_names: bytes / BYTES_PER_NAME / 2,
            shards: std::iter::repeat_with(Mutex::default).take(SHARDS).collect(),
            results_per_shard: bytes / SHARDS / BYTES_PER_RESULT,
            answer: Mutex::default(),
            answered: Arc::default(),
            nodes: AtomicU64::new(0),
            counts: Mutex::default(),
        })
    }

    /// Set when somebody has the answer.
    pub(crate) fn answered(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.answered)
    }

    /// Somebody has the answer, or not, after so many nodes and with the help of so much.
    pub(crate) fn done(&self, answer: Option<bool>, nodes: u64, counts: &SearchCounts) {
        self.nodes.fetch_add(nodes, Relaxed);
        lock(&self.counts).add_all(counts);
        if let Some(answer) = answer {
            let mut said = lock(&self.answer);
            *said = match *said {
                Said::Nothing => Said::Answer(answer),
                Said::Answer(other) if other == answer => Said::Answer(answer),
                Said::Answer(_) | Said::Both => Said::Both,
            };
            self.answered.store(true, Relaxed);
        }
    }

    /// The answer that somebody had, the nodes of all, and what they made use of.
    pub(crate) fn result(&self) -> (Said, u64, SearchCounts) {
        (*lock(&self.answer), self.nodes.load(Relaxed), *lock(&self.counts))
    }

    fn shard(&self, key: &[u32]) -> MutexGuard<'_, Shard> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        // The shelf itself looks at other bits.
        lock(&self.shards[(hash >> 40) as usize % SHARDS])
    }
}

/// One thread of a shared search: it knows which of its own numbers mean what to the others.
pub(crate) struct Member {
    shared: Arc<SharedSearch>,
    /// Who it is: they try moves in different order.
    number: usize,
    of: usize,
    part_names: HashMap<u32, u32, BuildHasherDefault<FxHasher>>,
    value_names: HashMap<u32, u32, BuildHasherDefault<FxHasher>>,
    titles: Vec<Arc<str>>,
    /// The key in names.
    named: Vec<u32>,
}

impl Member {
    /// Member `number`, counted from 0, of so many.
    pub(crate) fn new(shared: Arc<SharedSearch>, number: usize, of: usize) -> Member {
        Member {
            shared,
            number,
            of,
            part_names: HashMap::default(),
            value_names: HashMap::default(),
            titles: Vec::new(),
            named: Vec::new(),
        }
    }

    /// What somebody else found out about a sum.
    pub(crate) fn ask(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        self.translate(evaluator, key)?;
        self.shared.shard(&self.named).get(self.named.as_slice()).copied()
    }

    /// Tells the others about a sum.
    pub(crate) fn tell(&mut self, evaluator: &mut Evaluator, key: &[u32], result: bool) {
        if self.translate(evaluator, key).is_none() {
            return;
        }
        let mut shard = self.shared.shard(&self.named);
        if shard.len() >= self.shared.results_per_shard {
            shard.clear();
        }
        shard.insert(self.named.as_slice().into(), result);
    }

    /// Which of so many moves this member tries first, if the best one seems to lead to a sum of this worth.
    ///
    /// Found by measuring: if all begin with the same move wherever the player to move seems to be behind, and elsewhere each with
    /// another one, two threads visit together 1.3 to 1.7 times as many nodes as one; twice as many or nearly so if they always begin with
    /// another one.
    pub(crate) fn first_of(&self, moves: usize, worth: Fixed) -> usize {
        if worth >= 0 { moves * self.number / self.of } else { 0 }
    }

    /// Parts have new numbers.
    pub(crate) fn forget_parts(&mut self) {
        self.part_names.clear();
    }

    /// Writes a key in names; `None` if something in it has none.
    fn translate(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<()> {
        let (simple, values, parts) = Terms::key_slices(key);
        if !simple.is_packed() {
            return None;
        }
        let mut named = std::mem::take(&mut self.named);
        named.clear();
        let complete = self.write_names(evaluator, (simple, values, parts), &mut named);
        self.named = named;
        complete
    }

    fn write_names(
        &mut self,
        evaluator: &mut Evaluator,
        (simple, values, parts): (Value, &[u32], &[u32]),
        named: &mut Vec<u32>,
    ) -> Option<()> {
        named.extend([simple.0, values.len() as u32]);
        for &value in values {
            named.push(self.value_name(evaluator, Value(value))?);
        }
        named[2..].sort_unstable();
        let parts_at = named.len();
        for &part in parts {
            named.push(self.part_name(evaluator, Part(part))?);
        }
        named[parts_at..].sort_unstable();
        Some(())
    }

    /// The name of a part, with the lowest bit as in parts.
    fn part_name(&mut self, evaluator: &Evaluator, part: Part) -> Option<u32> {
        let known = self.part_names.get(&part.plain().0).copied();
        let name = match known {
            Some(name) => name,
            None => {
                let title = self.title(evaluator.parts.title_of(part));
                let position = (title, evaluator.parts.part_text(part));
                let most = self.shared.most_names;
                let name = name_of(&mut lock(&self.shared.names).parts, most, position)?;
                self.part_names.insert(part.plain().0, name);
                name
            }
        };
        Some(name << 1 | u32::from(part.is_negative()))
    }

    /// A title that all parts of a ruleset share.
    fn title(&mut self, title: &str) -> Arc<str> {
        if let Some(known) = self.titles.iter().find(|known| known.as_ref() == title) {
            return Arc::clone(known);
        }
        let title: Arc<str> = title.into();
        self.titles.push(Arc::clone(&title));
        title
    }

    /// The name of a value; simple ones are named by their own numbers.
    fn value_name(&mut self, evaluator: &mut Evaluator, value: Value) -> Option<u32> {
        if value.is_packed() {
            return Some(value.0);
        }
        if let Some(&name) = self.value_names.get(&value.0) {
            return Some(name);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let side = &mut sides[player.index()];
            for option in evaluator.arena.options(player, value) {
                side.push(deepen(|| self.value_name(evaluator, option))?);
            }
            side.sort_unstable();
        }
        let most = self.shared.most_names;
        let name = name_of(&mut lock(&self.shared.names).values, most, sides)?;
        self.value_names.insert(value.0, name);
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_contradict_each_other_have_no_answer() {
        let said = |answers: &[Option<bool>]| {
            let shared = SharedSearch::new(1 << 20);
            for &answer in answers {
                shared.done(answer, 1, &SearchCounts::default());
            }
            shared.result().0
        };
        assert_eq!(said(&[None, None]), Said::Nothing);
        assert_eq!(said(&[Some(true), None, Some(true)]), Said::Answer(true));
        assert_eq!(said(&[Some(true), Some(false), Some(true)]), Said::Both);
    }
}
