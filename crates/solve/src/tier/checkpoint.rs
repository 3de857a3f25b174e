//! What is kept on disk of a tier in work, so that an interrupted solve goes on with it.
//!
//! The codes, the list of long games and the number of the round are enough: everything else that the rounds
//! use is made anew from the codes. That holds at any moment of a round, not only at its end. Within a phase
//! all writes to a slot store the same value, and none of them is looked for in that phase, so a phase that
//! begins again comes to the same end. Therefore one thread can write the codes while others go on with the
//! phase.

use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_core::{Codes, Word};
use zermelo_files::{FileError, WholeFile, create_directories, open, read_at, remove};

use crate::memory::large_vec::large_vec;
use crate::tier::long_games::LongGames;
use crate::tier::retrograde::{Round, Shared};
use crate::{Event, Run, SolveError};

/// The first line of a file; the number changes with the layout.
const TITLE: &str = "zermelo tier in work 1";

/// The longest head of a file: some short lines.
const LONGEST_HEAD: u64 = 4096;

/// Slots, or long games, that are written or read together.
const STRETCH: usize = 1 << 16;

/// The bytes of a long game: its slot and its remoteness.
const LONG_BYTES: usize = 12;

/// The bytes of the checksum at the end.
const CRC_BYTES: u64 = 4;

/// Writing takes at most this part of the time.
const WORTH: u32 = 4;

/// When the solve is stopped, what was found out in this part of the interval is not worth a file.
const SHORT: u32 = 10;

/// The directory in which tiers in work are kept, one file each.
#[derive(Debug)]
pub struct Checkpoints {
    directory: PathBuf,
    stamp: String,
    interval: Duration,
    /// Set when the directory turned out not to be writable.
    refused: AtomicBool,
}

impl Checkpoints {
    /// A directory, which is made when something is to be kept. The stamp is one line of text that tells
    /// games and their rules apart. A tier is kept at least about every `interval`.
    pub fn new(directory: PathBuf, stamp: &str, interval: Duration) -> Checkpoints {
        Checkpoints { directory, stamp: stamp.replace('\n', " "), interval, refused: AtomicBool::new(false) }
    }

    /// Removes what is kept of a tier, for example because it is solved.
    pub fn remove(&self, tier: &str) {
        let path = self.path(tier);
        // What cannot be removed is overwritten by the next solve, or removed after it. The directory goes
        // with the last file.
        if path.exists() && remove(&path).is_ok() {
            let _ = fs::remove_dir(&self.directory);
        }
    }

    /// Removes everything.
    pub fn clear(&self) {
        if self.directory.exists() {
            // What stays behind is overwritten by the next solve.
            let _ = fs::remove_dir_all(&self.directory);
        }
    }

    /// The file of a tier. Its name may have any letters, so those that are not plain are left out and a
    /// checksum tells such tiers apart.
    fn path(&self, tier: &str) -> PathBuf {
        let plain: String =
            tier.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
        self.directory.join(format!("{plain}.{:08x}", crc32fast::hash(tier.as_bytes())))
    }
}

/// What comes next in a tier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The first pass over these slots and those after them, with a group of child tiers.
    FirstPass { group: u32, slot: u64 },
    /// A round.
    Round(Round),
}

/// The layout of codes, as files name it.
pub(crate) trait Named: Codes {
    const NAME: &'static str;
}

impl Named for zermelo_core::Narrow {
    const NAME: &'static str = "narrow";
}

impl Named for zermelo_core::NarrowTies {
    const NAME: &'static str = "narrow-ties";
}

impl Named for zermelo_core::Wide {
    const NAME: &'static str = "wide";
}

/// What is known of a tier.
pub(crate) struct Kept<C: Codes> {
    pub(crate) codes: Vec<Shared<C>>,
    pub(crate) long: LongGames,
    pub(crate) next: Next,
}

/// What is to be written of a tier.
pub(crate) struct Snapshot<'a> {
    /// The name of the layout of codes, and the bytes of a code.
    layout: (&'static str, usize),
    long: Option<&'a LongGames>,
    /// Adds the bytes of the codes of these slots to a buffer.
    codes: &'a (dyn Fn(Range<usize>, &mut Vec<u8>) + Sync),
}

impl<'a> Snapshot<'a> {
    pub(crate) fn new<C: Named>(
        long: Option<&'a LongGames>,
        codes: &'a (dyn Fn(Range<usize>, &mut Vec<u8>) + Sync),
    ) -> Snapshot<'a> {
        Snapshot { layout: (C::NAME, size_of::<C::Word>()), long, codes }
    }
}

/// Adds the bytes of codes to a buffer.
pub(crate) fn put_codes<C: Codes>(codes: &[Shared<C>], buffer: &mut Vec<u8>) {
    for code in codes {
        let number = C::Word::get(code).number();
        buffer.extend_from_slice(&number.to_le_bytes()[..size_of::<C::Word>()]);
    }
}

/// When a tier is kept next.
struct Clock {
    due: Option<Instant>,
    /// Since when nothing was kept.
    last: Instant,
}

/// Keeps one tier while it is solved.
pub(crate) struct Keeper<'a> {
    checkpoints: Option<&'a Checkpoints>,
    tier: String,
    slots: u64,
    /// Which child tiers the groups of the first pass have.
    division: u32,
    run: &'a Run<'a>,
    clock: Mutex<Clock>,
    next: Mutex<Next>,
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(
        checkpoints: Option<&'a Checkpoints>,
        tier: String,
        slots: u64,
        division: u32,
        run: &'a Run<'a>,
    ) -> Keeper<'a> {
        let now = Instant::now();
        let due = checkpoints.and_then(|all| now.checked_add(all.interval));
        Keeper {
            checkpoints,
            tier,
            slots,
            division,
            run,
            clock: Mutex::new(Clock { due, last: now }),
            next: Mutex::new(Next::FirstPass { group: 0, slot: 0 }),
        }
    }

    /// Notes what comes next, and tells of rounds.
    pub(crate) fn begin(&self, next: Next) {
        *lock(&self.next) = next;
        if let Next::Round(Round::WinsAndLosses(remoteness) | Round::Ties(remoteness)) = next {
            self.run.tell(Event::Ply { tier: self.tier.clone(), remoteness });
        }
    }

    /// Writes what is known if it is time. Whoever comes while another thread writes goes on.
    #[inline]
    pub(crate) fn keep(&self, snapshot: &Snapshot<'_>) {
        if let Some(checkpoints) = self.checkpoints
            && let Ok(mut clock) = self.clock.try_lock()
            && clock.due.is_some_and(|due| due <= Instant::now())
        {
            self.write(checkpoints, &mut clock, snapshot);
        }
    }

    /// Writes what is known after the solve was stopped, and returns the result of what was stopped.
    pub(crate) fn keep_if_stopped<T>(
        &self,
        result: Result<T, SolveError>,
        snapshot: &Snapshot<'_>,
    ) -> Result<T, SolveError> {
        if let (Err(SolveError::Cancelled), Some(checkpoints)) = (&result, self.checkpoints) {
            let mut clock = lock(&self.clock);
            if clock.last.elapsed() >= checkpoints.interval / SHORT {
                self.write(checkpoints, &mut clock, snapshot);
            }
        }
        result
    }

    #[cold]
    fn write(&self, checkpoints: &Checkpoints, clock: &mut Clock, snapshot: &Snapshot<'_>) {
        if checkpoints.refused.load(Relaxed) {
            return;
        }
        let begun = Instant::now();
        let next = *lock(&self.next);
        match self.write_file(checkpoints, next, snapshot) {
            Ok(()) => self.run.tell(Event::Kept { tier: self.tier.clone() }),
            Err(error) => {
                checkpoints.refused.store(true, Relaxed);
                let what = "if the solve is interrupted, tiers in work begin again";
                self.run.tell(Event::Note(format!("{error}; {what}")));
            }
        }
        clock.last = Instant::now();
        // Tests want every moment to be kept.
        let pause = if checkpoints.interval.is_zero() { 0 } else { WORTH };
        clock.due = clock.last.checked_add(checkpoints.interval.max(begun.elapsed() * pause));
    }

    fn write_file(
        &self,
        checkpoints: &Checkpoints,
        next: Next,
        snapshot: &Snapshot<'_>,
    ) -> Result<(), FileError> {
        create_directories(&checkpoints.directory)?;
        let mut file =
            Writer { file: WholeFile::create(&checkpoints.path(&self.tier))?, crc: crc32fast::Hasher::new() };
        let long = snapshot.long.map_or(0, LongGames::len);
        file.write(self.head(checkpoints, snapshot.layout.0).as_bytes())?;
        file.write(format!("{}\nlong {long}\n\n", self.next_line(next)).as_bytes())?;
        let mut buffer = Vec::new();
        for (slot, remoteness) in snapshot.long.into_iter().flat_map(LongGames::iter) {
            buffer.extend_from_slice(&slot.to_le_bytes());
            buffer.extend_from_slice(&remoteness.to_le_bytes());
            if buffer.len() >= STRETCH * LONG_BYTES {
                file.write(&buffer)?;
                buffer.clear();
            }
        }
        file.write(&buffer)?;
        let slots = self.slots as usize;
        for first in (0..slots).step_by(STRETCH) {
            buffer.clear();
            (snapshot.codes)(first..slots.min(first + STRETCH), &mut buffer);
            file.write(&buffer)?;
        }
        file.commit()
    }

    /// The lines that a file of this tier begins with.
    fn head(&self, checkpoints: &Checkpoints, layout: &str) -> String {
        let Keeper { ref tier, slots, .. } = *self;
        let tier = tier.replace('\n', " ");
        let stamp = &checkpoints.stamp;
        format!("{TITLE}\n{stamp}\ntier {tier}\nslots {slots}\ncodes {layout}\n")
    }

    /// Returns what was kept of the tier in this layout; `None` if that is nothing, or of no use.
    pub(crate) fn resume<C: Named>(&self) -> Result<Option<Kept<C>>, SolveError> {
        let Some(checkpoints) = self.checkpoints else { return Ok(None) };
        let path = checkpoints.path(&self.tier);
        if !path.exists() {
            return Ok(None);
        }
        let found = Reader::open(&path).and_then(|mut file| {
            let head = file.head()?;
            let Some(rest) = head.strip_prefix(&self.head(checkpoints, C::NAME)) else {
                return self.check_owner(checkpoints, &head).map(|()| None);
            };
            self.read::<C>(&mut file, rest).map(Some)
        });
        match found {
            Ok(Some(kept)) => {
                self.resume_at(kept.next);
                Ok(Some(kept))
            }
            Ok(None) => Ok(None),
            Err(Refusal::Solve(error)) => Err(error),
            Err(Refusal::File(what)) => {
                let note =
                    format!("what was kept of tier {} is of no use ({what}); it begins again", self.tier);
                self.run.tell(Event::Note(note));
                checkpoints.remove(&self.tier);
                Ok(None)
            }
        }
    }

    /// That a file is one of this tier, in some layout.
    fn check_owner(&self, checkpoints: &Checkpoints, head: &str) -> Result<(), Refusal> {
        let layouts = [zermelo_core::Narrow::NAME, zermelo_core::NarrowTies::NAME, zermelo_core::Wide::NAME];
        if layouts.iter().any(|layout| head.starts_with(&self.head(checkpoints, layout))) {
            return Ok(());
        }
        let what = "it belongs to another game or to other rules";
        Err(Refusal::File(what.to_owned()))
    }

    /// Notes what comes next before it begins.
    pub(crate) fn resume_at(&self, next: Next) {
        *lock(&self.next) = next;
    }

    /// Reads what follows the lines that tell whose file it is.
    fn read<C: Named>(&self, file: &mut Reader, rest: &str) -> Result<Kept<C>, Refusal> {
        let damaged = || Refusal::File("it is damaged".to_owned());
        let mut lines = rest.lines();
        let (next, division) = lines.next().and_then(|line| self.read_next(line)).ok_or_else(damaged)?;
        if matches!(next, Next::FirstPass { .. }) && division != self.division {
            let what = "it was begun with child tiers in other groups, for another amount of memory";
            return Err(Refusal::File(what.to_owned()));
        }
        let count = lines.next().and_then(|line| line.strip_prefix("long ")?.parse::<u64>().ok());
        let count = count.filter(|&count| count <= self.slots).ok_or_else(damaged)?;
        let width = size_of::<C::Word>();
        let expected = (count * LONG_BYTES as u64).checked_add(self.slots * width as u64);
        if expected.and_then(|bytes| bytes.checked_add(CRC_BYTES)) != Some(file.left()) {
            return Err(damaged());
        }
        let mut long = LongGames::default();
        let mut buffer = Vec::new();
        let mut left = count as usize;
        while left > 0 {
            let now = left.min(STRETCH);
            file.read(now * LONG_BYTES, &mut buffer)?;
            for entry in buffer.chunks_exact(LONG_BYTES) {
                let (slot, remoteness) = entry.split_at(8);
                long.insert(
                    u64::from_le_bytes(slot.try_into().expect("eight bytes")),
                    u32::from_le_bytes(remoteness.try_into().expect("four bytes")),
                );
            }
            left -= now;
        }
        let slots = self.slots as usize;
        let mut codes: Vec<Shared<C>> =
            large_vec(slots).map_err(|error| Refusal::Solve(SolveError::NoMemory(error)))?;
        while codes.len() < slots {
            file.read((slots - codes.len()).min(STRETCH) * width, &mut buffer)?;
            codes.extend(buffer.chunks_exact(width).map(|bytes| {
                let mut number = [0; 4];
                number[..width].copy_from_slice(bytes);
                C::Word::of(u32::from_le_bytes(number)).share()
            }));
        }
        if file.is_whole()? { Ok(Kept { codes, long, next }) } else { Err(damaged()) }
    }

    /// What comes next, and the division of child tiers that it goes by.
    fn read_next(&self, line: &str) -> Option<(Next, u32)> {
        let words: Vec<&str> = line.split(' ').collect();
        let round = |r: &str| r.parse().ok().filter(|&r| r < zermelo_core::Wide::LOSSES);
        match words[..] {
            ["next", "first-pass", group, slot, division] => {
                let slot = slot.parse().ok().filter(|&slot| slot <= self.slots)?;
                let next = Next::FirstPass { group: group.parse().ok()?, slot };
                Some((next, division.parse().ok()?))
            }
            ["next", "wins-and-losses", r] => Some((Next::Round(Round::WinsAndLosses(round(r)?)), 0)),
            ["next", "ties", r] => Some((Next::Round(Round::Ties(round(r)?)), 0)),
            _ => None,
        }
    }

    fn next_line(&self, next: Next) -> String {
        match next {
            Next::FirstPass { group, slot } => format!("next first-pass {group} {slot} {}", self.division),
            Next::Round(Round::WinsAndLosses(r)) => format!("next wins-and-losses {r}"),
            Next::Round(Round::Ties(r)) => format!("next ties {r}"),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a file is not gone on with.
enum Refusal {
    /// The file is of no use.
    File(String),
    /// The solve cannot go on.
    Solve(SolveError),
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Refusal {
        Refusal::File(error.to_string())
    }
}

/// Writes a file, with a checksum at its end.
struct Writer {
    file: WholeFile,
    crc: crc32fast::Hasher,
}

impl Writer {
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.crc.update(bytes);
        self.file.write(bytes)
    }

    fn commit(mut self) -> Result<(), FileError> {
        self.file.write(&self.crc.finalize().to_le_bytes())?;
        self.file.commit()
    }
}

/// Reads a file from its beginning.
struct Reader<'a> {
    path: &'a Path,
    file: File,
    length: u64,
    offset: u64,
    crc: crc32fast::Hasher,
}

impl Reader<'_> {
    fn open(path: &Path) -> Result<Reader<'_>, Refusal> {
        let file = open(path)?;
        let length = file.metadata().map_err(FileError::of(path, "read"))?.len();
        Ok(Reader { path, file, length, offset: 0, crc: crc32fast::Hasher::new() })
    }

    /// The lines before the empty one.
    fn head(&mut self) -> Result<String, Refusal> {
        let mut bytes = vec![0; self.length.min(LONGEST_HEAD) as usize];
        read_at(&self.file, self.path, &mut bytes, 0).map_err(FileError::of(self.path, "read"))?;
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let end = end.ok_or_else(|| Refusal::File("it is damaged".to_owned()))? + 2;
        bytes.truncate(end);
        self.crc.update(&bytes);
        self.offset = end as u64;
        String::from_utf8(bytes).map_err(|_| Refusal::File("it is damaged".to_owned()))
    }

    /// The bytes that follow.
    fn left(&self) -> u64 {
        self.length - self.offset
    }

    /// Reads so many bytes.
    fn read(&mut self, count: usize, buffer: &mut Vec<u8>) -> Result<(), Refusal> {
        buffer.resize(count, 0);
        read_at(&self.file, self.path, buffer, self.offset).map_err(FileError::of(self.path, "read"))?;
        self.crc.update(buffer);
        self.offset += count as u64;
        Ok(())
    }

    /// Whether the checksum at the end is that of what was read.
    fn is_whole(&mut self) -> Result<bool, Refusal> {
        let crc = self.crc.clone().finalize();
        let mut bytes = Vec::new();
        self.read(CRC_BYTES as usize, &mut bytes)?;
        Ok(bytes == crc.to_le_bytes())
    }
}
