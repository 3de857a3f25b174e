//! What every command needs, made from the options that all commands share.

use std::env;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use zermelo_library::{Family, Library, VariantHandle};
use zermelo_service::{Limits, Service};
use zermelo_solve::Run;

use crate::args::Options;
use crate::exit::Failure;
use crate::progress::{self, Progress};
use crate::{interrupt, memory_size};

/// What one solve in the background may take unless the user says more: it is not all that the machine does.
const MODEST_MEMORY: u64 = 4_000_000_000;

/// The games, and the circumstances of this run of the program.
pub(crate) struct Context {
    pub(crate) library: Library,
    pub(crate) json: bool,
    quiet: bool,
    memory: u64,
    /// What the user allows for values and sums, which are modest on their own.
    asked_memory: Option<u64>,
    asked_threads: Option<usize>,
    data: PathBuf,
}

impl Context {
    pub(crate) fn new(options: &Options, families: Vec<Family>) -> Context {
        interrupt::end_at_once();
        let data = options.data.clone().unwrap_or_else(data_directory);
        Context {
            library: Library::new(families, data.clone()),
            json: options.json,
            quiet: options.quiet,
            memory: options.memory.unwrap_or_else(memory_size::default),
            asked_memory: options.memory,
            asked_threads: options.threads.map(usize::from),
            data,
        }
    }

    /// A service for the games, which solves small ones in the background, within limits that may be changed.
    pub(crate) fn into_service(
        self,
        options: &Options,
        change: impl FnOnce(&mut Limits),
    ) -> Result<Service, Failure> {
        let mut limits = Limits {
            memory: options.memory.unwrap_or_else(|| memory_size::default().min(MODEST_MEMORY)),
            threads: usize::from(options.threads.unwrap_or(0)),
            ..Limits::default()
        };
        change(&mut limits);
        let service = Service::new(self.library, limits);
        service.map_err(|error| Failure::Environment(format!("cannot start the threads: {error}")))
    }

    /// A game by its name on the command line.
    pub(crate) fn open(&self, name: &str) -> Result<VariantHandle, Failure> {
        Ok(self.library.open(name)?)
    }

    /// Where databases of combinatorial games are kept.
    pub(crate) fn combinatorial_data(&self) -> PathBuf {
        self.data.join("combinatorial")
    }

    /// How many threads the user asks for, where one is the default.
    pub(crate) fn asked_threads(&self) -> Option<usize> {
        self.asked_threads
    }

    /// Bytes that the program may take.
    pub(crate) fn memory(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    /// Bytes for values and sums, if the user said how many.
    pub(crate) fn asked_memory(&self) -> Option<usize> {
        self.asked_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Set when somebody asks to stop. A command that never looks at it is ended by the first signal.
    #[expect(clippy::unused_self, reason = "one of the circumstances")]
    pub(crate) fn cancel(&self) -> &'static AtomicBool {
        interrupt::listen()
    }

    /// Tells the user something on stderr.
    pub(crate) fn note(&self, text: &str) {
        progress::note(self.quiet, text);
    }

    /// A progress bar for the next computation.
    pub(crate) fn progress(&self) -> Progress {
        Progress::new(self.quiet)
    }

    /// The circumstances of a computation that this bar shows.
    pub(crate) fn run<'a>(&self, progress: &'a Progress) -> Run<'a> {
        Run { memory: self.memory, observer: progress, cancel: self.cancel() }
    }
}

/// The user's directory for data of programs; without a home, the current directory has to do.
fn data_directory() -> PathBuf {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
        .unwrap_or_default()
        .join("zermelo")
}
