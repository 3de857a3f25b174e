//! Making databases: all boards of a ruleset up to a size, or all positions that some lead to.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::boards::size::BoardSize;
use crate::sum::database::{DatabaseWriter, save};
use crate::sum::part::Part;
use crate::{Budget, DatabaseError, Player, PositionError, ScriptProblem, Session, Stopped};

/// Why a database was not made.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no such ruleset.
    #[error("{0}")]
    Title(#[from] ScriptProblem),
    /// The positions of the ruleset are not boards.
    #[error("positions of {0} are not boards of some size: say which position the database begins with")]
    NoBoards(String),
    /// A text is not a position of the ruleset.
    #[error("{text:?}, column {}: {error}", error.offset() + 1)]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// More boards than anyone would wait for.
    #[error("there are {} boards of {title} up to {size}; at most {MOST_BOARDS} are allowed", in_words(*.found))]
    TooMany {
        /// The ruleset.
        title: String,
        /// The size asked for.
        size: BoardSize,
        /// The number of boards, or the largest number that there is if there are more.
        found: u64,
    },
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The file cannot be written.
    #[error("{0}")]
    Database(#[from] DatabaseError),
}

/// A number of boards; those that are too many to be counted have no number.
fn in_words(boards: u64) -> String {
    if boards == u64::MAX { "more than 10^19".to_owned() } else { boards.to_string() }
}

/// What a database is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseExtent {
    /// All boards up to a size, and all parts that they split into.
    UpTo(BoardSize),
    /// These positions and all that play in them leads to, for rulesets of every kind.
    From(Vec<String>),
}

impl fmt::Display for DatabaseExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(size) => size.fmt(f),
            Self::From(texts) => write!(f, "from {}", texts.join(", from ")),
        }
    }
}

/// Some hours of work.
const MOST_BOARDS: u64 = 100_000_000;

impl Session {
    /// Evaluates positions of a ruleset, and writes the values, or nim-values, into a folder. All parts that
    /// they split into are in it.
    pub fn build_database(
        &mut self,
        title: &str,
        extent: &DatabaseExtent,
        folder: &Path,
        budget: &mut Budget,
    ) -> Result<PathBuf, BuildError> {
        let table = self.evaluator.parts.table(title);
        let table = table.ok_or_else(|| ScriptProblem::UnknownTitle(title.to_owned()))?;
        match extent {
            DatabaseExtent::UpTo(size) => self.evaluate_boards(title, table, *size, budget)?,
            DatabaseExtent::From(texts) => self.evaluate_from(table, texts, budget)?,
        }
        let is_impartial = self.evaluator.parts.is_impartial_table(table);
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
        let bytes = writer.into_bytes(title, &extent.to_string(), is_impartial);
        Ok(save(folder, title, &bytes)?)
    }

    /// Evaluates all boards of a ruleset up to a size.
    fn evaluate_boards(
        &mut self,
        title: &str,
        table: u16,
        size: BoardSize,
        budget: &mut Budget,
    ) -> Result<(), BuildError> {
        let symbols = self.evaluator.parts.symbols(title).unwrap_or_default();
        if symbols.is_empty() {
            return Err(BuildError::NoBoards(title.to_owned()));
        }
        let found = size.sizes_within().fold(0_u64, |sum, size| sum.saturating_add(size.count(symbols)));
        if found > MOST_BOARDS {
            return Err(BuildError::TooMany { title: title.to_owned(), size, found });
        }
        for text in size.sizes_within().flat_map(|size| size.boards(symbols)) {
            // Not every arrangement is legal, and not every ruleset has boards of several rows.
            let Ok(parts) = self.evaluator.parts.parts_of_text(table, &text) else { continue };
            for part in parts {
                self.evaluate_for_database(part, budget)?;
            }
        }
        Ok(())
    }

    /// Evaluates some positions and all that play in them leads to.
    fn evaluate_from(&mut self, table: u16, texts: &[String], budget: &mut Budget) -> Result<(), BuildError> {
        for text in texts {
            let read = self.evaluator.parts.parts_of_text(table, text);
            read.map_err(|error| BuildError::Position { text: text.clone(), error })?;
        }
        // Every part that is met is appended, so that this ends with the last one to which no move leads that
        // is new.
        let mut next = 0;
        while next < self.evaluator.parts.len() {
            let part = Part((next as u32) << 1);
            self.evaluate_for_database(part, budget)?;
            for player in Player::BOTH {
                self.evaluator.raw_options(part, player)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn evaluate_for_database(&mut self, part: Part, budget: &mut Budget) -> Result<(), Stopped> {
        budget.step()?;
        self.evaluator.watch = budget.clone();
        if self.evaluator.parts.is_impartial_part(part) {
            self.nims.nim(&mut self.evaluator, part, budget)?;
        } else {
            self.evaluator.full_sum(&[part], budget)?;
        }
        Ok(())
    }
}
