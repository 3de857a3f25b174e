//! The laws of level three: moves and un-moves agree.

use super::check::{Check, Effort, ensure, word};
use super::moves::children_of;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{Retrograde, TierKind};

/// Checks the un-moves of a game against its moves, both ways.
///
/// Only in loopy tiers, as no solver takes moves back in others.
pub fn check_unmoves<G: Retrograde>(game: &G, effort: &Effort) -> Vec<Check> {
    let walk = Walk::new(game, effort);
    let mut territory = Territory::new(game, &walk, effort);
    territory.positions.retain(|&(tier, _)| game.kind(tier) == TierKind::Loopy);
    vec![moves_are_taken_back(game, &territory), unmoves_are_moves(game, &territory)]
}

fn moves_are_taken_back<G: Retrograde>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("every move within a tier can be taken back", territory, |tier, p| {
        let from = territory.place(p);
        for child in children_of(game, p) {
            let child = game.normalise(&child);
            if game.tier_of(&child) == tier {
                let mut found = false;
                game.for_each_parent(tier, &child, |parent| found |= territory.place(&parent) == from);
                ensure(found, || format!("its child {} has no such parent", word(game, &child)))?;
            }
        }
        Ok(())
    })
}

fn unmoves_are_moves<G: Retrograde>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("what is taken back can be played again", territory, |tier, p| {
        let to = territory.place(p);
        let mut parents = Vec::new();
        game.for_each_parent(tier, p, |parent| parents.push(parent));
        for parent in parents.into_iter().filter(|parent| game.end(parent).is_none()) {
            let (from, _) = territory.place(&parent);
            ensure(from == tier, || format!("its parent {} is in tier {from}", word(game, &parent)))?;
            if !game.is_legal(&game.normalise(&parent)) {
                continue;
            }
            let played = children_of(game, &parent).iter().any(|child| territory.place(child) == to);
            ensure(played, || format!("no move leads here from its parent {}", word(game, &parent)))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Fault, Strip, broken_laws};
    use super::*;

    #[test]
    fn each_fault_breaks_its_law() {
        let broken = |fault| broken_laws(&check_unmoves(&Strip::new(fault), &Effort::default()));
        assert!(broken(Fault::None).is_empty());
        assert_eq!(broken(Fault::ForgottenUnmove), ["every move within a tier can be taken back"]);
        assert_eq!(broken(Fault::InventedUnmove), ["what is taken back can be played again"]);
        assert_eq!(broken(Fault::UnmoveLeavesTier), ["what is taken back can be played again"]);
    }
}
