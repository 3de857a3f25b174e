//! Computes one piece of a shape: what a thread does.

use std::collections::HashMap;

use crate::column::Column;
use crate::edges::{Class, FIRST, PADDING};
use crate::error::EngineError;
use crate::handover::{Cursor, HandoverBlock, RECORDS_PER_BLOCK};
use crate::kernel::{Children, HalfInput, Kernel};
use crate::middle::{Stones, with_bit};
use crate::node::{Done, MOVERS, Node, Records, Task, out_of_memory, record_key};
use crate::piece::{GroupTable, Piece, ShapeTable};
use crate::quiet::Glance;
use crate::threats::edge_threats;

/// A thread's own room.
pub(crate) struct Worker<'n> {
    node: &'n Node<'n>,
    kernel: Kernel,
    /// Halves of mirror images, turned round.
    turned: Vec<Vec<u8>>,
    glance: Glance,
}

/// One way to put a stone into an inner column.
struct Way<'t> {
    /// The bit of the colouring that the stone becomes.
    place: u32,
    table: &'t ShapeTable,
    /// Whether only the mirror image was computed.
    turned: bool,
    /// The heights with the stone, before they are turned round.
    heights: crate::middle::Heights,
    /// For each mover, the next colouring of the table that may be meant.
    next: [usize; 2],
}

impl<'n> Worker<'n> {
    pub(crate) fn new(node: &'n Node<'n>) -> Worker<'n> {
        let widest = node.edges.widest();
        Worker {
            node,
            kernel: Kernel::new(node.edges, node.instructions),
            turned: vec![vec![0; widest + PADDING]; 2 * node.middle.inner.len()],
            glance: Glance::new(node.middle.board),
        }
    }

    /// Computes a piece.
    pub(crate) fn compute(
        &mut self,
        task: &Task<'_>,
        tables: &HashMap<usize, ShapeTable>,
        hand_over: bool,
    ) -> Result<Done, EngineError> {
        let node = self.node;
        let board = node.middle.board;
        let group = &task.table.groups[task.group];
        let heights = &task.table.heights;
        let per_piece = GroupTable::records_per_piece(group.widths);
        let start = task.piece * per_piece;
        let colourings = &group.colourings[start..group.colourings.len().min(start + per_piece)];
        let balance = node.balance(node.middle.stones_in(task.shape), task.group);
        let classes = [-balance, 1 - balance].map(|balance| node.edges.class(balance));

        let mut ways = self.ways(task, tables, colourings[0]);
        let full = MOVERS.map(|mover| node.full_board(usize::from(mover != FIRST), balance));
        let is_full = ways.is_empty() && (node.middle.centre.is_none() || node.centre.height == board.rows());
        let mut centres = self.centres(task, group, colourings[0], classes)?;

        let mut halves = [0, 1].map(|half| node.pool.take(colourings.len() * group.widths[half] + PADDING));
        let mut records = Records::default();
        for (number, &colouring) in colourings.iter().enumerate() {
            let stones = node.middle.stones(heights, colouring, node.centre);
            let mut inputs = [0, 1].map(|half| HalfInput {
                class: classes[half],
                mover: MOVERS[half],
                children: Children::default(),
                won: false,
                lines: edge_threats(board, stones.of(1 - MOVERS[half])),
            });
            let mut turned = self.turned.iter_mut();
            for (half, input) in inputs.iter_mut().enumerate() {
                if input.class.len() == 0 {
                    continue;
                }
                for way in &mut ways {
                    match way.child(node, half, task.group, colouring, input.class, &mut turned) {
                        Some(child) => input.children.push(child),
                        None => input.won = true,
                    }
                }
                if is_full {
                    input.children.push(&full[half]);
                }
            }
            let [centre_0, centre_1] = &mut centres;
            for (input, centre) in inputs.iter_mut().zip([centre_0, centre_1]) {
                match centre {
                    _ if input.class.len() == 0 => {}
                    CentreMove::Full => {}
                    CentreMove::Wins => input.won = true,
                    CentreMove::Leads { cell, cursor } => {
                        if board.has_run(stones.of(input.mover) | *cell) {
                            input.won = true;
                        } else {
                            input.children.push(cursor.next()?);
                        }
                    }
                }
            }
            self.kernel.compute(&inputs);
            for half in [0, 1] {
                let entries = self.kernel.entries(half, classes[half]);
                let at = number * entries.len();
                halves[half][at..at + entries.len()].copy_from_slice(entries);
            }
            self.keep_quiet(task, colouring, stones, classes[0], &mut records);
        }
        if let Some(watcher) = node.watcher {
            watcher.piece(task.shape, task.group, task.piece, colourings, &halves)?;
        }
        let handover = if hand_over { self.hand_over(group, colourings, &halves)? } else { Vec::new() };
        Ok(Done { piece: Piece::new(halves), records, handover })
    }

    fn ways<'t>(&self, task: &Task<'_>, tables: &'t HashMap<usize, ShapeTable>, first: u32) -> Vec<Way<'t>> {
        let middle = self.node.middle;
        let heights = task.table.heights;
        let mut place = 0;
        let mut ways = Vec::new();
        for (column, &height) in heights[..middle.inner.len()].iter().enumerate() {
            place += u32::from(height);
            if u32::from(height) == middle.board.rows() {
                continue;
            }
            let mut next_heights = heights;
            next_heights[column] += 1;
            let shape = middle.shape(&next_heights);
            let computed = self.node.computed_shape(shape);
            let table = &tables[&computed];
            let next = MOVERS.map(|mover| {
                let first = with_bit(first, place, mover);
                table.groups[task.group + mover].colourings.partition_point(|&other| other < first)
            });
            ways.push(Way { place, table, turned: computed != shape, heights: next_heights, next });
        }
        ways
    }

    /// What stones in the centre lead to, for each half.
    fn centres<'c>(
        &self,
        task: &Task<'_>,
        group: &GroupTable,
        first: u32,
        classes: [&Class; 2],
    ) -> Result<[CentreMove<'c>; 2], EngineError>
    where
        'n: 'c,
    {
        let [a, b] = [0, 1].map(|half| self.centre(task, group, first, half, classes[half].len()));
        Ok([a?, b?])
    }

    fn centre<'c>(
        &self,
        task: &Task<'_>,
        group: &GroupTable,
        first: u32,
        half: usize,
        width: usize,
    ) -> Result<CentreMove<'c>, EngineError>
    where
        'n: 'c,
    {
        let node = self.node;
        let board = node.middle.board;
        let Some(column) = node.middle.centre.filter(|_| node.centre.height < board.rows()) else {
            return Ok(CentreMove::Full);
        };
        let mover = MOVERS[half];
        let Some(reader) = node.handed_over[mover] else { return Ok(CentreMove::Wins) };
        let cell = board.cell(node.centre.height, column);
        let (mut cursor, block_first) = reader.cursor(task.shape, task.group, first, width);
        // The block may begin with earlier colourings: those of ours from there on that have a child there.
        let begin = group.colourings.partition_point(|&colouring| colouring < block_first);
        let end = group.colourings.partition_point(|&colouring| colouring < first);
        let earlier = group.colourings[begin..end.max(begin)].iter().filter(|&&colouring| {
            let stones = node.middle.stones(&task.table.heights, colouring, node.centre);
            !board.has_run(stones.of(mover) | cell)
        });
        if width > 0 {
            cursor.skip(earlier.count())?;
        }
        Ok(CentreMove::Leads { cell, cursor })
    }

    fn keep_quiet(
        &mut self,
        task: &Task<'_>,
        colouring: u32,
        stones: Stones,
        class: &Class,
        records: &mut Records,
    ) {
        let quiet = self.glance.quiet(class, stones);
        let entries = self.kernel.entries(0, class);
        let before = records.entries.len();
        for (number, &word) in quiet.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                records.entries.push(entries[64 * number + word.trailing_zeros() as usize]);
                word &= word - 1;
            }
        }
        let count = records.entries.len() - before;
        if count > 0 {
            let key = record_key(self.node.middle, task.shape, task.group, colouring);
            records.keys.push((key, count as u32));
        }
    }

    /// Compresses the half that the node with one stone less in the centre needs.
    fn hand_over(
        &self,
        group: &GroupTable,
        colourings: &[u32],
        halves: &[Vec<u8>; 2],
    ) -> Result<Vec<HandoverBlock>, EngineError> {
        let half = handed_over_half(self.node.centre);
        let width = group.widths[half];
        if width == 0 {
            return Ok(Vec::new());
        }
        let mut compressor = HandoverBlock::compressor().map_err(out_of_memory)?;
        let bytes = &halves[half][..colourings.len() * width];
        bytes
            .chunks(RECORDS_PER_BLOCK * width)
            .zip(colourings.chunks(RECORDS_PER_BLOCK))
            .map(|(bytes, colourings)| {
                HandoverBlock::new(&mut compressor, colourings[0], bytes).map_err(out_of_memory)
            })
            .collect()
    }
}

/// The half that the last stone in the centre leads to: the one with the other player to move.
fn handed_over_half(centre: Column) -> usize {
    usize::from(centre.owner(centre.height - 1) == Some(FIRST))
}

/// What a stone in the centre leads to.
enum CentreMove<'a> {
    /// There is no room, or no such column.
    Full,
    /// A line within the column.
    Wins,
    /// To what was handed over, unless it makes a line.
    Leads { cell: u64, cursor: Cursor<'a> },
}

impl<'t> Way<'t> {
    /// The half of a record that this stone leads to; `None` if it makes a line in the middle.
    fn child<'k>(
        &mut self,
        node: &Node<'_>,
        half: usize,
        group: usize,
        colouring: u32,
        class: &Class,
        turned: &mut std::slice::IterMut<'k, Vec<u8>>,
    ) -> Option<&'k [u8]>
    where
        't: 'k,
    {
        let mover = MOVERS[half];
        let target = &self.table.groups[group + mover];
        let wanted = with_bit(colouring, self.place, mover);
        if self.turned {
            let image = node.middle.mirrored(&self.heights, wanted);
            let record = target.colourings.binary_search(&image).ok()?;
            let source = target.half(record, 1 - half);
            let room = turned.next().expect("one for each way and half");
            for (to, &from) in room.iter_mut().zip(&class.swapped) {
                *to = source[usize::from(from)];
            }
            return Some(room);
        }
        let next = &mut self.next[half];
        while target.colourings.get(*next).is_some_and(|&other| other < wanted) {
            *next += 1;
        }
        (target.colourings.get(*next) == Some(&wanted)).then(|| target.half(*next, 1 - half))
    }
}
