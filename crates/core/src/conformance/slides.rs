//! The law of level four: slides are the moves.

use super::check::{Check, Effort, ensure};
use super::moves::children_of;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{Blockwise, Index};

/// Checks that the slides of a game lead to where its moves lead.
pub fn check_slides<G: Blockwise>(game: &G, effort: &Effort) -> Check {
    let walk = Walk::new(game, effort);
    let territory = Territory::new(game, &walk, effort);
    on_placed("slides lead to where moves lead", &territory, |tier, p| {
        if game.end(p).is_some() {
            return Ok(());
        }
        let (mover, [key, other]) = game.item(p);
        let (own, free) = (if mover == 0 { key } else { other }, !(key | other));
        let entered = |slide: &crate::Slide| free >> slide.from & 1 == 1;
        let mut by_slides = Vec::new();
        for slide in game.slides().iter().filter(|slide| own >> slide.from & 1 == 1 || entered(slide)) {
            let taken = if entered(slide) { 1 << slide.from } else { 0 };
            let (key, other) = if mover == 0 { (key | taken, other) } else { (key, other | taken) };
            let item = (1 - mover, [slide.all(key as u32).into(), slide.all(other as u32).into()]);
            let child_tier = if taken == 0 { tier } else { game.entered(tier, mover) };
            by_slides.push(territory.place(&game.position(child_tier, item)));
        }
        let mut by_moves: Vec<_> = children_of(game, p).iter().map(|child| territory.place(child)).collect();
        by_slides.sort_unstable();
        by_moves.sort_unstable();
        ensure(by_slides == by_moves, || {
            let slots = |places: &[(G::Tier, u64)]| format!("{places:?}");
            format!("slides lead to {}, moves to {}", slots(&by_slides), slots(&by_moves))
        })?;
        ensure(game.slides().is_sorted_by_key(|slide| slide.from), || "slides are not sorted".into())?;
        ensure(game.index(tier).0.len() <= 2, || "there are more than two players to move".into())
    })
}
