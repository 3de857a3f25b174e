//! Files that appear complete or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::directories::sync_directory_of;
use crate::error::{FileError, Result};
use crate::operation::{Operation, ask};
use crate::scratch::ScratchFile;

/// What the name of an unfinished file ends with.
pub const TEMPORARY: &str = ".tmp";

/// A file that is written under a temporary name in its final directory, and gets its own name only when
/// all its bytes are on the disk. Dropped before that, it disappears.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    writer: BufWriter<Unfinished>,
    committed: bool,
}

impl WholeFile {
    /// Begins a file; what is left of an earlier attempt goes.
    pub fn create(path: &Path) -> Result<WholeFile> {
        WholeFile::create_as(path, "")
    }

    /// The same with this in the temporary name, so that others can write the same file at the same time.
    fn create_as(path: &Path, mark: &str) -> Result<WholeFile> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(mark);
        temporary.push(TEMPORARY);
        let unfinished = Unfinished { file: ScratchFile::create(temporary.into())?, length: 0 };
        let writer = BufWriter::with_capacity(1 << 18, unfinished);
        Ok(WholeFile { path: path.to_owned(), writer, committed: false })
    }

    /// The name that it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds bytes at the end.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).map_err(|error| self.failed("write", error))
    }

    /// Replaces bytes that were written before.
    pub fn overwrite(&mut self, bytes: &[u8], offset: u64) -> Result<()> {
        let flushed = self.writer.flush();
        let written = flushed.and_then(|()| self.writer.get_ref().file.write_all_at(bytes, offset));
        written.map_err(|error| self.failed("write", error))
    }

    /// Syncs the bytes, then the name.
    pub fn commit(mut self) -> Result<()> {
        let synced = self.writer.flush().and_then(|()| self.writer.get_ref().file.sync_all());
        synced.map_err(|error| self.failed("write", error))?;
        let (from, to) = (self.temporary(), &*self.path);
        let renamed = ask(Operation::Rename { from, to }).and_then(|_| fs::rename(from, to));
        renamed.map_err(FileError::of(&self.path, "create"))?;
        self.committed = true;
        sync_directory_of(&self.path)
    }

    fn failed(&self, action: &'static str, error: io::Error) -> FileError {
        FileError::of(self.temporary(), action)(error)
    }

    fn temporary(&self) -> &Path {
        self.writer.get_ref().file.path()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.committed {
            let path = self.temporary();
            // Best effort: what stays behind is overwritten by the next attempt, or removed before it.
            let _ = ask(Operation::Remove(path)).and_then(|_| fs::remove_file(path));
        }
    }
}

/// Writes a file that appears complete or not at all. Several processes may do so at the same time: one of
/// them is the last.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = WholeFile::create_as(path, &format!(".{}", std::process::id()))?;
    file.write(bytes)?;
    file.commit()
}

/// A file under its temporary name.
#[derive(Debug)]
struct Unfinished {
    file: ScratchFile,
    length: u64,
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write_some_at(bytes, self.length)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
