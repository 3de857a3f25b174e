//! Solves everything with one content of the centre column; on small boards, everything.
//!
//! Tiers are numbers of stones in the inner columns, the most first. A shape's entries follow from those of
//! the shapes with one stone more, which are freed as soon as nothing else needs them, and, for stones in the
//! centre, from what was handed over by the two nodes with one more stone there.

use std::collections::{HashMap, VecDeque};

use rayon::prelude::*;
use zermelo_solve::{Run, SolveError};

use crate::column::Column;
use crate::drops::STEP;
use crate::edges::{Edges, FIRST, PADDING, SECOND};
use crate::entry::TIE;
use crate::error::EngineError;
use crate::handover::{HandoverBlock, HandoverReader, HandoverWriter};
use crate::kernel::Instructions;
use crate::middle::{MOST_INNER_CELLS, Middle};
use crate::piece::{GroupTable, Piece, ShapeTable};
use crate::pool::Pool;
use crate::worker::Worker;

/// The player to move in each half of a record.
pub(crate) const MOVERS: [usize; 2] = [FIRST, SECOND];

/// Pieces that are computed between two looks at what can be freed and written.
const WAVE: usize = 256;

/// One content of the centre column, and what is needed to solve it.
pub(crate) struct Node<'a> {
    pub(crate) middle: &'a Middle,
    pub(crate) edges: &'a Edges,
    pub(crate) centre: Column,
    pub(crate) instructions: Instructions,
    /// What the nodes after a stone of the second and of the first player in the centre have handed over.
    pub(crate) handed_over: [Option<&'a HandoverReader>; 2],
    pub(crate) pool: &'a Pool,
    /// If not everything fits into memory: bytes of entries that are readable at a time; the others wait
    /// compressed.
    pub(crate) open_bytes: Option<u64>,
    /// Who looks at all entries.
    pub(crate) watcher: Option<&'a dyn Watcher>,
}

/// Somebody who looks at all entries when they are computed.
pub(crate) trait Watcher: Sync {
    /// A piece was computed: the halves of neighbouring records, padded.
    fn piece(
        &self,
        shape: usize,
        group: usize,
        piece: usize,
        colourings: &[u32],
        halves: &[Vec<u8>; 2],
    ) -> Result<(), EngineError>;
}

/// Quiet entries of neighbouring records.
#[derive(Default)]
pub(crate) struct Records {
    /// For each record its key and the number of its entries.
    pub(crate) keys: Vec<(u64, u32)>,
    pub(crate) entries: Vec<u8>,
}

/// What a piece of work results in.
pub(crate) struct Done {
    pub(crate) piece: Piece,
    pub(crate) records: Records,
    pub(crate) handover: Vec<HandoverBlock>,
}

/// What of a piece goes to files.
struct Written {
    shape: usize,
    group: usize,
    records: Records,
    handover: Vec<HandoverBlock>,
}

/// Whoever gets the quiet entries, in ascending order of their keys.
pub(crate) type RecordSink<'a> = dyn FnMut(&Records) -> Result<(), EngineError> + Send + 'a;

fn write(
    pieces: &[Written],
    sink: &mut RecordSink<'_>,
    mut handover: Option<&mut HandoverWriter>,
) -> Result<(), EngineError> {
    for piece in pieces {
        sink(&piece.records)?;
        if let Some(handover) = handover.as_deref_mut() {
            handover.write(piece.shape, piece.group, &piece.handover)?;
        }
    }
    Ok(())
}

/// How much memory a node needs, in bytes.
pub(crate) struct Footprint {
    /// The most entries that are needed at a time.
    pub(crate) peak: u64,
    /// The entries of a shape and of all that it is computed from, at most.
    pub(crate) family: u64,
}

/// The shapes that are still needed.
#[derive(Default)]
struct Tables {
    by_shape: HashMap<usize, ShapeTable>,
    /// If they are packed: those that are readable, the one that was used last at the end.
    opened: VecDeque<usize>,
}

/// A shape about to be computed.
pub(crate) struct Task<'t> {
    pub(crate) shape: usize,
    pub(crate) table: &'t ShapeTable,
    pub(crate) group: usize,
    pub(crate) piece: usize,
}

impl Node<'_> {
    /// The balance of the middle with so many inner stones, of which so many are the first player's.
    pub(crate) fn balance(&self, stones: u32, first: usize) -> i32 {
        2 * first as i32 - stones as i32 + self.centre.balance()
    }

    /// Bytes of the two halves of a record of this balance.
    pub(crate) fn widths(&self, balance: i32) -> [usize; 2] {
        [-balance, 1 - balance].map(|balance| self.edges.class(balance).len())
    }

    /// The shapes that are computed, in order: of mirror images only one, by tiers.
    pub(crate) fn tiers(&self) -> Vec<Vec<usize>> {
        let most = self.middle.board.rows() * self.middle.inner.len() as u32;
        let mut tiers = vec![Vec::new(); most as usize + 1];
        for shape in 0..self.middle.shapes() {
            if shape <= self.middle.mirrored_shape(shape) {
                tiers[(most - self.middle.stones_in(shape)) as usize].push(shape);
            }
        }
        tiers
    }

    /// The shape that is computed for this one or its mirror image.
    pub(crate) fn computed_shape(&self, shape: usize) -> usize {
        shape.min(self.middle.mirrored_shape(shape))
    }

    /// The computed shapes with one stone more.
    pub(crate) fn children(&self, shape: usize) -> Vec<usize> {
        let heights = self.middle.heights(shape);
        let mut children: Vec<usize> = (0..self.middle.inner.len())
            .filter(|&place| u32::from(heights[place]) < self.middle.board.rows())
            .map(|place| {
                let mut next = heights;
                next[place] += 1;
                self.computed_shape(self.middle.shape(&next))
            })
            .collect();
        children.sort_unstable();
        children.dedup();
        children
    }

    /// In how many computed shapes each shape is still needed.
    pub(crate) fn needs(&self) -> HashMap<usize, usize> {
        let mut needs = HashMap::new();
        for shape in self.tiers().into_iter().flatten() {
            for child in self.children(shape) {
                *needs.entry(child).or_default() += 1;
            }
        }
        needs
    }

    /// Solves the node. Quiet entries go to `sink`, what the node below needs to `handover`. `progress` gets
    /// the number of entries that were computed since it was called last. Returns the entry of the empty
    /// inner and edge columns.
    pub(crate) fn solve(
        &self,
        run: &Run<'_>,
        sink: &mut RecordSink<'_>,
        mut handover: Option<&mut HandoverWriter>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u8, EngineError> {
        let mut tables = Tables::default();
        let mut needs = self.needs();
        let hand_over = handover.is_some();
        let mut unwritten: Vec<Written> = Vec::new();
        for tier in self.tiers() {
            let mut shapes = tier.as_slice();
            while !shapes.is_empty() {
                let wave = self.next_wave(&mut shapes);
                self.open_children(&wave, &mut tables)?;
                // One thread writes what the wave before gave, while the others already compute.
                let before = std::mem::take(&mut unwritten);
                let (done, written) = rayon::join(
                    || self.compute(&wave, &tables, hand_over, run),
                    || write(&before, sink, handover.as_deref_mut()),
                );
                written?;
                let mut done = done?.into_iter();
                let mut computed = 0;
                for (shape, mut table) in wave {
                    for (number, group) in table.groups.iter_mut().enumerate() {
                        computed += (group.colourings.len() * (group.widths[0] + group.widths[1])) as u64;
                        for _ in 0..pieces_of(group) {
                            let Done { piece, records, handover } = done.next().expect("one for each task");
                            group.pieces.push(piece);
                            unwritten.push(Written { shape, group: number, records, handover });
                        }
                    }
                    if self.open_bytes.is_some() {
                        table.pack(self.pool).map_err(out_of_memory)?;
                    }
                    tables.by_shape.insert(shape, table);
                    self.free_children(shape, &mut needs, &mut tables);
                }
                progress(computed);
            }
        }
        write(&unwritten, sink, handover)?;
        let mut last = tables.by_shape.remove(&0).expect("the empty shape is solved last");
        last.open(self.pool).map_err(out_of_memory)?;
        let start = self.start_entry(&last);
        last.free(self.pool);
        Ok(start)
    }

    /// Computes all pieces of a wave.
    fn compute(
        &self,
        wave: &[(usize, ShapeTable)],
        tables: &Tables,
        hand_over: bool,
        run: &Run<'_>,
    ) -> Result<Vec<Done>, EngineError> {
        tasks(wave)
            .par_iter()
            .map_init(
                || Worker::new(self),
                |worker, task| {
                    run.check()?;
                    worker.compute(task, &tables.by_shape, hand_over)
                },
            )
            .collect()
    }

    /// Takes shapes for one wave off the list, with their colourings.
    fn next_wave(&self, shapes: &mut &[usize]) -> Vec<(usize, ShapeTable)> {
        let mut wave = Vec::new();
        let mut pieces = 0;
        let mut at_once = 1;
        while pieces < WAVE && !shapes.is_empty() {
            let (now, later) = shapes.split_at(shapes.len().min(at_once));
            let tables: Vec<(usize, ShapeTable)> =
                now.par_iter().map(|&shape| (shape, self.empty_table(shape))).collect();
            for (shape, table) in tables {
                pieces += table.groups.iter().map(pieces_of).sum::<usize>();
                wave.push((shape, table));
            }
            *shapes = later;
            // Small shapes come by the hundred: their colourings are found in parallel.
            at_once = if pieces < WAVE / 16 { 16 } else { 1 };
        }
        wave
    }

    /// A shape with its colourings, but without entries.
    pub(crate) fn empty_table(&self, shape: usize) -> ShapeTable {
        let heights = self.middle.heights(shape);
        let stones = self.middle.stones_in(shape);
        let groups = self.middle.colourings(&heights, self.centre);
        let groups = groups.into_iter().enumerate().map(|(first, colourings)| {
            let widths = self.widths(self.balance(stones, first));
            GroupTable { colourings, widths, pieces: Vec::new() }
        });
        ShapeTable { heights, groups: groups.collect() }
    }

    fn free_children(&self, shape: usize, needs: &mut HashMap<usize, usize>, tables: &mut Tables) {
        for child in self.children(shape) {
            let need = needs.get_mut(&child).expect("every child is counted");
            *need -= 1;
            if *need == 0
                && let Some(table) = tables.by_shape.remove(&child)
            {
                tables.opened.retain(|&opened| opened != child);
                table.free(self.pool);
            }
        }
    }

    /// Makes all that a wave needs readable, and closes what was not used for the longest time.
    fn open_children(&self, wave: &[(usize, ShapeTable)], tables: &mut Tables) -> Result<(), EngineError> {
        let Some(most) = self.open_bytes else { return Ok(()) };
        let mut needed: Vec<usize> = wave.iter().flat_map(|&(shape, _)| self.children(shape)).collect();
        needed.sort_unstable();
        needed.dedup();
        tables.opened.retain(|opened| needed.binary_search(opened).is_err());
        let mut open: u64 = tables.opened.iter().map(|shape| tables.by_shape[shape].open_bytes()).sum();
        for shape in &needed {
            let table = tables.by_shape.get_mut(shape).expect("children are kept");
            table.open(self.pool).map_err(out_of_memory)?;
            open += table.open_bytes();
        }
        while open > most
            && let Some(oldest) = tables.opened.pop_front()
        {
            let table = tables.by_shape.get_mut(&oldest).expect("open tables are kept");
            open -= table.open_bytes();
            table.close(self.pool);
        }
        tables.opened.extend(needed);
        Ok(())
    }

    /// The entry of the position with nothing but the centre column.
    fn start_entry(&self, last: &ShapeTable) -> u8 {
        let half = (self.centre.height % 2) as usize;
        let balance = self.balance(0, 0);
        let class = self.edges.class(if half == 0 { -balance } else { 1 - balance });
        let place = class.place(crate::edges::Pair([Column::EMPTY; 2]));
        place.map_or(0, |place| last.groups[0].half(0, half)[place])
    }

    /// For the full middle: a child that gives a tie to the full board, and nothing to all others.
    pub(crate) fn full_board(&self, half: usize, balance: i32) -> Vec<u8> {
        let class = self.edges.class(if half == 0 { -balance } else { 1 - balance });
        let mut child = vec![0; class.len() + PADDING.max(STEP)];
        if let Some(group) = class.groups.first()
            && group.stones == 2 * self.middle.board.rows()
        {
            child[group.start..group.end].fill(TIE);
        }
        child
    }

    /// Returns how much memory the node needs.
    pub(crate) fn footprint(&self, run: &Run<'_>) -> Result<Footprint, SolveError> {
        let mut needs = self.needs();
        let shapes: Vec<usize> = self.tiers().into_iter().flatten().collect();
        let sizes: HashMap<usize, u64> = shapes
            .par_iter()
            .map(|&shape| {
                run.check()?;
                let stones = self.middle.stones_in(shape);
                let counts = self.middle.count_colourings(&self.middle.heights(shape), self.centre);
                let sizes = counts.iter().enumerate().map(|(first, &count)| {
                    let widths = self.widths(self.balance(stones, first));
                    GroupTable::bytes(count as usize, widths) + 4 * count as usize
                });
                Ok((shape, sizes.sum::<usize>() as u64))
            })
            .collect::<Result<_, SolveError>>()?;
        let mut footprint = Footprint { peak: 0, family: 0 };
        let mut now = 0;
        for shape in shapes {
            let children = self.children(shape);
            now += sizes[&shape];
            footprint.peak = footprint.peak.max(now);
            let family = sizes[&shape] + children.iter().map(|child| sizes[child]).sum::<u64>();
            footprint.family = footprint.family.max(family);
            for child in children {
                let need = needs.get_mut(&child).expect("every child is counted");
                *need -= 1;
                if *need == 0 {
                    now -= sizes[&child];
                }
            }
        }
        Ok(footprint)
    }

    /// Returns the entries that are computed in all.
    pub(crate) fn entries(&self, run: &Run<'_>) -> Result<u64, SolveError> {
        let shapes: Vec<usize> = self.tiers().into_iter().flatten().collect();
        shapes
            .par_iter()
            .map(|&shape| {
                run.check()?;
                let stones = self.middle.stones_in(shape);
                let counts = self.middle.count_colourings(&self.middle.heights(shape), self.centre);
                let entries = counts.iter().enumerate().map(|(first, count)| {
                    count * self.widths(self.balance(stones, first)).iter().sum::<usize>() as u64
                });
                Ok(entries.sum::<u64>())
            })
            .sum()
    }
}

/// The key of a record: ascending in the order of computation.
pub(crate) fn record_key(middle: &Middle, shape: usize, group: usize, colouring: u32) -> u64 {
    let tier = u64::from(MOST_INNER_CELLS - middle.stones_in(shape));
    tier << 55 | (shape as u64) << 35 | (group as u64) << 30 | u64::from(colouring)
}

pub(crate) fn out_of_memory(source: std::io::Error) -> EngineError {
    EngineError::Io { path: "memory".into(), doing: "compress in", source }
}

fn pieces_of(group: &GroupTable) -> usize {
    if group.widths == [0, 0] {
        return 0;
    }
    group.colourings.len().div_ceil(GroupTable::records_per_piece(group.widths))
}

fn tasks(wave: &[(usize, ShapeTable)]) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for &(shape, ref table) in wave {
        for (number, group) in table.groups.iter().enumerate() {
            tasks.extend((0..pieces_of(group)).map(|piece| Task { shape, table, group: number, piece }));
        }
    }
    tasks
}
