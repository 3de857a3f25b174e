//! Files that appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{Result, StoreError};

/// What the name of an unfinished file ends with.
pub(crate) const TEMPORARY: &str = ".tmp";

/// A file that is written under a temporary name in its final directory, and gets its own name only when
/// all its bytes are on the disk. Dropped before that, it disappears.
pub(crate) struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
    committed: bool,
}

impl AtomicFile {
    pub(crate) fn create(path: &Path) -> Result<AtomicFile> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(TEMPORARY);
        let temporary = PathBuf::from(temporary);
        let file = File::create(&temporary).map_err(StoreError::io(&temporary, "create"))?;
        let writer = BufWriter::with_capacity(1 << 18, file);
        Ok(AtomicFile { path: path.to_owned(), temporary, writer, committed: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).map_err(StoreError::io(&self.temporary, "write"))
    }

    /// Replaces bytes that were written before.
    pub(crate) fn overwrite(&mut self, bytes: &[u8], offset: u64) -> Result<()> {
        use std::os::unix::fs::FileExt;
        let overwrite = |writer: &mut BufWriter<File>| -> io::Result<()> {
            writer.flush()?;
            writer.get_ref().write_all_at(bytes, offset)
        };
        overwrite(&mut self.writer).map_err(StoreError::io(&self.temporary, "write"))
    }

    /// Syncs the bytes, then the name.
    pub(crate) fn commit(mut self) -> Result<()> {
        self.writer.flush().map_err(StoreError::io(&self.temporary, "write"))?;
        self.writer.get_ref().sync_all().map_err(StoreError::io(&self.temporary, "write"))?;
        fs::rename(&self.temporary, &self.path).map_err(StoreError::io(&self.path, "create"))?;
        self.committed = true;
        sync_directory_of(&self.path)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // Best effort: what stays behind is removed when the folder is next opened for writing.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Makes a new, renamed or removed name durable.
pub(crate) fn sync_directory_of(path: &Path) -> Result<()> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    File::open(directory).and_then(|opened| opened.sync_all()).map_err(StoreError::io(directory, "write"))
}
