//! Making databases: all boards of a ruleset up to a size.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::boards::BoardSize;
use crate::database::{DatabaseWriter, save};
use crate::{DatabaseError, Effort, ScriptProblem, Session, Stopped};

/// Why a database was not made.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no such ruleset.
    #[error("{0}")]
    Title(#[from] ScriptProblem),
    /// The positions of the ruleset are not boards.
    #[error("positions of {0} are not boards of some size, so there is no database of it")]
    NoBoards(String),
    /// More boards than anyone would wait for.
    #[error("there are {found} boards of {title} up to {size}; at most {MOST_BOARDS} are allowed")]
    TooMany {
        /// The ruleset.
        title: String,
        /// The size asked for.
        size: BoardSize,
        /// The number of boards.
        found: u64,
    },
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The file cannot be written.
    #[error("{0}")]
    Database(#[from] DatabaseError),
}

/// Some hours of work.
const MOST_BOARDS: u64 = 100_000_000;

impl Session {
    /// Evaluates all boards of a ruleset up to a size, and writes the values, or nim-values, into a
    /// folder. All parts that boards split into are in it.
    pub fn build_database(
        &mut self,
        title: &str,
        size: BoardSize,
        folder: &Path,
        effort: &mut Effort,
    ) -> Result<PathBuf, BuildError> {
        let parts = &mut self.evaluator.parts;
        let symbols = parts.symbols(title);
        let symbols = symbols.ok_or_else(|| ScriptProblem::UnknownTitle(title.to_owned()))?;
        if symbols.is_empty() {
            return Err(BuildError::NoBoards(title.to_owned()));
        }
        let found = size.sizes_within().fold(0_u64, |sum, size| sum.saturating_add(size.count(symbols)));
        if found > MOST_BOARDS {
            return Err(BuildError::TooMany { title: title.to_owned(), size, found });
        }
        let table = parts.table(title).expect("the ruleset has symbols");
        let is_impartial = parts.is_impartial_table(table);
        for text in size.sizes_within().flat_map(|size| size.boards(symbols)) {
            // Not every arrangement is legal, and not every ruleset has boards of several rows.
            let Ok(parts) = self.evaluator.parts.parts_of_text(table, &text) else { continue };
            effort.step()?;
            if is_impartial {
                self.nims.nim_of_sum(&mut self.evaluator, &parts, effort)?;
                continue;
            }
            for part in parts {
                self.evaluator.full_sum(&[part], effort)?;
            }
        }
        let parts: Vec<_> = self.evaluator.parts.all_of(table).collect();
        let texts: Vec<_> = parts.iter().map(|&part| self.evaluator.parts.part_text(part)).collect();
        let values: Vec<_> = parts.iter().map(|&part| self.evaluator.known_value(part)).collect();
        let mut writer = DatabaseWriter::new(&mut self.evaluator.arena);
        for ((text, &part), value) in texts.into_iter().zip(&parts).zip(values) {
            if is_impartial {
                if let Some(nim) = self.nims.found(part) {
                    writer.add_nim_value(text, nim);
                }
            } else if let Some(value) = value {
                writer.add_value(text, value);
            }
        }
        let bytes = writer.into_bytes(title, &size.to_string(), is_impartial);
        Ok(save(folder, title, &bytes)?)
    }
}
