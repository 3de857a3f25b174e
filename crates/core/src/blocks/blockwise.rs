//! Level four: moves that are the same for all positions of a block.

use crate::{Entry, Index, Numbers, Orbits, Product, Retrograde, Slide, Tiered};

/// A game of two kinds of pieces, one for each player, whose moves rearrange the board in one of a few ways.
///
/// Its index keeps all positions with the same set of pieces of the first kind, the *key*, in one *block*. A move of this kind
/// takes a whole block to one other block, so the solver finds out once per block and not once per position where it leads.
/// The pieces of the other kind are all that differs between the positions of a block.
///
/// The first part of an item says who is to move: 0 for the owner of the key, 1 for the other player. The index of a tier may
/// have only the first half, if positions of the second are normalised to the first.
pub trait Blockwise: Retrograde + Tiered<Index = Product<Numbers, Orbits<2>>> {
    /// The moves: the mover takes a piece of his own, or a new one where the cell is empty, from the cell `from` of a
    /// slide; then the board slides. Taking an own piece keeps the tier, taking a new one leaves it. Sorted by `from`, and no more
    /// than 96.
    fn slides(&self) -> &[Slide];

    /// What [`extra_bytes`](Tiered::extra_bytes) should say of a tier: the half that the index leaves out, and where each slide takes
    /// each block, forward and back.
    fn bytes_for_blocks(&self, tier: Self::Tier) -> u64 {
        let Product(turns, orbits) = self.index(tier);
        let second_half = if turns.len() == 1 { orbits.len() } else { 0 };
        let entries = 2 * self.slides().len() as u64 * orbits.blocks();
        second_half + entries * size_of::<Entry>() as u64
    }

    /// The tier that taking a new piece leads to, for either mover (numbered as in items), with the same pieces as the key.
    fn entered(&self, tier: Self::Tier, mover: u64) -> Self::Tier;
}
