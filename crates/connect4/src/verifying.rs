//! Verifies a database in two ways.
//!
//! A board that was solved in one go is solved again with the plain instructions, and every stored entry is
//! compared. On any board, positions of random games are looked up and compared with the positions after
//! their moves, by the rules alone.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, sync_channel};

use zermelo_core::Outcome;
use zermelo_solve::{Disagreement, Event, Run, Verification};
use zermelo_store::Database;

use crate::error::EngineError;
use crate::kernel::Instructions;
use crate::node::Records;
use crate::pool::Pool;
use crate::{Position, Solver};

/// Positions of random games that are looked at.
const SAMPLES: u64 = 100_000;
/// Disagreements that are told in full.
const REPORTED: usize = 10;

/// Records with their keys.
type Batch = Vec<(u64, Vec<u8>)>;

/// What another thread reads from the file.
struct ReadAlong(Receiver<Batch>);

impl ReadAlong {
    /// The next records; none at the end.
    fn next_batch(&mut self) -> Batch {
        self.0.recv().unwrap_or_default()
    }
}

impl Solver {
    /// Compares the database with what it should be. `format` writes a position for people.
    pub fn verify(
        &self,
        database: &Database,
        run: &Run<'_>,
        format: &dyn Fn(Position) -> String,
    ) -> Result<Verification, EngineError> {
        let mut verification = Verification::default();
        if let [only] = self.centres()[..] {
            self.compare_all(only, database, run, &mut verification)?;
        }
        self.compare_samples(database, run, format, &mut verification)?;
        verification.examples.truncate(REPORTED);
        Ok(verification)
    }

    /// Solves again and compares every stored entry.
    fn compare_all(
        &self,
        centre: crate::column::Column,
        database: &Database,
        run: &Run<'_>,
        verification: &mut Verification,
    ) -> Result<(), EngineError> {
        let pool = Pool::default();
        let mut node = self.node(centre, [None, None], &pool);
        node.instructions = Instructions::Plain;
        node.open_bytes = self.open_bytes(&node, run)?;
        run.observer.event(Event::Planned { tiers: 1, slots: node.entries(run)? });
        // The file is read along; records wait here until the solver has come as far.
        let table = database.table(&self.table_name(centre))?;
        let (sender, stored) = sync_channel::<Batch>(16);
        std::thread::scope(|scope| {
            let read = move || {
                let mut batch = Vec::new();
                table.for_each_record(|key, record| {
                    batch.push((key, record.to_vec()));
                    if batch.len() == 1024 {
                        // If nobody listens any more, the solver has failed and says why.
                        let _ = sender.send(std::mem::take(&mut batch));
                    }
                    Ok::<(), EngineError>(())
                })?;
                let _ = sender.send(batch);
                Ok::<(), EngineError>(())
            };
            let reader = std::thread::Builder::new().spawn_scoped(scope, read);
            let reader = reader.map_err(EngineError::io(database.directory(), "start a thread to read"))?;
            let mut stored = ReadAlong(stored);
            let mut waiting: VecDeque<(u64, Vec<u8>)> = VecDeque::new();
            let mut sink = |records: &Records| {
                let mut rest = records.entries.as_slice();
                for &(key, count) in &records.keys {
                    let (expected, others) = rest.split_at(count as usize);
                    rest = others;
                    if waiting.is_empty() {
                        waiting.extend(stored.next_batch());
                    }
                    let found = waiting.pop_front();
                    verification.checked += u64::from(count);
                    verification.wrong += match found {
                        Some((found, record)) if found == key && record.len() == expected.len() => record
                            .iter()
                            .zip(expected)
                            .filter(|(stored, expected)| stored != expected)
                            .count()
                            as u64,
                        _ => u64::from(count),
                    };
                }
                Ok(())
            };
            let mut progress = |slots| run.observer.event(Event::Advanced { slots });
            let solved = node.solve(run, &mut sink, None, &mut progress);
            // Whatever is left was not expected.
            let mut left = waiting.len();
            loop {
                let batch = stored.next_batch();
                if batch.is_empty() {
                    break;
                }
                left += batch.len();
            }
            verification.wrong += left as u64;
            solved?;
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Looks random positions up and compares them with those after their moves.
    fn compare_samples(
        &self,
        database: &Database,
        run: &Run<'_>,
        format: &dyn Fn(Position) -> String,
        verification: &mut Verification,
    ) -> Result<(), EngineError> {
        let board = self.board();
        let mut random = fastrand::Rng::with_seed(1);
        let mut looked_at = 0;
        while looked_at < SAMPLES {
            run.check()?;
            let mut position = Position::EMPTY;
            while !board.last_mover_won(position) && position.occupied != board.all() {
                let columns: Vec<u32> =
                    (0..board.columns()).filter(|&column| board.has_room(position, column)).collect();
                let stored = self.outcome(database, position)?;
                let mut best: Option<Outcome> = None;
                for &column in &columns {
                    let after = self.outcome(database, board.drop(position, column))?;
                    best = best.max(after.map(Outcome::one_move_before));
                }
                looked_at += 1;
                verification.checked += 1;
                if stored != best {
                    verification.wrong += 1;
                    let position = format(position);
                    verification.examples.push(Disagreement { position, stored, expected: best });
                }
                position = board.drop(position, columns[random.usize(..columns.len())]);
            }
        }
        Ok(())
    }
}
