//! Where an exploration keeps on disk what does not fit into memory, or what should not be lost.
//!
//! All files are in one directory. They consist of *records*: a length, a CRC-32 and bytes. The file `state` names those
//! that count, and how long they are; it is replaced as a whole after they are on the disk. So whatever happens, the
//! last state can be read again; files that it does not name are removed.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::{Event, Run, SolveError};

/// The directory and what an exploration may take.
pub struct WorkDirectory {
    directory: Option<PathBuf>,
    /// Whose exploration this is: another one's files are not used.
    stamp: String,
    interval: Duration,
    next_file: AtomicU32,
    /// Set when the directory turned out not to be writable.
    refused: AtomicBool,
}

/// Why the directory of an exploration could not be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct WorkDirectoryError {
    path: PathBuf,
    action: &'static str,
    source: io::Error,
}

impl WorkDirectoryError {
    /// The kind of the system's refusal.
    pub fn io_kind(&self) -> io::ErrorKind {
        self.source.kind()
    }
}

/// The name of the file that tells what is there.
const STATE: &str = "state";

/// The first line of a state; the number changes with the layout of the files.
const TITLE: &str = "zermelo exploration 1";

/// Bytes before those of a record.
pub(crate) const RECORD_HEAD: u64 = 12;

impl WorkDirectory {
    /// Without a directory: all has to fit into memory.
    pub fn in_memory() -> WorkDirectory {
        WorkDirectory {
            directory: None,
            stamp: String::new(),
            interval: Duration::MAX,
            next_file: AtomicU32::new(0),
            refused: AtomicBool::new(false),
        }
    }

    /// In a directory, which is made when something is to be kept. The stamp is one line of text that tells games
    /// apart, and everything that changes their keys. What was found out is kept at least about every `interval`.
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

    pub(crate) fn clock(&self) -> Clock {
        Clock { last: Instant::now(), pause: self.interval }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.as_ref().expect("asked for only if there is one").join(name)
    }

    /// A new file.
    pub(crate) fn create(&self) -> Result<RunFile, SolveError> {
        let directory = self.path("");
        fs::create_dir_all(&directory).map_err(refused(&directory, "create"))?;
        let name = loop {
            let name = format!("{:06}.run", self.next_file.fetch_add(1, Relaxed));
            if !self.path(&name).exists() {
                break name;
            }
        };
        let path = self.path(&name);
        let file = File::options().read(true).write(true).create_new(true).open(&path);
        Ok(RunFile {
            file: file.map_err(refused(&path, "create"))?,
            name,
            path,
            length: 0,
            synced: AtomicU64::new(0),
        })
    }

    /// Opens a file that a state names and calls `visit` with the offset and the bytes of each of its records; whatever
    /// was written after the state is cut off.
    pub(crate) fn open(
        &self,
        name: &str,
        length: u64,
        mut visit: impl FnMut(u64, Vec<u8>) -> Option<()>,
    ) -> Result<Option<RunFile>, SolveError> {
        let path = self.path(name);
        let file = File::options().read(true).write(true).open(&path).map_err(refused(&path, "read"))?;
        file.set_len(length).map_err(refused(&path, "write"))?;
        let mut reader = io::BufReader::with_capacity(1 << 18, &file);
        let mut offset = 0;
        while offset < length {
            let mut head = [0; RECORD_HEAD as usize];
            reader.read_exact(&mut head).map_err(refused(&path, "read"))?;
            let size = u64::from_le_bytes(head[..8].try_into().expect("eight bytes"));
            let crc = u32::from_le_bytes(head[8..].try_into().expect("four bytes"));
            if size > length - offset {
                return Ok(None);
            }
            let mut bytes = vec![0; size as usize];
            reader.read_exact(&mut bytes).map_err(refused(&path, "read"))?;
            offset += RECORD_HEAD;
            if crc32fast::hash(&bytes) != crc || visit(offset, bytes).is_none() {
                return Ok(None);
            }
            offset += size;
        }
        Ok(Some(RunFile { file, name: name.to_owned(), path, length, synced: AtomicU64::new(length) }))
    }

    /// Makes this the state. Files that it does not name are removed.
    pub(crate) fn write_state(&self, lines: &[String]) -> Result<(), SolveError> {
        let text = format!("{TITLE}\n{}\n{}\n", self.stamp, lines.join("\n"));
        let text = format!("{text}{:08x}\n", crc32fast::hash(text.as_bytes()));
        let (path, temporary) = (self.path(STATE), self.path("state.tmp"));
        let write = || {
            let mut file = File::create(&temporary)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, &path)?;
            File::open(self.path(""))?.sync_all()
        };
        write().map_err(refused(&path, "write"))?;
        for entry in fs::read_dir(self.path("")).map_err(refused(&path, "read"))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let named = |line: &String| line.split(' ').any(|word| word == name);
            if entry.path().extension().is_some_and(|extension| extension == "run")
                && !lines.iter().any(named)
            {
                // What cannot be removed now goes with the directory.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// The lines of the last state, if there is one of this exploration; otherwise the directory is emptied.
    pub(crate) fn read_state(&self) -> Option<Vec<String>> {
        self.directory.as_ref()?;
        let lines = self.readable_state();
        if lines.is_none() {
            self.remove();
        }
        lines
    }

    fn readable_state(&self) -> Option<Vec<String>> {
        let text = fs::read_to_string(self.path(STATE)).ok()?;
        let (body, crc) = text.split_at_checked(text.len().checked_sub(9)?)?;
        if crc != format!("{:08x}\n", crc32fast::hash(body.as_bytes())) {
            return None;
        }
        let mut lines = body.lines().map(str::to_owned);
        (lines.next()? == TITLE && lines.next()? == self.stamp).then(|| lines.collect())
    }

    /// Removes everything: the exploration is over, or what is there is of no use.
    pub fn remove(&self) {
        if let Some(directory) = &self.directory {
            // Nothing there is needed any more; what stays behind is removed by the next exploration.
            let _ = fs::remove_dir_all(directory);
        }
    }

    /// Keeps something that is not lost if it cannot be kept: a read-only directory is no reason to stop. Says so once.
    pub(crate) fn try_to_keep(&self, run: &Run<'_>, keep: impl FnOnce() -> Result<(), SolveError>) {
        if self.refused.load(Relaxed) {
            return;
        }
        if let Err(error) = keep() {
            self.refused.store(true, Relaxed);
            run.tell(Event::Note(format!("{error}; if the solve is interrupted it has to begin again")));
        }
    }
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

/// A file of records, to be appended to and read at any place.
#[derive(Debug)]
pub(crate) struct RunFile {
    file: File,
    name: String,
    path: PathBuf,
    length: u64,
    /// How much of it is on the disk for certain.
    synced: AtomicU64,
}

impl RunFile {
    /// Appends a record, and returns where its bytes begin.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<u64, SolveError> {
        let mut head = (bytes.len() as u64).to_le_bytes().to_vec();
        head.extend(crc32fast::hash(bytes).to_le_bytes());
        let write =
            |at: u64, bytes: &[u8]| self.file.write_all_at(bytes, at).map_err(refused(&self.path, "write"));
        write(self.length, &head)?;
        let begin = self.length + RECORD_HEAD;
        write(begin, bytes)?;
        self.length = begin + bytes.len() as u64;
        Ok(begin)
    }

    /// Reads bytes of a record.
    pub(crate) fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        self.file.read_exact_at(bytes, at).map_err(refused(&self.path, "read"))
    }

    /// What a state says of the file, after all of it is on the disk.
    pub(crate) fn sync(&self) -> Result<String, SolveError> {
        if self.synced.load(Relaxed) < self.length {
            self.file.sync_data().map_err(refused(&self.path, "write"))?;
            self.synced.store(self.length, Relaxed);
        }
        Ok(format!("{} {}", self.name, self.length))
    }
}

fn refused(path: &Path, action: &'static str) -> impl Fn(io::Error) -> SolveError {
    move |source| {
        SolveError::TierStore(Box::new(WorkDirectoryError { path: path.to_owned(), action, source }))
    }
}

/// A file that several lists share.
pub(crate) type SharedRunFile = Arc<RunFile>;
