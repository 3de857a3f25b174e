//! Counts the positions that can be reached, by value and remoteness.
//!
//! A sweep finds what can be reached; then the board is solved once more, in one go, and every entry that is
//! reached is counted.

use std::sync::Mutex;

use zermelo_core::Outcome;
use zermelo_solve::{Analysis, Counts, Run, SolveError};

use crate::board::Board;
use crate::column::Column;
use crate::entry;
use crate::error::EngineError;
use crate::node::{Node, Records, Watcher};
use crate::pool::Pool;
use crate::reach::{Reached, Sweep, Symmetric};
use crate::solver::{BESIDE_ENTRIES, Solver};

/// Counts all positions of a board that can be reached from the start, in all and by their number of stones.
pub fn analyse(board: Board, run: &Run<'_>) -> Result<Analysis, EngineError> {
    let solver = Solver::in_one(board)?;
    let pool = Pool::default();
    let node = solver.node(Column::EMPTY, [None, None], &pool);
    // What is reached is kept at a bit for each entry, compressed at least fourfold.
    let needed = node.footprint(run)?.peak + node.entries(run)? / 32 + BESIDE_ENTRIES;
    if needed > run.memory {
        let what = format!("counting the positions of a board of {} by {}", board.rows(), board.columns());
        return Err(SolveError::Memory { what, needed, allowed: run.memory }.into());
    }
    let reached = Sweep::new(&node).run(run)?;
    let counter = Counter { node: &node, reached: &reached, found: Mutex::new(Vec::new()) };
    let counting = Node { watcher: Some(&counter), ..node };
    counting.solve(run, &mut |_: &Records| Ok(()), None, &mut |_| {})?;
    let mut found = counter.found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for (ply, &over) in reached.over.iter().enumerate() {
        if over != Symmetric::default() {
            at(&mut found, ply).entries[usize::from(entry::LOST)].add(over);
        }
    }
    Ok(analysis(board, &found))
}

/// Counts by entry, for one number of stones.
#[derive(Clone)]
struct PlyCounts {
    entries: Vec<Symmetric>,
    moves: Symmetric,
}

fn at(found: &mut Vec<PlyCounts>, ply: usize) -> &mut PlyCounts {
    let nothing = PlyCounts { entries: vec![Symmetric::default(); 256], moves: Symmetric::default() };
    if found.len() <= ply {
        found.resize(ply + 1, nothing);
    }
    &mut found[ply]
}

fn analysis(board: Board, found: &[PlyCounts]) -> Analysis {
    let mut analysis = Analysis::default();
    for (ply, counts) in found.iter().enumerate() {
        let mut here = Counts { moves: counts.moves.canonical(), ..Counts::default() };
        for (entry, count) in counts.entries.iter().enumerate() {
            let empty = board.cells() - ply as u32;
            let outcome: Outcome = entry::outcome(entry as u8, empty);
            here.all.add(outcome, count.all);
            here.canonical.add(outcome, count.canonical());
        }
        analysis.total.merge(&here);
        analysis.tiers.push((format!("{ply}"), here));
    }
    analysis
}

/// Looks at every piece as it is solved.
struct Counter<'a> {
    node: &'a Node<'a>,
    reached: &'a Reached,
    found: Mutex<Vec<PlyCounts>>,
}

impl Watcher for Counter<'_> {
    fn piece(
        &self,
        shape: usize,
        group: usize,
        piece: usize,
        colourings: &[u32],
        halves: &[Vec<u8>; 2],
    ) -> Result<(), EngineError> {
        let node = self.node;
        let middle = node.middle;
        let heights = middle.heights(shape);
        let stones = middle.stones_in(shape);
        let balance = node.balance(stones, group);
        let rows = middle.board.rows();
        let room =
            heights[..middle.inner.len()].iter().filter(|&&height| u32::from(height) < rows).count() as u32;
        let palindrome = middle.mirrored_shape(shape) == shape;
        let weight = if palindrome { 1 } else { 2 };
        let reached = self.reached.piece(shape, group, piece)?;
        let mut found = Vec::new();
        let mut passed = 0;
        for (half, entries) in halves.iter().enumerate() {
            let class = node.edges.class(if half == 0 { -balance } else { 1 - balance });
            let width = class.len();
            for (record, &colouring) in colourings.iter().enumerate() {
                let symmetric = palindrome && middle.mirrored(&heights, colouring) == colouring;
                let reached = &reached[passed + record * width..passed + (record + 1) * width];
                let entries = &entries[record * width..(record + 1) * width];
                for group in &class.groups {
                    let counts = at(&mut found, (stones + group.stones) as usize);
                    for place in group.start..group.end {
                        if reached[place] == 0 {
                            continue;
                        }
                        let own_image = symmetric && usize::from(class.swapped[place]) == place;
                        let count = Symmetric { all: weight, symmetric: u64::from(own_image) };
                        counts.entries[usize::from(entries[place])].add(count);
                        if entries[place] != entry::LOST {
                            let room =
                                room + class.pairs[place].0.iter().filter(|c| c.height < rows).count() as u32;
                            counts.moves.add(count.times(u64::from(room)));
                        }
                    }
                }
            }
            passed += colourings.len() * width;
        }
        let mut all = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (ply, counts) in found.iter().enumerate() {
            let sum = at(&mut all, ply);
            sum.moves.add(counts.moves);
            sum.entries.iter_mut().zip(&counts.entries).for_each(|(sum, &count)| sum.add(count));
        }
        Ok(())
    }
}
