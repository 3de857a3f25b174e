//! The law of block moves: what is told of a block are the moves of its positions.

use super::check::{Check, Effort, ensure};
use super::moves::children_of;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{BlockMove, BlockMoves, Change, TierKind};

/// Checks that the moves of blocks lead to where the moves of positions lead, in tiers that every move leaves.
pub fn check_block_moves<G: BlockMoves>(game: &G, effort: &Effort) -> Check {
    let walk = Walk::new(game, effort);
    let territory = Territory::new(game, &walk, effort);
    on_placed("moves of blocks lead to where moves lead", &territory, |tier, p| {
        if game.end(p).is_some() || game.kind(tier) != TierKind::Transition {
            return Ok(());
        }
        let (turn, [key, other]) = game.item(p);
        let (key, other) = (key as u32, other as u32);
        let mut items = Vec::new();
        game.for_each_block_move(tier, turn, key, |BlockMove { tier, turn, change }| match change {
            Change::Addition => {
                let free = game.index(tier).1.free(key.into()) as u32 & !other;
                let cells = (0..u32::BITS).filter(|cell| free >> cell & 1 == 1);
                items.extend(cells.map(|cell| (tier, turn, key, other | 1 << cell)));
            }
            Change::KeyMove { key, vacant, taken } => {
                let taken = taken.map_or(0, |cell| 1 << cell);
                if other & vacant == 0 && other & taken == taken {
                    items.push((tier, turn, key, other ^ taken));
                }
            }
        });
        let mut by_blocks = Vec::new();
        for (child_tier, turn, key, other) in items {
            let child = game.position(child_tier, (turn, [key.into(), other.into()]));
            ensure(game.tier_of(&child) == child_tier, || {
                let found = game.tier_of(&child);
                format!("a move of a block is said to enter tier {child_tier}, but leads to tier {found}")
            })?;
            by_blocks.push(territory.place(&child));
        }
        let mut by_moves: Vec<_> = children_of(game, p).iter().map(|child| territory.place(child)).collect();
        by_blocks.sort_unstable();
        by_moves.sort_unstable();
        ensure(by_blocks == by_moves, || {
            format!("moves of the block lead to {by_blocks:?}, moves of the position to {by_moves:?}")
        })?;
        let (said, needed) = (game.extra_bytes(tier), game.bytes_for_unfolding(tier));
        ensure(said >= needed, || format!("`extra_bytes` says {said} where unfolding takes {needed}"))
    })
}
