//! The solver of whole boards, as the library knows engines.

use std::sync::OnceLock;

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome, ParseError};
use zermelo_library::{Engine, Extent, LibraryError, Search, SolveOptions};
use zermelo_solve::{Analysis, Run, SolveError, Verification};
use zermelo_store::{DEFAULT_LEVEL, Database, Folder};

use crate::counting::analyse;
use crate::error::EngineError;
use crate::game::Connect4;
use crate::in_memory::InMemory;
use crate::position::Position;
use crate::solver::{Size, Solver};

/// Solves boards as a whole.
pub(crate) struct BoardEngine {
    solver: Solver,
    /// Counted when it is first needed.
    size: OnceLock<Size>,
}

impl BoardEngine {
    pub(crate) fn new(solver: Solver) -> BoardEngine {
        BoardEngine { solver, size: OnceLock::new() }
    }

    fn size(&self, run: &Run<'_>) -> Result<&Size, SolveError> {
        if let Some(size) = self.size.get() {
            return Ok(size);
        }
        let size = self.solver.size(run)?;
        Ok(self.size.get_or_init(|| size))
    }
}

fn failed(error: EngineError) -> LibraryError {
    match error {
        EngineError::Solve(error) => error.into(),
        EngineError::Store(error) => error.into(),
        other => LibraryError::Engine(Box::new(other)),
    }
}

impl Engine<Connect4> for BoardEngine {
    fn extent(&self, _: &Connect4, run: &Run<'_>) -> Result<Option<Extent>, LibraryError> {
        let &Size { parts, entries, memory } = self.size(run)?;
        Ok(Some(Extent { tiers: parts, slots: entries, memory }))
    }

    fn is_loopy(&self, _: &Connect4) -> Option<bool> {
        Some(false)
    }

    fn place(&self, _: &Connect4, p: &Position) -> String {
        self.solver.place_of(*p)
    }

    fn check_tiers(&self, _: &Connect4, tiers: &[String]) -> Result<(), LibraryError> {
        if tiers.is_empty() {
            return Ok(());
        }
        Err(ParseError::new("boards of this game are solved as a whole, not by tiers").into())
    }

    fn check_memory(&self, _: &Connect4, _: &SolveOptions, run: &Run<'_>) -> Result<(), LibraryError> {
        let needed = self.size(run)?.memory;
        if needed <= run.memory {
            return Ok(());
        }
        Err(SolveError::Memory { what: "solving this board".to_owned(), needed, allowed: run.memory }.into())
    }

    fn solve(
        &self,
        _: &Connect4,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError> {
        self.solver.solve(folder, options.level.unwrap_or(DEFAULT_LEVEL), run).map(Some).map_err(failed)
    }

    fn outcome(
        &self,
        _: &Connect4,
        database: &Database,
        p: &Position,
    ) -> Result<Option<Outcome>, LibraryError> {
        self.solver.outcome(database, *p).map_err(failed)
    }

    /// Random games, which the library plays anyway, come to positions of all kinds that occur at all often.
    fn search(
        &self,
        _: &Connect4,
        _: &Database,
        _: &Search,
        _: &mut fastrand::Rng,
    ) -> Result<Vec<(Position, Outcome)>, LibraryError> {
        Ok(Vec::new())
    }

    fn analyse(&self, _: &Connect4, _: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
        analyse(self.solver.board(), run).map_err(failed)
    }

    fn verify(
        &self,
        game: &Connect4,
        database: &Database,
        _: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, LibraryError> {
        self.solver.verify(database, run, &|p| game.format(&p)).map_err(failed)
    }

    fn check(&self, _: &Connect4, _: &Effort) -> Vec<Check> {
        Vec::new()
    }

    fn solve_in_memory(
        &self,
        _: &Connect4,
        run: &Run<'_>,
    ) -> Result<Box<dyn Fn(&Connect4, &Position) -> Option<Outcome>>, LibraryError> {
        let solved = InMemory::solve(self.solver.board(), run).map_err(failed)?;
        Ok(Box::new(move |_, p| Some(solved.outcome(*p))))
    }
}
