//! Solving tiers block by block: for games that say how their moves rearrange the board ([`Blockwise`]), or
//! what they do to a whole block ([`BlockMoves`](zermelo_core::BlockMoves)).
//!
//! Where a slide takes a block is found once; in the loop over its positions only the other pieces are moved
//! and ranked. These are kept as *planes* of bytes. A slide, a symmetry of the board and the renumbering of
//! free cells together are one matrix of bits, and the rank of a set of known size is a sum over its bytes.
//! So a processor with AVX-512 and GFNI finds 64 places at a time; others take them one by one. The codes at
//! these places are asked for eight slides ahead, so that little waits for memory.
//!
//! Both halves of a tier, either player to move, are in memory even where the index has folded one away:
//! folding would make the key of a position change with every move.
//!
//! In tiers that every move leaves (`moves.rs`), the children of a whole block are read move by move; they
//! lie in one other block and so in the cache. Additions need no places at all, because sets in the order of
//! their numbers come in runs. Blocks whose key is symmetric have unused places; child blocks of that kind
//! are
//! *unfolded* once per pass, so that any place will do. Bagh-chal's tier 4-4-goats with all that it needs takes
//! 47 s of CPU time that way, instead of 336 s one position at a time.

mod block_graph;
mod moves;
mod prefetch;
mod rounds;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Blockwise, Codes, Index, Narrow, Numbers, Orbits, Planes, Product, Tiered};

use crate::memory::large_vec::{OutOfMemory, large_vec};
use crate::tier::checkpoint::Keeper;
use crate::tier::long_games::LongGames;
use crate::tier::retrograde::CHUNK;
use crate::{Run, SolveError};
use block_graph::{Batch, BlockGraph, CodeBuffers, FollowScratch, Moves, Reached, Taking, follow};
use moves::MoveScratch;
use prefetch::prefetch;
use rounds::{Rounds, Waiting};

/// Shorter blocks are not worth the trouble.
const SHORTEST: u64 = 8;

/// What can be done block by block: functions, so that solvers need not know which games have blocks.
pub struct BlockSolver<G: Tiered> {
    /// Whether it pays to look at a tier like that.
    pub(crate) pay: fn(&G, G::Tier, &G::Index) -> bool,
    /// Whether a child tier can be read like that.
    pub(crate) are_readable: fn(&G::Index) -> bool,
    /// How many slots are best looked at together.
    pub(crate) chunk: fn(&G::Index) -> u64,
    unfold: fn(&G::Index, &[u8]) -> Unfolded,
    /// The bytes that [`ChildCodes`] needs for a child tier.
    pub(crate) unfolded_bytes: fn(&G::Index) -> u64,
    patterns: fn(&G::Index) -> Vec<Planes>,
    pub(crate) smallest_child: SmallestChild<G>,
    pub(crate) second_half: SecondHalf<G>,
    /// How to solve loopy tiers, with the number of rounds in which a position may count its children, while
    /// there are codes for it.
    pub(crate) first_rounds: Option<(FirstRounds<G>, u32)>,
}

/// The codes of the children of a tier's positions.
pub(crate) struct ChildCodes<'a, G: Tiered> {
    /// Those of the tier itself, by whose turn it is; `None` leaves these children out.
    inside: Option<[&'a [u8]; 2]>,
    /// Those of other tiers. Children in tiers that are not here are left out.
    outside: Vec<ChildTier<'a, G>>,
    /// The sets of all places of a block, where blocks are looked at as a whole.
    patterns: Vec<Planes>,
}

/// A child tier with its codes.
struct ChildTier<'a, G: Tiered> {
    tier: G::Tier,
    index: &'a G::Index,
    codes: &'a [u8],
    unfolded: Unfolded,
}

/// Blocks, by their number, with the codes of all their places, also of those that are not used because of a
/// symmetry.
#[derive(Default)]
struct Unfolded(HashMap<u64, Vec<u8>>);

impl Unfolded {
    fn block(&self, number: u64) -> Option<&[u8]> {
        self.0.get(&number).map(|codes| &codes[..])
    }
}

impl<'a, G: Tiered> ChildCodes<'a, G> {
    /// Makes the tier itself (`inside`) and its child tiers ready for being read.
    pub(crate) fn new(
        ways: &BlockSolver<G>,
        index: &G::Index,
        inside: Option<[&'a [u8]; 2]>,
        children: impl Iterator<Item = (G::Tier, &'a G::Index, &'a [u8])>,
    ) -> ChildCodes<'a, G> {
        let neighbour =
            |(tier, index, codes)| ChildTier { tier, index, codes, unfolded: (ways.unfold)(index, codes) };
        ChildCodes { inside, outside: children.map(neighbour).collect(), patterns: (ways.patterns)(index) }
    }
}

/// See [`smallest_child`].
pub(crate) type SmallestChild<G> = fn(
    &G,
    <G as Tiered>::Tier,
    &<G as Tiered>::Index,
    &[u64],
    &ChildCodes<'_, G>,
    &mut Vec<u8>,
    &mut BlockScratch,
);

/// See [`second_half_of`].
type SecondHalf<G> =
    fn(&G, <G as Tiered>::Tier, &<G as Tiered>::Index, &[u8]) -> Result<Option<Vec<u8>>, OutOfMemory>;

/// What a thread needs for following the moves of blocks.
#[derive(Default)]
pub(crate) struct BlockScratch {
    batch: Batch,
    room: FollowScratch,
    buffers: CodeBuffers,
    moves: MoveScratch,
}

/// See [`first_rounds`].
type FirstRounds<G> = fn(
    &G,
    <G as Tiered>::Tier,
    &<G as Tiered>::Index,
    &[AtomicU8],
    &BlockCourse<'_>,
) -> Result<u32, SolveError>;

/// Where the rounds of a tier begin, and what goes beside them.
pub(crate) struct BlockCourse<'a> {
    /// The first round.
    pub(crate) from: u32,
    /// At most so many rounds, counted from the first of the tier, in which positions count their children.
    pub(crate) counted: u32,
    /// Long games among the codes, which are kept with them.
    pub(crate) long: &'a LongGames,
    pub(crate) keeper: &'a Keeper<'a>,
    pub(crate) run: &'a Run<'a>,
}

impl<G: Blockwise> BlockSolver<G> {
    pub(crate) fn new() -> BlockSolver<G> {
        BlockSolver::counting_until(u32::MAX)
    }

    /// With no more than so many rounds in which positions count their children, where usually there are as
    /// many as codes allow: for tests with games that are too short to get beyond them.
    pub fn counting_until(round: u32) -> BlockSolver<G> {
        BlockSolver {
            pay: |_, _, index| index.1.block_len() >= SHORTEST && are_readable(index),
            are_readable,
            chunk: |_| CHUNK,
            unfold: |_, _| Unfolded::default(),
            unfolded_bytes: |_| 0,
            patterns: |_| Vec::new(),
            smallest_child,
            second_half: second_half_of,
            first_rounds: Some((first_rounds, round)),
        }
    }
}

/// Whether a tier can be read block by block.
fn are_readable(index: &Product<Numbers, Orbits<2>>) -> bool {
    index.1.fits_planes::<u16>()
}

/// For each of these slots of a tier, in growing order, the smallest code among its children, 255 if there
/// are none.
fn smallest_child<G: Blockwise>(
    game: &G,
    tier: G::Tier,
    index: &G::Index,
    slots: &[u64],
    children_codes: &ChildCodes<'_, G>,
    smallest: &mut Vec<u8>,
    bench: &mut BlockScratch,
) {
    let orbits = &index.1;
    let (half, len) = (orbits.len(), orbits.block_len());
    smallest.clear();
    smallest.resize(slots.len(), u8::MAX);
    let BlockScratch { batch, room, buffers, .. } = bench;
    let mut done = 0;
    while done < slots.len() {
        let (turn, slot) = (slots[done] / half, slots[done] % half);
        let block = slot / len;
        batch.begin(orbits, turn, block);
        let end = turn * half + (block + 1) * len;
        let here = slots[done..].iter().take_while(|&&slot| slot < end).take(block_graph::BATCH);
        for &slot in here {
            batch.add(orbits, (slot - (end - len)) as u16);
        }
        let smallest = &mut smallest[done..done + batch.places.len()];
        done += batch.places.len();
        let mut read = |taking: Taking, target: &Orbits<2>, codes: &[u8]| {
            let moves = Moves { slides: game.slides(), taking, mover: turn, target, entries: None };
            follow(
                batch,
                &moves,
                room,
                |slot| prefetch(codes, slot),
                |reached: Reached<'_>| {
                    let codes = &codes[reached.first as usize..];
                    for (best, &code) in smallest.iter_mut().zip(reached.read(|place| codes[place], buffers))
                    {
                        *best = (*best).min(code);
                    }
                },
            );
        };
        if let Some(halves) = children_codes.inside {
            read(Taking::Own, orbits, halves[1 - turn as usize]);
        }
        let entered = game.entered(tier, turn);
        if let Some(ChildTier { index, codes, .. }) =
            children_codes.outside.iter().find(|child| child.tier == entered)
        {
            read(Taking::New, &index.1, &codes[((1 - turn) * index.1.len()) as usize..]);
        }
    }
}

/// Goes through the first rounds of a tier, after its first pass; the round from which on others may be left.
fn first_rounds<G: Blockwise>(
    game: &G,
    tier: G::Tier,
    index: &G::Index,
    codes: &[AtomicU8],
    course: &BlockCourse<'_>,
) -> Result<u32, SolveError> {
    let graph = BlockGraph::new(game, index);
    let solve = |halves: [&[AtomicU8]; 2]| {
        let counting = Rounds::new(&graph, halves, Waiting::Counted, course);
        let (next, more) = counting.solve(course.from..course.counted)?;
        if !more {
            return Ok(next);
        }
        let (next, _) = Rounds::new(&graph, halves, Waiting::Marked, course).solve(next..u32::MAX)?;
        Ok(next)
    };
    if index.0.len() == 2 {
        return solve(codes.split_at(index.1.len() as usize).into());
    }
    solve([codes, &second_half(game, tier, index, |slot| codes[slot].load(Relaxed))?])
}

/// The positions of a tier with the other player to move, where the index has only one half.
fn second_half_of<G: Blockwise>(
    game: &G,
    tier: G::Tier,
    index: &G::Index,
    codes: &[u8],
) -> Result<Option<Vec<u8>>, OutOfMemory> {
    if index.0.len() == 2 {
        return Ok(None);
    }
    let half = second_half(game, tier, index, |slot| codes[slot])?;
    Ok(Some(half.into_iter().map(AtomicU8::into_inner).collect()))
}

/// The same; `code` tells the codes of the half that the index has.
fn second_half<G: Blockwise>(
    game: &G,
    tier: G::Tier,
    index: &G::Index,
    code: impl Fn(usize) -> u8 + Sync,
) -> Result<Vec<AtomicU8>, OutOfMemory> {
    const CHUNK: usize = 4096;
    let len = index.1.len() as usize;
    let mut second: Vec<AtomicU8> = large_vec(len)?;
    let unused = || AtomicU8::new(Narrow::UNUSED as u8);
    (0..len).into_par_iter().with_min_len(1 << 20).map(|_| unused()).collect_into_vec(&mut second);
    second.par_chunks_mut(CHUNK).enumerate().for_each(|(number, chunk)| {
        let first = (number * CHUNK) as u64;
        let slots: Range<u64> = first..first + chunk.len() as u64;
        let mut twins: Vec<(usize, u64)> = Vec::with_capacity(chunk.len());
        index.1.scan(
            slots,
            |_| true,
            |slot, sets| {
                let twin = game.normalise(&game.position(tier, (1, sets)));
                twins.push(((slot - first) as usize, index.rank(game.item(&twin))));
            },
        );
        for (place, twin) in twins {
            *chunk[place].get_mut() = code(twin as usize);
        }
    });
    Ok(second)
}
