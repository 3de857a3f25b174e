//! What a search found out, kept in a file when it is interrupted and now and then before, so that the same
//! question goes on from there.
//!
//! A file belongs to one question. It holds, in little-endian numbers of 32 bits:
//!
//! ```text
//! 8 bytes    "zermsum" and a zero
//! version of the format, CRC-32 of all that follows
//! the question, the version of the program: each as length and characters
//! the manner of the search, its work (two numbers), how many sizes there are: for each a title and the size up to
//!     which its parts are worth evaluating
//! how many values: for each the numbers of options of Left and Right, and the options
//! how many titles: the titles; how many parts: for each the number of its title and its text
//! how many results: for each twice the length of its key plus 1 for a win, and the key
//! how many nim-values: for each its part, the nim-value, the excluded ones, the least that is not excluded
//! ```
//!
//! A value is a packed value as in [`Value`], or the number of one that stands before it. Results are proofs
//! only under the rules of the program that found them, so another version of the program does not read them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

use crate::sum::database::{Fields, LONGEST_FILE};
use crate::sum::evaluator::{Evaluator, Terms};
use crate::sum::part::Part;
use crate::sum::search::Manner;
use crate::sum::session::Attempt;
use crate::value::deep::deepen;
use crate::{Player, Session, Stopped, Value};

const MAGIC: &[u8; 8] = b"zermsum\0";
const VERSION: u32 = 2;
/// Magic, version and checksum.
const PREFIX: usize = 16;
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// A search of fewer positions is repeated sooner than its file is written.
const WORTH_KEEPING: u64 = 50_000;

/// Where interrupted searches are kept.
#[derive(Debug, Clone)]
pub(crate) struct Keep {
    folder: PathBuf,
    /// What the answers depend on beside the question.
    settings: String,
    /// Whether those are kept, too, that ran out of time or memory.
    always: bool,
    /// How long a search may take before it is saved.
    every: Duration,
}

/// How long a search takes before it is saved for the first time.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// A search goes on for one part in so many of the time that it took before it is saved again. So what a
/// program that is killed loses is little, and saving takes little of the time.
const SHARE_OF_TIME: u32 = 8;

/// A search that is saved now and then.
pub(crate) struct Saving {
    question: String,
    every: Duration,
    begun: Instant,
    next: Instant,
    /// Whether there is a file that this search wrote.
    is_saved: bool,
}

impl Saving {
    /// Returns how long the search may go on before it is saved.
    pub(crate) fn pause(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }
}

impl Keep {
    fn path(&self, question: &str) -> PathBuf {
        let mut hasher = FxHasher::default();
        hasher.write(self.full(question).as_bytes());
        self.folder.join(format!("{:016x}.search", hasher.finish()))
    }

    fn full(&self, question: &str) -> String {
        format!("{}\n{question}", self.settings)
    }
}

impl Session {
    /// Keeps what interrupted searches found out, in files in a folder, and goes on from there when the same
    /// sum is asked about again; `always` also what searches found out that ran out of time or memory.
    /// `settings` says what this session makes use of: what others found with other means is not looked at.
    #[must_use]
    pub fn keeping_searches(mut self, folder: &Path, settings: &str, always: bool) -> Self {
        let (folder, settings) = (folder.to_owned(), settings.to_owned());
        self.keep = Some(Keep { folder, settings, always, every: SAVED_EVERY });
        self
    }

    /// Saves searches that are kept after this time for the first time, instead of half a minute.
    #[must_use]
    pub fn saving_after(mut self, time: Duration) -> Self {
        if let Some(keep) = &mut self.keep {
            keep.every = time;
        }
        self
    }

    /// Saves what is found out about this question now and then, from now on.
    pub(crate) fn begin_saving(&mut self, question: &str) {
        self.saving = self.keep.as_ref().map(|keep| Saving {
            question: question.to_owned(),
            every: keep.every,
            begun: Instant::now(),
            next: Instant::now() + keep.every,
            is_saved: false,
        });
    }

    /// Ends that; returns whether there is a file.
    pub(crate) fn end_saving(&mut self) -> bool {
        self.saving.take().is_some_and(|saving| saving.is_saved)
    }

    /// Saves what was found out so far about the question that is searched, if it is to be saved by now.
    pub(crate) fn save(&mut self) {
        let Some(mut saving) = self.saving.take() else { return };
        if saving.pause().is_zero() {
            // A full disk is no reason to end the search.
            saving.is_saved |= self.write_search(&saving.question).is_ok();
            saving.next = Instant::now() + saving.every.max(saving.begun.elapsed() / SHARE_OF_TIME);
        }
        self.saving = Some(saving);
    }

    /// Writes the file with what was found out about a question.
    fn write_search(&mut self, question: &str) -> io::Result<()> {
        let Some(keep) = self.keep.clone() else { return Ok(()) };
        let bytes = self.found_out(&keep.full(question));
        let written = zermelo_files::create_directories(&keep.folder)
            .and_then(|()| zermelo_files::replace(&keep.path(question), &bytes));
        written.map_err(|error| error.source)
    }

    /// Takes up what an interrupted search about this question found out; returns how many results that are.
    /// A file that is damaged, or of another version, is as good as none.
    pub(crate) fn take_up(&mut self, question: &str) -> usize {
        let Some(keep) = self.keep.clone() else { return 0 };
        let Ok(bytes) = zermelo_files::read(&keep.path(question), LONGEST_FILE) else { return 0 };
        self.recall(&bytes, &keep.full(question)).unwrap_or(0)
    }

    /// Keeps what was found out about a question that was stopped after so many positions, if it is worth the
    /// while; returns whether it is kept.
    pub(crate) fn put_by(&mut self, question: &str, stopped: Stopped, nodes: u64) -> io::Result<bool> {
        let is_wanted = |keep: &Keep| match stopped {
            Stopped::Interrupted => true,
            Stopped::Contradiction => false,
            Stopped::Timeout | Stopped::Memory | Stopped::Work => keep.always,
        };
        let is_kept = self.keep.as_ref().is_some_and(is_wanted) && nodes >= WORTH_KEEPING;
        if is_kept {
            self.write_search(question)?;
        }
        Ok(is_kept)
    }

    /// Removes what was kept about a question that is answered.
    pub(crate) fn put_away(&mut self, question: &str) {
        if let Some(keep) = &self.keep {
            // Mostly there is none; and one that stays does no harm.
            let _ = fs::remove_file(keep.path(question));
        }
    }

    /// The bytes of a file with everything that was found out.
    fn found_out(&mut self, question: &str) -> Vec<u8> {
        let gauges = self.evaluator.gauges();
        let mut writer = Writer::new(&mut self.evaluator);
        let mut results = Vec::new();
        let mut count = 0;
        self.search.for_each_result(|key, wins| count += u32::from(writer.result(key, wins, &mut results)));
        let mut nims = Vec::new();
        let mut nim_count = 0;
        self.nims.for_each_found(|part, found| {
            nims.push(writer.part(part));
            nims.extend(found);
            nim_count += 1;
        });
        let mut body = Body::default();
        body.text(question);
        body.text(PROGRAM);
        let Attempt { manner, quota } = self.attempt;
        body.numbers([u32::from(manner == Manner::BestFirst), quota as u32, (quota >> 32) as u32]);
        body.numbers([gauges.len() as u32]);
        for (title, largest) in &gauges {
            body.text(title);
            body.numbers([*largest as u32]);
        }
        writer.finish(&mut body);
        body.numbers([count]);
        body.numbers(results);
        body.numbers([nim_count]);
        body.numbers(nims);
        body.into_file()
    }

    /// Remembers what is in a file, as far as it is whole and about this question.
    fn recall(&mut self, bytes: &[u8], question: &str) -> Option<usize> {
        let mut fields = Fields::new(bytes.strip_prefix(MAGIC)?);
        if fields.number()? != VERSION || fields.number()? != crc32fast::hash(bytes.get(PREFIX..)?) {
            return None;
        }
        if fields.text()? != question || fields.text()? != PROGRAM {
            return None;
        }
        let manner = if fields.number()? == 1 { Manner::BestFirst } else { Manner::DepthFirst };
        let quota = u64::from(fields.number()?) | u64::from(fields.number()?) << 32;
        let mut gauges = Vec::new();
        for _ in 0..fields.number()? {
            gauges.push((fields.text()?, fields.number()? as usize));
        }
        let reader = Reader::new(&mut self.evaluator, &mut fields)?;
        let mut key = Vec::new();
        let mut terms = Terms::default();
        let mut results = 0;
        for _ in 0..fields.number()? {
            let length_and_result = fields.number()?;
            let is_known = reader.terms(&mut fields, length_and_result >> 1, &mut terms)?;
            if is_known {
                self.evaluator.tidy(&mut terms);
                key.clear();
                terms.write_key(&mut key);
                self.search.remember_again(&key, length_and_result & 1 != 0);
                results += 1;
            }
        }
        for _ in 0..fields.number()? {
            let part = reader.part(fields.number()?)?;
            let found = [fields.number()?, fields.number()?, fields.number()?];
            if let Listed::Known(part) = part {
                self.nims.remember_again(part, found);
                results += 1;
            }
        }
        self.evaluator.set_gauges(&gauges);
        self.resumed = Some(Attempt { manner, quota });
        Some(results)
    }
}

/// The bytes of a file after its prefix.
struct Body(Vec<u8>);

impl Default for Body {
    /// Nothing behind room for the prefix.
    fn default() -> Self {
        Self(vec![0; PREFIX])
    }
}

impl Body {
    fn numbers(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.0.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    }

    fn text(&mut self, text: &str) {
        self.numbers([text.len() as u32]);
        self.0.extend(text.as_bytes());
    }

    fn into_file(mut self) -> Vec<u8> {
        let checksum = crc32fast::hash(&self.0[PREFIX..]);
        let (version, checksum) = (VERSION.to_le_bytes(), checksum.to_le_bytes());
        self.0[..PREFIX].copy_from_slice(&[&MAGIC[..], &version, &checksum].concat());
        self.0
    }
}

/// Gives numbers to parts and values in the order in which they are met.
struct Writer<'session> {
    evaluator: &'session mut Evaluator,
    parts: FxHashMap<usize, u32>,
    listed: Vec<Part>,
    values: FxHashMap<Value, u32>,
    /// The options of the values.
    options: Vec<u32>,
}

impl<'session> Writer<'session> {
    fn new(evaluator: &'session mut Evaluator) -> Self {
        let (parts, values) = (FxHashMap::default(), FxHashMap::default());
        Self { evaluator, parts, listed: Vec::new(), values, options: Vec::new() }
    }

    /// Appends a result; returns whether it could be written.
    fn result(&mut self, key: &[u32], wins: bool, results: &mut Vec<u32>) -> bool {
        let (simple, values, parts) = Terms::key_slices(key);
        let named: Option<Vec<u32>> = values.iter().map(|&value| self.value(Value(value))).collect();
        let Some(named) = named.filter(|_| simple.is_packed()) else { return false };
        results.extend([(key.len() as u32) << 1 | u32::from(wins), simple.0, named.len() as u32]);
        results.extend(named);
        results.extend(parts.iter().map(|&part| self.part(Part(part))));
        true
    }

    /// The number of a part, with the lowest bit as in parts.
    fn part(&mut self, part: Part) -> u32 {
        let next = self.listed.len() as u32;
        let number = *self.parts.entry(part.index()).or_insert(next);
        if number == next {
            self.listed.push(part.plain());
        }
        number << 1 | u32::from(part.is_negative())
    }

    /// The number of a value; numbers and ups that are too large to be packed have none.
    fn value(&mut self, value: Value) -> Option<u32> {
        if value.is_packed() {
            return Some(value.0);
        }
        if let Some(&number) = self.values.get(&value) {
            return Some(number);
        }
        if self.evaluator.arena.is_number_up_star(value) {
            return None;
        }
        let mut record = Player::BOTH.map(|player| self.evaluator.arena.option_count(player, value)).to_vec();
        for player in Player::BOTH {
            for option in self.evaluator.arena.options(player, value) {
                record.push(deepen(|| self.value(option))?);
            }
        }
        let number = self.values.len() as u32;
        self.options.extend(record);
        self.values.insert(value, number);
        Some(number)
    }

    /// Writes the values and the parts.
    fn finish(self, body: &mut Body) {
        body.numbers([self.values.len() as u32]);
        body.numbers(self.options);
        let parts = &self.evaluator.parts;
        let mut titles: Vec<usize> = self.listed.iter().map(|&part| parts.table_of(part)).collect();
        titles.sort_unstable();
        titles.dedup();
        body.numbers([titles.len() as u32]);
        for &title in &titles {
            body.text(parts.title_of_table(title));
        }
        body.numbers([self.listed.len() as u32]);
        for &part in &self.listed {
            let title = titles.binary_search(&parts.table_of(part)).expect("all titles are listed");
            body.numbers([title as u32]);
            body.text(&parts.part_text(part));
        }
    }
}

/// A part in a file.
#[derive(Clone, Copy)]
enum Listed {
    Known(Part),
    /// The ruleset does not read it as one part in normal form.
    Unknown,
}

/// What the numbers in a file mean in this session.
struct Reader {
    values: Vec<Value>,
    parts: Vec<Listed>,
}

impl Reader {
    fn new(evaluator: &mut Evaluator, fields: &mut Fields<'_>) -> Option<Self> {
        let mut reader = Self { values: Vec::new(), parts: Vec::new() };
        for _ in 0..fields.number()? {
            let (lefts, rights) = (fields.number()?, fields.number()?);
            let mut options =
                |count| (0..count).map(|_| reader.value(fields.number()?)).collect::<Option<Vec<Value>>>();
            let (left, right) = (options(lefts)?, options(rights)?);
            // Made like any other value, so that nothing that is not canonical comes into the arena.
            reader.values.push(evaluator.arena.canonical(&left, &right));
        }
        let mut tables = Vec::new();
        for _ in 0..fields.number()? {
            tables.push(evaluator.parts.table(&fields.text()?)?);
        }
        for _ in 0..fields.number()? {
            let table = *tables.get(fields.number()? as usize)?;
            let part = evaluator.parts.normal_part(table, &fields.text()?);
            reader.parts.push(part.map_or(Listed::Unknown, Listed::Known));
        }
        Some(reader)
    }

    fn value(&self, number: u32) -> Option<Value> {
        if Value(number).is_packed() {
            Some(Value(number))
        } else {
            self.values.get(number as usize).copied()
        }
    }

    fn part(&self, number: u32) -> Option<Listed> {
        Some(match *self.parts.get((number >> 1) as usize)? {
            Listed::Known(part) => Listed::Known(Part(part.0 | number & 1)),
            Listed::Unknown => Listed::Unknown,
        })
    }

    /// Reads the terms of a key of this length; returns whether all of them are known.
    fn terms(&self, fields: &mut Fields<'_>, length: u32, terms: &mut Terms) -> Option<bool> {
        terms.clear();
        terms.simple = Some(Value(fields.number()?)).filter(|simple| simple.is_packed())?;
        let values = fields.number()?;
        for _ in 0..values {
            terms.values.push(self.value(fields.number()?)?);
        }
        let mut is_known = true;
        for _ in 0..length.checked_sub(values.checked_add(2)?)? {
            match self.part(fields.number()?)? {
                Listed::Known(part) => terms.parts.push(part),
                Listed::Unknown => is_known = false,
            }
        }
        Some(is_known)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::{Budget, Script, Source, Verdict};

    /// Sums that take some 100,000 positions, with who wins as published with the test files of MCGS, or the
    /// nim-value (Lemoine and Viennot 2012).
    const SUMS: [&str; 2] = ["[nogo] ....|....|....|.... {B loss}", "[impartial domineering] 5x7 {N 1}"];

    fn folder() -> PathBuf {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        std::env::temp_dir().join(format!("zermelo-kept-{}-{number}", std::process::id()))
    }

    /// Asks in a new session; so many positions may be looked at.
    fn ask(folder: &Path, sum: &str, limit: Option<u64>) -> crate::CaseReport {
        let mut session = Session::new().keeping_searches(folder, "", true);
        let script = session.load(Script::parse(sum, Source::Text).unwrap(), "test").unwrap();
        let mut cases = Vec::new();
        session.run(&script, || Budget::unlimited().with_limit(limit), |case| cases.push(case));
        cases.remove(0)
    }

    #[test]
    fn an_interrupted_search_goes_on() {
        for sum in SUMS {
            let folder = folder();
            let whole = ask(&folder, sum, None);
            assert_eq!(whole.verdict, Verdict::Pass);
            assert!(whole.nodes > WORTH_KEEPING, "{sum} takes {} positions", whole.nodes);
            let limit = whole.nodes * 2 / 3;
            let stopped = ask(&folder, sum, Some(limit));
            assert_eq!((&stopped.result, stopped.is_kept), (&Err(Stopped::Work), true));
            let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
            let bytes = fs::read(&file).unwrap();
            // In the time that was too short for the whole it is done with what was known.
            let second = ask(&folder, sum, Some(limit));
            assert!(second.verdict == Verdict::Pass && second.taken_up > 1000, "{second:?}");
            assert!(!file.exists(), "what is answered is not kept");
            fs::write(&file, &bytes).unwrap();
            let other = Session::new().keeping_searches(&folder, "other", true).take_up(sum);
            assert_eq!(other, 0);
            // A damaged file is as good as none.
            let mut random = fastrand::Rng::with_seed(1);
            for _ in 0..40 {
                let mut damaged = bytes.clone();
                if random.bool() {
                    damaged[random.usize(..bytes.len())] ^= 1 << random.u32(..8);
                } else {
                    damaged.truncate(random.usize(..bytes.len()));
                }
                fs::write(&file, damaged).unwrap();
                let question = sum.split(" {").next().unwrap();
                assert_eq!(Session::new().keeping_searches(&folder, "", true).take_up(question), 0);
            }
            fs::remove_dir_all(folder).unwrap();
        }
    }

    /// A search that is saved all the time comes to the same answer, and leaves nothing behind.
    #[test]
    fn a_search_that_is_saved_now_and_then_has_the_same_answer() {
        for sum in SUMS {
            let folder = folder();
            let mut session =
                Session::new().keeping_searches(&folder, "", false).saving_after(Duration::ZERO);
            let script = session.load(Script::parse(sum, Source::Text).unwrap(), "test").unwrap();
            let mut verdicts = Vec::new();
            session.run(&script, Budget::unlimited, |case| verdicts.push(case.verdict));
            assert_eq!(verdicts, [Verdict::Pass]);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "what is answered is not kept");
            // Nor is what ran out of work, unless that is wanted.
            let mut session =
                Session::new().keeping_searches(&folder, "", false).saving_after(Duration::ZERO);
            let script = session.load(Script::parse(sum, Source::Text).unwrap(), "test").unwrap();
            let limit = || Budget::unlimited().with_limit(Some(WORTH_KEEPING));
            session.run(&script, limit, |case| assert_eq!(case.result, Err(Stopped::Work)));
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
            fs::remove_dir_all(folder).unwrap();
        }
    }

    /// Whatever is written under a right checksum is read without a panic.
    #[test]
    fn nonsense_is_not_taken_up() {
        let folder = folder();
        ask(&folder, SUMS[0], Some(60_000));
        let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let bytes = fs::read(&file).unwrap();
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..300 {
            let mut body = bytes.clone();
            let (at, value) = (random.usize(PREFIX..body.len()), random.u8(..));
            body[at] = value;
            let question = "[nogo] ....|....|....|....";
            Session::new().recall(&Body(body).into_file(), question);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
