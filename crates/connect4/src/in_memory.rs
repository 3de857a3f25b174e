//! A whole board in memory, for boards so small that a database is not worth the while.

use std::collections::HashMap;

use zermelo_core::Outcome;
use zermelo_solve::Run;

use crate::column::Column;
use crate::error::EngineError;
use crate::node::Records;
use crate::pool::Pool;
use crate::{Board, Position, Solver};

/// All outcomes of a board.
///
/// ```
/// use zermelo_connect4::{Board, InMemory, Position};
/// use zermelo_core::Outcome;
///
/// let solved = InMemory::solve(Board::new(3, 5, 4)?, &zermelo_solve::unlimited())?;
/// assert_eq!(solved.outcome(Position::EMPTY), Outcome::Tie(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct InMemory {
    solver: Solver,
    records: HashMap<u64, Vec<u8>>,
}

impl InMemory {
    /// Solves a board.
    pub fn solve(board: Board, run: &Run<'_>) -> Result<InMemory, EngineError> {
        let solver = Solver::in_one(board)?;
        let mut records = HashMap::new();
        let pool = Pool::default();
        let mut sink = |pieces: &Records| {
            let mut rest = pieces.entries.as_slice();
            for &(key, count) in &pieces.keys {
                let (record, others) = rest.split_at(count as usize);
                records.insert(key, record.to_vec());
                rest = others;
            }
            Ok(())
        };
        let mut node = solver.node(Column::EMPTY, [None, None], &pool);
        node.open_bytes = solver.open_bytes(&node, run)?;
        node.solve(run, &mut sink, None, &mut |_| {})?;
        Ok(InMemory { solver, records })
    }

    /// The value and remoteness of a position.
    pub fn outcome(&self, position: Position) -> Outcome {
        let stored = self.solver.outcome_by(position, &|place| {
            Ok(self.records.get(&place.key).and_then(|record| place.entry_of(record)))
        });
        stored.ok().flatten().expect("every position is solved")
    }
}
