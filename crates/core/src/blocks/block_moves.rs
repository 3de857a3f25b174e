//! Moves that are told for all positions with the same key set at once.

use crate::{Numbers, Orbits, Product, Retrograde, TierKind};

/// A game of two kinds of pieces that can tell the moves of a whole block of its index, that is, of all positions with the same
/// *key*, the set of pieces of the first kind.
///
/// It need only do so for tiers that every move leaves. The solver passes over these block by block, and
/// for each move reads all children before it turns to the next one: they lie in one block, too, which then is in the cache.
pub trait BlockMoves: Retrograde<Index = Product<Numbers, Orbits<2>>> {
    /// Calls `visit` with all moves of the positions of a tier that have this key and this number as first part of their item. Positions in
    /// which the game is over may be among them. Every move must leave the tier.
    fn for_each_block_move(
        &self,
        tier: Self::Tier,
        turn: u64,
        key: u32,
        visit: impl FnMut(BlockMove<Self::Tier>),
    );

    /// What [`extra_bytes`](crate::Tiered::extra_bytes) must say of a tier: blocks with symmetries of their own are unfolded while its
    /// positions read them.
    fn bytes_for_unfolding(&self, tier: Self::Tier) -> u64 {
        if self.kind(tier) == TierKind::Loopy {
            return 0;
        }
        let children = self.children(tier);
        children.into_iter().map(|child| unfolded_bytes(&self.index(child))).sum()
    }
}

/// The bytes that unfolding the blocks of a tier takes.
pub fn unfolded_bytes(Product(turns, orbits): &Product<Numbers, Orbits<2>>) -> u64 {
    let symmetric = (0..orbits.blocks()).filter(|&block| orbits.key_of(block).1).count() as u64;
    turns.0 * symmetric * orbits.block_len()
}

/// One move of all positions of a block that can make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockMove<T> {
    /// The tier that it leads to.
    pub tier: T,
    /// The first part of items there.
    pub turn: u64,
    /// What it does on the board.
    pub change: Change,
}

/// What a move does to a board with two kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece of the other kind comes to any free cell: as many moves as there are free cells.
    Addition,
    /// Pieces of the key move.
    KeyMove {
        /// The key after the move.
        key: u32,
        /// Where no piece of the other kind may stand before it.
        vacant: u32,
        /// Where a piece of the other kind must stand, which is taken off the board.
        taken: Option<u8>,
    },
}
