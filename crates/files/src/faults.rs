//! Watchers of operations, for tests: they see each one before it happens, and may make it fail.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use crate::operation::Operation;

/// What is to become of an operation.
#[derive(Debug)]
pub enum Verdict {
    /// It happens.
    Proceed,
    /// It fails, and nothing happens.
    Fail(io::Error),
    /// Of a write, only so many bytes are written. Other operations happen.
    Short(usize),
}

type Watcher = Arc<Mutex<dyn FnMut(Operation<'_>) -> Verdict + Send>>;

static WATCHERS: Mutex<Vec<(PathBuf, Watcher)>> = Mutex::new(Vec::new());

/// Somebody who watches as long as this lives.
#[must_use]
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
}

/// Lets `watcher` judge all operations below a directory, of all threads, one after the other. Tests that run at the
/// same time have directories of their own.
pub fn watch(root: &Path, watcher: impl FnMut(Operation<'_>) -> Verdict + Send + 'static) -> Watch {
    lock().push((root.to_owned(), Arc::new(Mutex::new(watcher))));
    Watch { root: root.to_owned() }
}

impl Drop for Watch {
    fn drop(&mut self) {
        lock().retain(|(root, _)| *root != self.root);
    }
}

fn lock() -> std::sync::MutexGuard<'static, Vec<(PathBuf, Watcher)>> {
    WATCHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn ask(operation: Operation<'_>) -> io::Result<usize> {
    let path = match operation {
        Operation::Create(path)
        | Operation::Write { path, .. }
        | Operation::Sync(path)
        | Operation::Remove(path)
        | Operation::MakeDirectory(path)
        | Operation::SyncDirectory(path)
        | Operation::List(path)
        | Operation::Open(path)
        | Operation::Read(path)
        | Operation::Rename { to: path, .. }
        | Operation::Link { to: path, .. } => path,
    };
    let whole = if let Operation::Write { bytes, .. } = operation { bytes.len() } else { 0 };
    let watcher =
        lock().iter().find(|(root, _)| path.starts_with(root)).map(|(_, watcher)| Arc::clone(watcher));
    let Some(watcher) = watcher else { return Ok(whole) };
    let verdict = (watcher.lock().unwrap_or_else(PoisonError::into_inner))(operation);
    match verdict {
        Verdict::Proceed => Ok(whole),
        Verdict::Fail(error) => Err(error),
        Verdict::Short(bytes) => Ok(bytes.min(whole)),
    }
}
