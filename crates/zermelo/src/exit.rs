//! How the command ends: every failure is one paragraph and one exit code.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | done |
//! | 1 | the answer is no: a check failed |
//! | 2 | the arguments or the input are wrong |
//! | 3 | the environment refused: disk, permissions, memory, a database that cannot be used |
//! | 129, 130, 143 | stopped by SIGHUP, SIGINT (Ctrl-C) or SIGTERM |

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::AnsiColor;
use zermelo_core::ParseError;
use zermelo_files::FileError;
use zermelo_library::LibraryError;
use zermelo_solve::SolveError;
use zermelo_store::StoreError;

use crate::interrupt;

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no, and the command has already said so.
    No,
    /// What the user typed cannot be done; the text says what is allowed.
    Input(String),
    /// Disk, memory, permissions, or a database that cannot be used.
    Environment(String),
    /// Somebody asked to stop: Ctrl-C, or another signal.
    Interrupted(String),
    /// Whoever read the output has seen enough, as in `zermelo games | head`.
    ClosedPipe,
}

impl Failure {
    /// Bad input, from anything that reads as a sentence.
    pub(crate) fn input(text: impl Into<String>) -> Failure {
        Failure::Input(text.into())
    }

    /// What went wrong, without how the command ends for it; nothing if that has been said or nobody listens.
    pub(crate) fn sentence(&self) -> &str {
        match self {
            Failure::No | Failure::ClosedPipe => "",
            Failure::Input(text) | Failure::Environment(text) | Failure::Interrupted(text) => text,
        }
    }
}

/// Tells the user what went wrong and gives the exit code.
pub(crate) fn report(done: Result<(), Failure>) -> ExitCode {
    let (code, text) = match done {
        Ok(()) | Err(Failure::ClosedPipe) => return ExitCode::SUCCESS,
        Err(Failure::No) => return ExitCode::from(1),
        Err(Failure::Input(text)) => (2, text),
        Err(Failure::Environment(text)) => (3, text),
        Err(Failure::Interrupted(text)) => (interrupt::exit_code(), text),
    };
    // If even stderr is closed, the exit code has to be enough.
    let style = AnsiColor::Red.on_default().bold();
    // What goes into a file has no colours, and neither has anything where NO_COLOR is set.
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {}", one_line(&text));
    ExitCode::from(code)
}

/// Returns a text with line feeds and the like as they are written in programs. What the user typed is part
/// of many errors, and an error is one paragraph.
fn one_line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// Failures to write the output; other files have errors of their own.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Environment(format!("cannot write the output: {error}")),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::Environment(error.to_string())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let remedy = match &error {
            StoreError::NotFound { .. } | StoreError::Unfinished { .. } => {
                return Failure::Input(format!("{error}; 'zermelo solve' makes it"));
            }
            StoreError::Damaged { .. } => {
                "; remove the damaged files, and 'zermelo solve' makes only these anew, or 'zermelo solve --force' all"
            }
            StoreError::Corrupt { .. } | StoreError::WrongGame { .. } | StoreError::WrongVersion { .. } => {
                "; 'zermelo solve --force' makes the database anew"
            }
            _ => "",
        };
        Failure::Environment(format!("{error}{remedy}"))
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Cancelled => Failure::Interrupted(error.to_string()),
            SolveError::UnknownTier(text) => Failure::Input(text),
            SolveError::Memory { .. } => Failure::Environment(format!("{error}; allow more with --memory")),
            SolveError::NoMemory(_) => {
                Failure::Environment(format!("{error}; allow less with --memory SIZE"))
            }
            // Tier stores on disk fail with the errors of the store.
            SolveError::TierStore(inner) => match inner.downcast::<StoreError>() {
                Ok(error) => Failure::from(*error),
                Err(other) => Failure::Environment(other.to_string()),
            },
            other => Failure::Environment(other.to_string()),
        }
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Failure {
        match error {
            LibraryError::Parse(error) => error.into(),
            LibraryError::Solve(error) => error.into(),
            LibraryError::Store(error) => error.into(),
            LibraryError::Engine(error) => Failure::Environment(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_error_keeps_its_meaning_inside_the_error_of_a_tier_store() {
        let locked = || StoreError::Locked { path: "here".into() };
        let wrapped = SolveError::TierStore(Box::new(locked()));
        assert!(matches!(Failure::from(wrapped), Failure::Environment(text) if text == locked().to_string()));
    }

    #[test]
    fn a_reader_that_went_away_is_no_error() {
        assert!(matches!(Failure::from(io::Error::from(io::ErrorKind::BrokenPipe)), Failure::ClosedPipe));
    }
}
