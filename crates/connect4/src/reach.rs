//! Which positions play from the start leads to.
//!
//! A sweep over the shapes, those with few stones first. A position is reached if taking the last player's stone off one of the columns gives
//! a position that is reached and not over. Positions that are over because of a line within the middle or within an
//! edge column have no entries; they are counted on the way.

use std::collections::HashMap;

use rayon::prelude::*;
use zermelo_solve::Run;

use crate::edges::{Class, FIRST, PADDING, SECOND, SIDES};
use crate::error::EngineError;
use crate::middle::{Heights, with_bit};
use crate::node::{MOVERS, Node, out_of_memory};
use crate::piece::{GroupTable, ShapeTable};
use crate::threats::edge_threats;

/// Shapes that are swept between two looks at what can be freed.
const WAVE: usize = 16;

/// What can be reached of a board.
pub(crate) struct Reached {
    /// For each shape and group, the pieces: bits of the entries of both halves, compressed.
    pieces: HashMap<(usize, usize), Vec<Vec<u8>>>,
    /// Positions that are over and have no entry, by their number of stones.
    pub(crate) over: Vec<Symmetric>,
}

/// A number of positions, and how many of them are their own mirror images.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Symmetric {
    pub(crate) all: u64,
    pub(crate) symmetric: u64,
}

impl Symmetric {
    /// Positions up to mirror images.
    pub(crate) fn canonical(self) -> u64 {
        self.all.midpoint(self.symmetric)
    }

    /// So many times as many.
    pub(crate) fn times(self, factor: u64) -> Symmetric {
        Symmetric { all: self.all * factor, symmetric: self.symmetric * factor }
    }

    pub(crate) fn add(&mut self, other: Symmetric) {
        self.all += other.all;
        self.symmetric += other.symmetric;
    }
}

impl Reached {
    /// The bytes of a piece: one for each entry of the first halves and of the second halves, not zero if it is reached.
    pub(crate) fn piece(&self, shape: usize, group: usize, piece: usize) -> Result<Vec<u8>, EngineError> {
        let packed = &self.pieces[&(shape, group)][piece];
        let length = u32::from_le_bytes(packed[..4].try_into().expect("four bytes")) as usize;
        let bits = zstd::bulk::decompress(&packed[4..], length.div_ceil(8)).map_err(out_of_memory)?;
        Ok((0..length).map(|place| bits[place / 8] >> (place % 8) & 1).collect())
    }
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, EngineError> {
    let bits: Vec<u8> = bytes
        .chunks(8)
        .map(|eight| eight.iter().enumerate().fold(0, |bits, (place, &byte)| bits | (byte & 1) << place))
        .collect();
    let mut packed = (bytes.len() as u32).to_le_bytes().to_vec();
    packed.extend(zstd::bulk::compress(&bits, 1).map_err(out_of_memory)?);
    Ok(packed)
}

/// What a thread finds out about a piece.
struct SweptPiece {
    /// 1 for each entry that is reached and not over.
    alive: [Vec<u8>; 2],
    packed: Vec<u8>,
    over: Vec<Symmetric>,
}

/// One way to take a stone off an inner column.
struct WayBack<'t> {
    place: u32,
    table: &'t ShapeTable,
    turned: bool,
    heights: Heights,
}

/// The sweep.
pub(crate) struct Sweep<'a> {
    node: &'a Node<'a>,
    /// For each class, by its balance, and each player: where taking his stone off an edge column leads to.
    back: HashMap<(i32, usize), Vec<[u16; 2]>>,
}

/// No place of a class.
const NOWHERE: u16 = u16::MAX;

impl<'a> Sweep<'a> {
    /// A sweep over a board that is not divided.
    pub(crate) fn new(node: &'a Node<'a>) -> Sweep<'a> {
        let most = 2 * node.middle.board.rows() as i32 + 1;
        let mut back = HashMap::new();
        for balance in -most..=most {
            for player in [SECOND, FIRST] {
                let before = balance + if player == FIRST { -1 } else { 1 };
                let target = node.edges.class(before);
                let places = node.edges.class(balance).pairs.iter().map(|pair| {
                    SIDES.map(|side| {
                        let before = pair.without_stone(side, player);
                        before.and_then(|pair| target.place(pair)).map_or(NOWHERE, |place| place as u16)
                    })
                });
                back.insert((balance, player), places.collect());
            }
        }
        Sweep { node, back }
    }

    /// Finds everything that can be reached.
    pub(crate) fn run(&self, run: &Run<'_>) -> Result<Reached, EngineError> {
        let node = self.node;
        let cells = node.middle.board.cells() as usize;
        let mut reached = Reached { pieces: HashMap::new(), over: vec![Symmetric::default(); cells + 2] };
        let mut before: HashMap<usize, ShapeTable> = HashMap::new();
        for tier in node.tiers().into_iter().rev() {
            let mut here: HashMap<usize, ShapeTable> = HashMap::new();
            for shapes in tier.chunks(WAVE) {
                run.check()?;
                let over: Vec<Vec<Symmetric>> =
                    shapes.par_iter().map(|&shape| self.lines_in_middle(shape, &before)).collect();
                let tables: Vec<(usize, ShapeTable)> =
                    shapes.par_iter().map(|&shape| (shape, node.empty_table(shape))).collect();
                add_all(&mut reached.over, over);
                for (shape, mut table) in tables {
                    for number in 0..table.groups.len() {
                        let swept = self.sweep_group(shape, &table, number, &before)?;
                        let mut packed = Vec::new();
                        for piece in swept {
                            packed.push(piece.packed);
                            add_all(&mut reached.over, vec![piece.over]);
                            table.groups[number].pieces.push(crate::piece::Piece::new(piece.alive));
                        }
                        reached.pieces.insert((shape, number), packed);
                    }
                    here.insert(shape, table);
                }
            }
            free_all(std::mem::replace(&mut before, here), node);
        }
        free_all(before, node);
        Ok(reached)
    }

    /// How many times a shape counts, and whether it is its own mirror image.
    fn weight(&self, shape: usize) -> (u64, bool) {
        let palindrome = self.node.middle.mirrored_shape(shape) == shape;
        (if palindrome { 1 } else { 2 }, palindrome)
    }

    fn sweep_group(
        &self,
        shape: usize,
        table: &ShapeTable,
        number: usize,
        before: &HashMap<usize, ShapeTable>,
    ) -> Result<Vec<SweptPiece>, EngineError> {
        let group = &table.groups[number];
        if group.widths == [0, 0] {
            return Ok(Vec::new());
        }
        let ways = self.ways_back(&table.heights, before);
        let chunks = group.colourings.par_chunks(GroupTable::records_per_piece(group.widths));
        chunks.map(|colourings| self.sweep_piece(shape, table, number, colourings, &ways)).collect()
    }

    fn sweep_piece(
        &self,
        shape: usize,
        table: &ShapeTable,
        number: usize,
        colourings: &[u32],
        ways: &[WayBack<'_>],
    ) -> Result<SweptPiece, EngineError> {
        let node = self.node;
        let board = node.middle.board;
        let widths = table.groups[number].widths;
        let stones_here = node.middle.stones_in(shape);
        let balance = node.balance(stones_here, number);
        let balances = [-balance, 1 - balance];
        let classes = balances.map(|balance| node.edges.class(balance));
        let (weight, _) = self.weight(shape);
        let mut alive = widths.map(|width| node.pool.take(colourings.len() * width + PADDING));
        let mut reached = widths.map(|width| vec![0; colourings.len() * width]);
        let mut over = vec![Symmetric::default(); board.cells() as usize + 2];
        for (record, &colouring) in colourings.iter().enumerate() {
            let stones = node.middle.stones(&table.heights, colouring, node.centre);
            let mut now = widths.map(|width| vec![0_u8; width]);
            let mut lives = now.clone();
            for half in [0, 1] {
                for way in ways {
                    way.add_alive(node, half, number, colouring, classes[half], &mut now[half]);
                }
                if stones_here == 0 && half == 0 {
                    let empty =
                        classes[0].place(crate::edges::Pair::EMPTY).expect("the empty board is balanced");
                    now[0][empty] = 1;
                }
            }
            let mut next = classes.map(|class| class.groups.len());
            loop {
                let groups =
                    [0, 1].map(|half| next[half].checked_sub(1).map(|place| classes[half].groups[place]));
                let half = match groups {
                    [Some(a), Some(b)] => usize::from(b.stones < a.stones),
                    [Some(_), None] => 0,
                    [None, Some(_)] => 1,
                    [None, None] => break,
                };
                next[half] -= 1;
                let group = classes[half].groups[next[half]];
                let last = 1 - MOVERS[half];
                let back = &self.back[&(balances[half], last)];
                let lines = edge_threats(board, stones.of(last));
                for place in group.start..group.end {
                    let mut is = now[half][place];
                    for target in back[place] {
                        if target != NOWHERE {
                            is |= lives[1 - half][usize::from(target)];
                        }
                    }
                    now[half][place] = is;
                    let is_over = SIDES
                        .into_iter()
                        .any(|side| classes[half].pairs[place].0[side].owns_any(lines[side], last));
                    lives[half][place] = is & u8::from(!is_over);
                    let drops = classes[half].pairs[place].lines_after(board, MOVERS[half]);
                    if lives[half][place] != 0 && drops > 0 {
                        let ply = (stones_here + group.stones + 1) as usize;
                        // The columns are unequal then, so that none of these is its own mirror image.
                        over[ply].all += weight * u64::from(drops);
                    }
                }
            }
            for half in [0, 1] {
                let at = record * widths[half];
                alive[half][at..at + widths[half]].copy_from_slice(&lives[half]);
                reached[half][at..at + widths[half]].copy_from_slice(&now[half]);
            }
        }
        let [first, second] = reached;
        Ok(SweptPiece { alive, packed: pack(&[first, second].concat())?, over })
    }

    fn ways_back<'t>(&self, heights: &Heights, before: &'t HashMap<usize, ShapeTable>) -> Vec<WayBack<'t>> {
        let middle = self.node.middle;
        let mut place = 0;
        let mut ways = Vec::new();
        for (column, &height) in heights[..middle.inner.len()].iter().enumerate() {
            place += u32::from(height);
            if height == 0 {
                continue;
            }
            let mut heights = *heights;
            heights[column] -= 1;
            let shape = middle.shape(&heights);
            let computed = self.node.computed_shape(shape);
            ways.push(WayBack {
                place: place - 1,
                table: &before[&computed],
                turned: computed != shape,
                heights,
            });
        }
        ways
    }

    /// Counts positions that are over because of a line within the middle, by their number of stones.
    fn lines_in_middle(&self, shape: usize, before: &HashMap<usize, ShapeTable>) -> Vec<Symmetric> {
        let node = self.node;
        let board = node.middle.board;
        let heights = node.middle.heights(shape);
        let stones_here = node.middle.stones_in(shape);
        let (weight, palindrome) = self.weight(shape);
        let mut counts = vec![Symmetric::default(); board.cells() as usize + 2];
        let ways = self.ways_back(&heights, before);
        let mut with_line: Vec<(usize, u32)> = Vec::new();
        for way in &ways {
            for &from in way.table.groups.iter().flat_map(|group| &group.colourings) {
                let from = if way.turned { node.middle.mirrored(&way.table.heights, from) } else { from };
                for player in [SECOND, FIRST] {
                    let colouring = with_bit(from, way.place, player);
                    let stones = node.middle.stones(&heights, colouring, node.centre);
                    if board.has_run(stones.of(player)) {
                        with_line.push((player, colouring));
                    }
                }
            }
        }
        with_line.sort_unstable();
        with_line.dedup();
        for (player, colouring) in with_line {
            // The half with the other player to move.
            let half = usize::from(MOVERS[0] == player);
            let number = colouring.count_ones() as usize;
            let balance = node.balance(stones_here, number);
            let class = node.edges.class(if half == 0 { -balance } else { 1 - balance });
            let mut reached = vec![0; class.len()];
            for way in &ways {
                way.add_alive(node, half, number, colouring, class, &mut reached);
            }
            let symmetric = palindrome && node.middle.mirrored(&heights, colouring) == colouring;
            for group in &class.groups {
                let count = &mut counts[(stones_here + group.stones) as usize];
                let places = (group.start..group.end).zip(&reached[group.start..group.end]);
                for (place, &reached) in places {
                    count.all += weight * u64::from(reached);
                    if symmetric && usize::from(class.swapped[place]) == place {
                        count.symmetric += u64::from(reached);
                    }
                }
            }
        }
        counts
    }
}

impl WayBack<'_> {
    /// Adds what is alive before the stone was put there, if it is the last player's.
    fn add_alive(
        &self,
        node: &Node<'_>,
        half: usize,
        number: usize,
        colouring: u32,
        class: &Class,
        reached: &mut [u8],
    ) {
        let last = 1 - MOVERS[half];
        if (colouring >> self.place & 1) as usize != last || reached.is_empty() {
            return;
        }
        let below = (1 << self.place) - 1;
        let from = colouring & below | colouring >> 1 & !below;
        let group = &self.table.groups[number - last];
        let image = if self.turned { node.middle.mirrored(&self.heights, from) } else { from };
        let Ok(record) = group.colourings.binary_search(&image) else { return };
        let alive = group.half(record, 1 - half);
        if self.turned {
            for (to, &place) in reached.iter_mut().zip(&class.swapped) {
                *to |= alive[usize::from(place)];
            }
        } else {
            for (to, from) in reached.iter_mut().zip(alive) {
                *to |= from;
            }
        }
    }
}

fn free_all(tables: HashMap<usize, ShapeTable>, node: &Node<'_>) {
    for table in tables.into_values() {
        table.free(node.pool);
    }
}

fn add_all(sums: &mut [Symmetric], counts: Vec<Vec<Symmetric>>) {
    for counts in counts {
        sums.iter_mut().zip(counts).for_each(|(sum, count)| sum.add(count));
    }
}
