//! Bytes at a place.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::read::cache::Cache;

/// Random access from many threads; the reader of volumes does not care where the bytes come from.
pub(crate) trait ReadAt: Send + Sync {
    fn length(&self) -> io::Result<u64>;
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

/// The open files of one database. A database may have more volumes than a process may have open files (often
/// 1024), so only the ones used lately stay open.
pub(crate) struct OpenFiles {
    files: Cache<u64, Arc<File>>,
    next: AtomicU64,
}

impl OpenFiles {
    const LIMIT: usize = 128;

    pub(crate) fn new() -> Arc<OpenFiles> {
        Arc::new(OpenFiles { files: Cache::new(1, Self::LIMIT), next: AtomicU64::new(0) })
    }

    pub(crate) fn file(self: &Arc<OpenFiles>, path: PathBuf) -> PooledFile {
        PooledFile { path, key: self.next.fetch_add(1, Ordering::Relaxed), pool: Arc::clone(self) }
    }
}

/// A file that is open when needed.
pub(crate) struct PooledFile {
    path: PathBuf,
    key: u64,
    pool: Arc<OpenFiles>,
}

impl PooledFile {
    fn open(&self) -> io::Result<Arc<File>> {
        if let Some(file) = self.pool.files.get(&self.key) {
            return Ok(file);
        }
        let file = Arc::new(zermelo_files::open(&self.path).map_err(|error| error.source)?);
        self.pool.files.insert(self.key, Arc::clone(&file), 1);
        Ok(file)
    }
}

impl ReadAt for PooledFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.open()?.metadata()?.len())
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        zermelo_files::read_at(&*self.open()?, &self.path, buffer, offset)
    }
}

#[cfg(any(test, feature = "fuzzing"))]
impl ReadAt for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let end = offset as usize + buffer.len();
        let bytes = self.get(offset as usize..end).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}
