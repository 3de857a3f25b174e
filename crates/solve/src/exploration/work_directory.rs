//! Where an exploration keeps on disk what does not fit into memory, or what should not be lost.
//!
//! All files are in one directory. They consist of *records*: a length, a CRC-32 and bytes. The file `state`
//! names those that count, and how long they are; it is replaced as a whole after they are on the disk. So
//! whatever happens, the last state can be read again; files that it does not name are removed.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use zermelo_files::{FileError, ScratchFile};

use crate::{Event, Run, SolveError};

/// The directory and what an exploration may take.
pub struct WorkDirectory {
    directory: Option<PathBuf>,
    /// Whose exploration this is: another one's files are not used.
    stamp: String,
    interval: Duration,
    next_file: AtomicU32,
    /// Whether there is a state of this exploration.
    has_state: AtomicBool,
    /// Set when the directory turned out not to be writable.
    refused: AtomicBool,
}

/// The name of the file that tells what is there.
const STATE: &str = "state";

/// The first line of a state; the number changes with the layout of the files.
const TITLE: &str = "zermelo exploration 2";

/// A state is a line for each of some thousand files.
const LONGEST_STATE: u64 = 1 << 24;

/// Bytes before those of a record.
const RECORD_HEAD: u64 = 12;

/// What is read or written of a file at once while all of it is.
const BUFFER: u64 = 1 << 18;

/// What an earlier exploration left.
pub(crate) enum Left {
    Nothing,
    /// The lines of a state that this exploration can go on from.
    State(Vec<String>),
    /// Something that is of no use, and why.
    Useless(&'static str),
}

impl WorkDirectory {
    /// Without a directory: all has to fit into memory.
    pub fn in_memory() -> WorkDirectory {
        WorkDirectory {
            directory: None,
            stamp: String::new(),
            interval: Duration::MAX,
            next_file: AtomicU32::new(0),
            has_state: AtomicBool::new(false),
            refused: AtomicBool::new(false),
        }
    }

    /// In a directory, which is made when something is to be kept. The stamp is one line of text that tells
    /// games apart, and everything that changes their keys. What was found out is kept at least about every
    /// `interval`.
    pub fn new(directory: PathBuf, stamp: &str, interval: Duration) -> WorkDirectory {
        WorkDirectory {
            directory: Some(directory),
            stamp: stamp.to_owned(),
            interval,
            ..WorkDirectory::in_memory()
        }
    }

    /// Whether lists can be put on disk.
    pub(crate) fn has_disk(&self) -> bool {
        self.directory.is_some()
    }

    /// Whether a state was written, or found.
    pub(crate) fn has_state(&self) -> bool {
        self.has_state.load(Relaxed)
    }

    pub(crate) fn clock(&self) -> Clock {
        Clock { last: Instant::now(), pause: self.interval }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.as_ref().expect("asked for only if there is one").join(name)
    }

    /// A new file.
    pub(crate) fn create(&self) -> Result<RunFile, SolveError> {
        zermelo_files::create_directories(&self.path("")).map_err(refused)?;
        loop {
            let name = format!("{:06}.run", self.next_file.fetch_add(1, Relaxed));
            match ScratchFile::create_new(&self.path(&name)) {
                Ok(file) => return Ok(RunFile { file, name, length: 0, synced: 0 }),
                Err(error) if error.source.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refused(error)),
            }
        }
    }

    /// Opens a file that a state names and calls `visit` with the offset and the bytes of each of its
    /// records. What was written after the state is behind this length, and will be overwritten. `None` if it
    /// is not what the state says.
    pub(crate) fn open(
        &self,
        name: &str,
        length: u64,
        mut visit: impl FnMut(u64, Vec<u8>) -> Option<()>,
    ) -> Result<Option<RunFile>, SolveError> {
        let is_run = |name: &str| name.strip_suffix(".run").is_some_and(|stem| !stem.contains('/'));
        if !is_run(name) {
            return Ok(None);
        }
        let file = match ScratchFile::open(&self.path(name)) {
            Ok(file) => file,
            // It is missing, or no regular file. What the system refuses it may grant another time.
            Err(error) if error.is_not_found() || error.source.raw_os_error().is_none() => return Ok(None),
            Err(error) => return Err(refused(error)),
        };
        if file.length().map_err(refused)? < length {
            return Ok(None);
        }
        let mut reader = RecordReader { file: &file, at: 0, length, buffer: Vec::new(), taken: 0 };
        while reader.at < length {
            let Some(head) = reader.take(RECORD_HEAD)? else { return Ok(None) };
            let size = u64::from_le_bytes(head[..8].try_into().expect("eight bytes"));
            let crc = u32::from_le_bytes(head[8..].try_into().expect("four bytes"));
            let offset = reader.at;
            let Some(bytes) = reader.take(size)? else { return Ok(None) };
            if crc32fast::hash(&bytes) != crc || visit(offset, bytes).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(RunFile { file, name: name.to_owned(), length, synced: length }))
    }

    /// Makes this the state. Files that it does not name are removed.
    pub(crate) fn write_state(&self, lines: &[String]) -> Result<(), SolveError> {
        let text = format!("{TITLE}\n{}\n{}\n", self.stamp, lines.join("\n"));
        let text = format!("{text}{:08x}\n", crc32fast::hash(text.as_bytes()));
        // The names of files have to be there before the state that names them.
        zermelo_files::sync_directory(&self.path("")).map_err(refused)?;
        zermelo_files::replace(&self.path(STATE), text.as_bytes()).map_err(refused)?;
        self.has_state.store(true, Relaxed);
        self.remove_unnamed(lines);
        Ok(())
    }

    /// Removes all files but the state and those that it names.
    fn remove_unnamed(&self, lines: &[String]) {
        let is_named = |name: &str| lines.iter().any(|line| line.split(' ').any(|word| word == name));
        // What cannot be removed now goes with the directory.
        let _ = zermelo_files::remove_some(&self.path(""), |name| name != STATE && !is_named(name));
    }

    /// What is there of an earlier exploration; what is of no use is removed.
    pub(crate) fn read_state(&self) -> Left {
        if self.directory.is_none() {
            return Left::Nothing;
        }
        let left = self.left();
        match &left {
            Left::State(lines) => {
                self.has_state.store(true, Relaxed);
                self.remove_unnamed(lines);
            }
            _ => self.remove(),
        }
        left
    }

    fn left(&self) -> Left {
        const DAMAGED: Left = Left::Useless("is damaged");
        let text = match zermelo_files::read_text(&self.path(STATE), LONGEST_STATE) {
            Err(error) if error.is_not_found() => return Left::Nothing,
            // There cannot be one; that nothing can be kept turns out later.
            Err(error) if error.source.kind() == io::ErrorKind::NotADirectory => return Left::Nothing,
            Err(_) => return DAMAGED,
            Ok(text) => text,
        };
        let Some((body, crc)) = text.len().checked_sub(9).and_then(|length| text.split_at_checked(length))
        else {
            return DAMAGED;
        };
        if crc != format!("{:08x}\n", crc32fast::hash(body.as_bytes())) {
            return DAMAGED;
        }
        let mut lines = body.lines().map(str::to_owned);
        if lines.next().as_deref() == Some(TITLE) && lines.next().as_ref() == Some(&self.stamp) {
            Left::State(lines.collect())
        } else {
            Left::Useless("is of another game or of another version of the program")
        }
    }

    /// Removes everything: the exploration is over, or what is there is of no use.
    pub fn remove(&self) {
        self.has_state.store(false, Relaxed);
        if let Some(directory) = &self.directory {
            // Nothing there is needed any more; what stays behind is removed by the next exploration.
            let _ = zermelo_files::remove_directory(directory);
        }
    }

    /// Removes files that no state names, after an exploration did not come to its end.
    pub(crate) fn tidy(&self) {
        if self.directory.is_some()
            && let Left::Nothing = self.read_state()
        {
            self.has_state.store(false, Relaxed);
        }
    }

    /// Keeps something that is not lost if it cannot be kept: a read-only directory is no reason to stop.
    /// Says so once.
    pub(crate) fn try_to_keep(&self, run: &Run<'_>, keep: impl FnOnce() -> Result<(), SolveError>) {
        if self.directory.is_none() || self.refused.load(Relaxed) {
            return;
        }
        if let Err(error) = keep() {
            self.refused.store(true, Relaxed);
            run.tell(Event::Note(format!("{error}; if the solve is interrupted it has to begin again")));
        }
    }
}

/// Whether what was found out is worth being kept after this: somebody wants to stop, or will allow more
/// memory.
pub(crate) fn can_go_on(error: &SolveError) -> bool {
    matches!(error, SolveError::Cancelled | SolveError::Memory { .. } | SolveError::NoMemory(_))
}

/// Tells when it is time to keep what was found out.
pub(crate) struct Clock {
    last: Instant,
    pause: Duration,
}

impl Clock {
    /// Whether everything is to be kept at once, as tests want it: then work is done in small pieces.
    pub(crate) fn is_hasty(&self) -> bool {
        self.pause.is_zero()
    }

    pub(crate) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.pause
    }

    /// Begins to wait again.
    pub(crate) fn reset(&mut self) {
        self.last = Instant::now();
    }
}

/// Reads a file from its beginning to a length.
struct RecordReader<'a> {
    file: &'a ScratchFile,
    /// Where the next byte is taken.
    at: u64,
    length: u64,
    buffer: Vec<u8>,
    /// How much of the buffer has been taken.
    taken: usize,
}

impl RecordReader<'_> {
    /// The next bytes; `None` if there are not so many.
    fn take(&mut self, size: u64) -> Result<Option<Vec<u8>>, SolveError> {
        let mut bytes = Vec::new();
        if size > self.length - self.at || bytes.try_reserve_exact(size as usize).is_err() {
            return Ok(None);
        }
        while (bytes.len() as u64) < size {
            if self.taken == self.buffer.len() {
                let begin = self.at + bytes.len() as u64;
                self.buffer.resize((self.length - begin).min(BUFFER) as usize, 0);
                self.file.read_at(&mut self.buffer, begin).map_err(refused)?;
                self.taken = 0;
            }
            let rest = &self.buffer[self.taken..];
            let more = rest.len().min(size as usize - bytes.len());
            bytes.extend(&rest[..more]);
            self.taken += more;
        }
        self.at += size;
        Ok(Some(bytes))
    }
}

/// A file of records, to be appended to and read at any place.
#[derive(Debug)]
pub(crate) struct RunFile {
    file: ScratchFile,
    name: String,
    length: u64,
    /// How much of it is on the disk for certain.
    synced: u64,
}

impl RunFile {
    /// Appends a record, and returns where its bytes begin.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<u64, SolveError> {
        let mut head = (bytes.len() as u64).to_le_bytes().to_vec();
        head.extend(crc32fast::hash(bytes).to_le_bytes());
        self.file.write_at(&head, self.length).map_err(refused)?;
        let begin = self.length + RECORD_HEAD;
        self.file.write_at(bytes, begin).map_err(refused)?;
        self.length = begin + bytes.len() as u64;
        Ok(begin)
    }

    /// Reads bytes of a record.
    pub(crate) fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        self.file.read_at(bytes, at).map_err(refused)
    }

    /// What a state says of the file, after all of it is on the disk.
    pub(crate) fn sync(&mut self) -> Result<String, SolveError> {
        if self.synced < self.length {
            self.file.sync().map_err(refused)?;
            self.synced = self.length;
        }
        Ok(format!("{} {}", self.name, self.length))
    }
}

fn refused(error: FileError) -> SolveError {
    SolveError::TierStore(Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unlimited;

    fn records(work: &WorkDirectory, name: &str, length: u64) -> Option<Vec<Vec<u8>>> {
        let mut records = Vec::new();
        let visit = |_, record| {
            records.push(record);
            Some(())
        };
        work.open(name, length, visit).unwrap().map(|_| records)
    }

    #[test]
    fn records_come_back_up_to_the_length_that_counts() {
        let home = tempfile::tempdir().unwrap();
        let work = WorkDirectory::new(home.path().join("new/runs"), "test", Duration::MAX);
        let mut file = work.create().unwrap();
        // One longer than what is read at once, and one without bytes.
        let given = [vec![7; BUFFER as usize + 5], vec![], b"three".to_vec()];
        let begins: Vec<u64> = given.iter().map(|record| file.append(record).unwrap()).collect();
        let line = file.sync().unwrap();
        let (name, length) = line.split_once(' ').unwrap();
        let length = length.parse().unwrap();
        file.append(b"of no use").unwrap();
        assert_eq!(records(&work, name, length).unwrap(), given);
        let mut bytes = [0; 2];
        file.read(begins[2] + 1, &mut bytes).unwrap();
        assert_eq!(&bytes, b"hr");
        // No records are records as well; a file that is too short, or of a strange name, is damaged.
        assert_eq!(records(&work, name, 0).unwrap(), Vec::<Vec<u8>>::new());
        assert_eq!(records(&work, name, length + 1000), None);
        assert_eq!(records(&work, "../runs/000000.run", length), None);
        assert_eq!(records(&work, "000009.run", 0), None);
    }

    #[test]
    fn only_what_a_state_names_stays() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("runs");
        let work = WorkDirectory::new(directory.clone(), "test", Duration::MAX);
        let mut files: Vec<RunFile> = (0..3).map(|_| work.create().unwrap()).collect();
        let line = format!("known {}", files[1].sync().unwrap());
        work.write_state(std::slice::from_ref(&line)).unwrap();
        let names = || -> Vec<String> {
            let mut names: Vec<String> =
                zermelo_files::list(&directory).unwrap().into_iter().map(|(name, _)| name).collect();
            names.sort();
            names
        };
        assert_eq!(names(), ["000001.run", "state"]);
        // One that goes on leaves the files alone that the state names, and removes what is newer than it.
        let next = WorkDirectory::new(directory.clone(), "test", Duration::MAX);
        assert_eq!(next.create().unwrap().name, "000000.run");
        assert_eq!(next.create().unwrap().name, "000002.run");
        assert!(matches!(next.read_state(), Left::State(lines) if lines == [line]));
        assert_eq!(names(), ["000001.run", "state"]);
        let other = WorkDirectory::new(directory.clone(), "another", Duration::MAX);
        assert!(matches!(other.read_state(), Left::Useless(_)) && !directory.exists());
    }

    #[test]
    fn what_cannot_be_kept_is_told_once() {
        let work = WorkDirectory::new("/proc/none".into(), "test", Duration::ZERO);
        let mut tried = 0;
        for _ in 0..3 {
            work.try_to_keep(&unlimited(), || {
                tried += 1;
                work.create().map(drop)
            });
        }
        assert_eq!(tried, 1);
    }
}
