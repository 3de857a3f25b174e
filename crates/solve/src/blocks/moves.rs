//! Reading the children of a whole block, one move after the other: for games that tell the moves of blocks
//! ([`BlockMoves`]).

use rayon::prelude::*;
use zermelo_core::{
    BlockMove, BlockMoves, Change, Choice, Numbers, Orbits, Planes, Product, Slide, TierKind,
    lower_to_supersets, squeeze, unfolded_bytes,
};

use super::block_graph::CodeBuffers;
use super::{BlockSolver, ChildCodes, ChildTier, SHORTEST, Unfolded};
use crate::tier::retrograde::CHUNK;

/// What a thread needs.
#[derive(Default)]
pub(super) struct MoveScratch {
    /// The smallest codes so far, by place in the block.
    smallest: Vec<u8>,
    choice: Choice,
    places: PlaceList,
    buffers: CodeBuffers,
}

struct PlaceList(Box<[u32; Planes::MOST]>);

impl Default for PlaceList {
    fn default() -> PlaceList {
        PlaceList(Box::new([0; Planes::MOST]))
    }
}

impl<G: BlockMoves> BlockSolver<G> {
    /// The ways of games that tell the moves of blocks.
    pub(crate) fn by_moves() -> BlockSolver<G> {
        BlockSolver {
            pay: |game, tier, index| {
                let leaves = game.kind(tier) == TierKind::Transition;
                leaves && index.1.block_len() >= SHORTEST && are_readable(index)
            },
            are_readable,
            chunk: |index| CHUNK.next_multiple_of(index.1.block_len()),
            unfold: |index, codes| unfold(index, codes),
            unfolded_bytes: |index| unfolded_bytes(index),
            patterns: |index| patterns(&index.1),
            smallest_child,
            second_half: |_, _, _, _| Ok(None),
            first_rounds: None,
        }
    }
}

fn are_readable(index: &Product<Numbers, Orbits<2>>) -> bool {
    index.1.fits_planes::<u32>()
}

/// The sets of all places of a block, the same in all blocks, some at a time.
fn patterns(orbits: &Orbits<2>) -> Vec<Planes> {
    let (key, _) = orbits.key_of(0);
    let cells = orbits.free(key).count_ones();
    let mut all = orbits.patterns();
    let lists = (0..orbits.block_len()).step_by(Planes::MOST).map(|_| {
        let mut sets = Planes::default();
        sets.begin(cells);
        all.by_ref().take(Planes::MOST).for_each(|set| sets.push(set));
        sets
    });
    lists.collect()
}

/// The blocks of a tier whose key has symmetries of its own, with the code of every place, also of those that
/// are not used because another one stands for them.
fn unfold(Product(turns, orbits): &Product<Numbers, Orbits<2>>, codes: &[u8]) -> Unfolded {
    let len = orbits.block_len();
    let symmetric: Vec<u64> = (0..orbits.blocks()).filter(|&block| orbits.key_of(block).1).collect();
    let patterns = if symmetric.is_empty() { Vec::new() } else { patterns(orbits) };
    let of_turn = |turn: u64| symmetric.iter().map(move |&block| (turn * orbits.blocks() + block, block));
    let blocks: Vec<(u64, u64)> = (0..turns.0).flat_map(of_turn).collect();
    let unfold_one = |(number, block): (u64, u64)| {
        let codes = &codes[(number * len) as usize..((number + 1) * len) as usize];
        let free = orbits.free(orbits.key_of(block).0);
        let mut unfolded = Vec::with_capacity(codes.len());
        let (mut smallest, mut places) = (PlaceList::default(), PlaceList::default());
        for sets in &patterns {
            for (place, number) in smallest.0.iter_mut().zip(unfolded.len() as u32..) {
                *place = number;
            }
            for landing in orbits.own_landings(block) {
                landing.equivalent_places(sets, free, Slide::STILL, 0, &mut places.0);
                for (smallest, &place) in smallest.0.iter_mut().zip(places.0.iter()).take(sets.len()) {
                    *smallest = (*smallest).min(place);
                }
            }
            unfolded.extend(smallest.0[..sets.len()].iter().map(|&place| codes[place as usize]));
        }
        (number, unfolded)
    };
    Unfolded(blocks.into_par_iter().map(unfold_one).collect())
}

/// For each of these slots of a tier, in growing order, the smallest code among its children, 255 if there
/// are none. Whole blocks are looked at, so the slots had better be all of a block.
fn smallest_child<G: BlockMoves>(
    game: &G,
    tier: G::Tier,
    index: &G::Index,
    slots: &[u64],
    children_codes: &ChildCodes<'_, G>,
    smallest: &mut Vec<u8>,
    bench: &mut super::BlockScratch,
) {
    let (blocks, len) = (index.1.blocks(), index.1.block_len());
    smallest.clear();
    let mut left = slots;
    while let Some(&slot) = left.first() {
        let block = slot / len;
        let first = block * len;
        let here;
        (here, left) = left.split_at(left.partition_point(|&slot| slot < first + len));
        let (key, _) = index.1.key_of(block % blocks);
        let around = MoveContext { orbits: &index.1, key: key as u32, patterns: &children_codes.patterns };
        bench.moves.smallest.clear();
        bench.moves.smallest.resize(len as usize, u8::MAX);
        game.for_each_block_move(tier, block / blocks, key as u32, |block_move| {
            let neighbour = children_codes.outside.iter().find(|neighbour| neighbour.tier == block_move.tier);
            if let Some(neighbour) = neighbour {
                around.read(block_move, neighbour, &mut bench.moves);
            }
        });
        smallest.extend(here.iter().map(|slot| bench.moves.smallest[(slot - first) as usize]));
    }
}

/// A block whose children are read.
struct MoveContext<'a> {
    orbits: &'a Orbits<2>,
    key: u32,
    patterns: &'a [Planes],
}

impl MoveContext<'_> {
    /// Lowers the smallest codes to those of the children after one move. Hot.
    fn read<G: BlockMoves>(
        &self,
        BlockMove { turn, change, .. }: BlockMove<G::Tier>,
        ChildTier { index, codes, unfolded, .. }: &ChildTier<'_, G>,
        bench: &mut MoveScratch,
    ) {
        let (child, len) = (&index.1, index.1.block_len());
        let block_codes = |block: u64| {
            let number = turn * child.blocks() + block;
            let folded = || &codes[(number * len) as usize..((number + 1) * len) as usize];
            unfolded.block(number).unwrap_or_else(folded)
        };
        let free = self.orbits.free(self.key.into());
        let (key, vacant, taken) = match change {
            Change::Addition => {
                // The key stays, so all children are in its block, and no set is moved.
                let codes = block_codes(child.landing(self.key.into()).block());
                let (cells, size) = (free.count_ones(), self.orbits.other_pieces());
                lower_to_supersets(codes, cells, size, &mut bench.smallest);
                return;
            }
            Change::KeyMove { key, vacant, taken } => (key, vacant, taken),
        };
        let number_of = |cells: u32| squeeze(cells.into(), free) as u32;
        let has = number_of(taken.map_or(0, |cell| 1 << cell));
        let slide = taken.map_or(Slide::STILL, |cell| Slide::lifting(cell.into()));
        let landing = child.landing(key.into());
        let codes = block_codes(landing.block());
        let MoveScratch { smallest, choice, places, buffers } = bench;
        for (sets, smallest) in self.patterns.iter().zip(smallest.chunks_mut(Planes::MOST)) {
            choice.choose(sets, has, number_of(vacant));
            if choice.sets().is_empty() {
                continue;
            }
            landing.equivalent_places(choice.sets(), free, slide, 0, &mut places.0);
            let found = buffers.read(choice, &places.0[..], |place| codes[place]);
            for (smallest, &code) in smallest.iter_mut().zip(found) {
                *smallest = (*smallest).min(code);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_core::{Index, Permutation, SymmetricBoard};

    #[test]
    fn an_unfolded_block_has_at_every_place_the_code_of_the_slot_that_stands_for_it() {
        let mirror = Permutation::new((0..9).rev().collect());
        let index = Product(Numbers(1), SymmetricBoard::new(9, &[mirror]).orbits([2, 3]));
        let codes: Vec<u8> = (0..index.len()).map(|slot| (slot * 37 % 251) as u8).collect();
        let unfolded = unfold(&index, &codes);
        let orbits = &index.1;
        let mut symmetric = 0;
        for block in 0..orbits.blocks() {
            let (key, is_symmetric) = orbits.key_of(block);
            let Some(block) = unfolded.block(block) else {
                assert!(!is_symmetric, "a symmetric block is left out");
                continue;
            };
            symmetric += 1;
            for (place, &code) in (0..).zip(block) {
                let slot = orbits.rank([key, orbits.other_at(key, place)]);
                assert_eq!(code, codes[slot as usize], "place {place}");
            }
        }
        assert!(symmetric > 0);
    }
}
