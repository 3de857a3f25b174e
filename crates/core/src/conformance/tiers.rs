//! The laws of level two that concern tiers: where play leads, and what stands for what.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::check::{Check, Effort, ensure, word};
use super::moves::children_of;
use super::rules::on_positions;
use super::slots::{self, IMAGES};
use super::territory::Territory;
use super::walk::Walk;
use crate::{Reach, TierKind, Tiered, Value};

/// Checks the tiers of a game and their numberings.
pub fn check_tiers<G: Tiered>(game: &G, effort: &Effort) -> Vec<Check> {
    let walk = Walk::new(game, effort);
    let territory = Territory::new(game, &walk, effort);
    let mut checks = vec![
        territory.check(),
        names_differ(&territory),
        no_circles(&territory),
        positions_are_in_tiers(game, &walk, &territory),
        children_are_declared(game, &territory),
        transitions_leave(game, &territory),
        moves_are_legal(game, &territory),
        normal_forms(game, &walk),
        normal_forms_lead_on(game, &walk, &territory),
        fast_children(game, &territory),
        ties_are_declared(game, &territory),
    ];
    checks.extend(slots::check(game, &walk, &territory, effort));
    checks
}

fn on_tiers<G: Tiered>(
    law: &'static str,
    territory: &Territory<G>,
    mut test: impl FnMut(G::Tier) -> Result<(), String>,
) -> Check {
    Check::of(law, territory.tiers.keys(), |tier| format!("tier {tier}"), |tier| test(**tier))
}

/// Tests a law on positions in normal form, with their tiers.
pub(super) fn on_placed<G: Tiered>(
    law: &'static str,
    territory: &Territory<G>,
    mut test: impl FnMut(G::Tier, &G::Position) -> Result<(), String>,
) -> Check {
    Check::of(law, &territory.positions, |placed| territory.name(placed), |(tier, p)| test(*tier, p))
}

fn names_differ<G: Tiered>(territory: &Territory<G>) -> Check {
    let mut owners: FxHashMap<String, G::Tier> = FxHashMap::default();
    on_tiers("tiers have different names, without spaces or slashes", territory, |tier| {
        let name = tier.to_string();
        let odd = |c: char| c.is_whitespace() || c.is_control() || c == '/' || c == '\\';
        ensure(!name.is_empty() && !name.contains(odd), || format!("the name is {name:?}"))?;
        let owner = *owners.entry(name).or_insert(tier);
        ensure(owner == tier, || format!("the name of {owner:?} and of {tier:?}"))
    })
}

/// Takes away tiers whose children are all gone, as a solver would; what is left goes round in circles.
fn no_circles<G: Tiered>(territory: &Territory<G>) -> Check {
    let mut parents: BTreeMap<G::Tier, Vec<G::Tier>> = BTreeMap::new();
    let mut waiting: BTreeMap<G::Tier, usize> = BTreeMap::new();
    for (tier, children) in &territory.tiers {
        let children: BTreeSet<&G::Tier> = children.iter().collect();
        waiting.insert(*tier, children.len());
        for child in children {
            parents.entry(*child).or_default().push(*tier);
        }
    }
    let mut ready: Vec<G::Tier> =
        waiting.iter().filter(|(_, count)| **count == 0).map(|(tier, _)| *tier).collect();
    while let Some(tier) = ready.pop() {
        waiting.remove(&tier);
        for parent in parents.remove(&tier).unwrap_or_default() {
            if let Some(count) = waiting.get_mut(&parent) {
                *count -= 1;
                if *count == 0 {
                    ready.push(parent);
                }
            }
        }
    }
    on_tiers("no tier is its own descendant", territory, |tier| {
        ensure(!waiting.contains_key(&tier), || "its children lead into a circle of tiers".into())
    })
}

fn positions_are_in_tiers<G: Tiered>(game: &G, walk: &Walk<G>, territory: &Territory<G>) -> Check {
    on_positions("every position lies in a tier that the roots lead to", game, &walk.positions, |p| {
        let tier = game.tier_of(&game.normalise(p));
        ensure(territory.tiers.contains_key(&tier), || format!("tier {tier} is not among them"))
    })
}

fn children_are_declared<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("moves lead to the tier itself or to a declared one", territory, |tier, p| {
        let declared = game.children(tier);
        for child in children_of(game, p) {
            let to = game.tier_of(&game.normalise(&child));
            ensure(to == tier || declared.contains(&to), || {
                format!("a move to {} leads to tier {to}", word(game, &child))
            })?;
        }
        Ok(())
    })
}

fn transitions_leave<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("every move leaves a transition tier", territory, |tier, p| {
        if game.kind(tier) == TierKind::Transition {
            for child in children_of(game, p) {
                let to = game.tier_of(&game.normalise(&child));
                ensure(to != tier, || format!("a move to {} stays", word(game, &child)))?;
            }
        }
        Ok(())
    })
}

fn moves_are_legal<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("play and images stay among legal positions", territory, |_, p| {
        let images = (0..game.symmetries().min(IMAGES)).map(|k| game.image(p, k));
        for other in children_of(game, p).into_iter().chain(images).chain([*p]) {
            let legal = game.is_legal(&game.normalise(&other));
            ensure(legal, || format!("{} is not legal", word(game, &other)))?;
        }
        Ok(())
    })
}

fn normal_forms<G: Tiered>(game: &G, walk: &Walk<G>) -> Check {
    on_positions("a normal form is its own and has the same end", game, &walk.positions, |p| {
        let normal = game.normalise(p);
        let again = game.normalise(&normal);
        let (shown, shown_again) = (word(game, &normal), word(game, &again));
        ensure(again == normal, || format!("the normal form {shown} has the normal form {shown_again}"))?;
        ensure(game.end(&normal) == game.end(p), || format!("the normal form {shown} ends otherwise"))?;
        let image = G::FOLDS_PLAYERS || (0..game.symmetries()).any(|k| game.image(p, k) == normal);
        ensure(image, || format!("players are not folded, but the normal form is {shown}"))
    })
}

fn normal_forms_lead_on<G: Tiered>(game: &G, walk: &Walk<G>, territory: &Territory<G>) -> Check {
    let futures = |p: &G::Position| -> BTreeSet<(G::Tier, u64)> {
        children_of(game, p).iter().map(|child| territory.place(child)).collect()
    };
    on_positions("a normal form leads to the same places", game, &walk.positions, |p| {
        let normal = game.normalise(p);
        ensure(futures(&normal) == futures(p), || format!("{} leads elsewhere", word(game, &normal)))
    })
}

fn fast_children<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    let mut scratch = Vec::new();
    on_placed("for_each_child visits what the moves lead to, until it is stopped", territory, |tier, p| {
        if game.end(p).is_some() {
            return Ok(());
        }
        for reach in [Reach::Inside, Reach::Outside, Reach::Anywhere] {
            let wanted = |child: &G::Position| match reach {
                Reach::Inside => game.tier_of(child) == tier,
                Reach::Outside => game.tier_of(child) != tier,
                Reach::Anywhere => true,
            };
            let normals = children_of(game, p).into_iter().map(|child| game.normalise(&child));
            let expected: BTreeSet<G::Position> = normals.filter(wanted).collect();
            let mut visited = BTreeSet::new();
            let whole = game.for_each_child(tier, p, reach, &mut scratch, |child| {
                visited.insert(game.normalise(&child));
                ControlFlow::<()>::Continue(())
            });
            if let Some(other) = expected.symmetric_difference(&visited).next() {
                let fault = if visited.contains(other) { "visits" } else { "leaves out" };
                return Err(format!("{reach:?} {fault} {}", word(game, other)));
            }
            ensure(whole.is_continue(), || format!("{reach:?} stops by itself"))?;
            let mut visits = 0;
            let stopped = game.for_each_child(tier, p, reach, &mut scratch, |_| {
                visits += 1;
                ControlFlow::Break(())
            });
            let right = if expected.is_empty() { stopped.is_continue() } else { stopped.is_break() };
            ensure(right && visits <= 1, || format!("{reach:?} goes on when told to stop"))?;
        }
        Ok(())
    })
}

fn ties_are_declared<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("a game without ties never ends in one", territory, |_, p| {
        let tied = game.end(p) == Some(Value::Tie) || game.stuck() == Value::Tie;
        ensure(G::TIES || !tied, || "the game says TIES = false, and here is a tie".into())
    })
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Fault, Strip, broken_laws};
    use super::*;

    #[test]
    fn a_correct_game_keeps_all_laws_whether_sampled_or_not() {
        for positions in [20_000, 30] {
            let checks = check_tiers(&Strip::new(Fault::None), &Effort { positions, seed: 5 });
            assert!(checks.iter().all(|check| check.passed() && check.cases > 0), "{checks:#?}");
        }
    }

    #[test]
    fn each_fault_breaks_its_law() {
        let cases = [
            (Fault::IndexPanics, "tiers can be listed and numbered"),
            (Fault::TierNameWithSlash, "tiers have different names, without spaces or slashes"),
            (Fault::TiersInCircles, "no tier is its own descendant"),
            (Fault::UndeclaredTier, "moves lead to the tier itself or to a declared one"),
            (Fault::SlidesInTransition, "every move leaves a transition tier"),
            (Fault::MovesIntoIllegal, "play and images stay among legal positions"),
            (Fault::NormaliseMirrors, "a normal form is its own and has the same end"),
            (Fault::InsideGoesOutside, "for_each_child visits what the moves lead to, until it is stopped"),
            (Fault::NeverStops, "for_each_child visits what the moves lead to, until it is stopped"),
            (Fault::UnrankOffByOne, "unrank gives a position of the slot"),
            (Fault::TooManyImages, "images counts the positions of a slot"),
            (Fault::ScanLeavesOut, "scan visits what unrank gives"),
        ];
        for (fault, law) in cases {
            let broken = broken_laws(&check_tiers(&Strip::new(fault), &Effort::default()));
            assert!(broken.contains(&law), "{fault:?} broke {broken:?}");
            // A numbering that panics leaves nothing in order, and slots stand for normal forms.
            let spreads = matches!(fault, Fault::IndexPanics | Fault::NormaliseMirrors);
            assert!(broken.len() == 1 || spreads, "{fault:?} broke {broken:?}");
        }
    }

    #[test]
    fn an_index_blind_to_symmetry_breaks_the_laws_of_images() {
        let broken = broken_laws(&check_tiers(&Strip::new(Fault::RankSeesMirrors), &Effort::default()));
        assert!(broken.contains(&"all images of a position have one slot"), "{broken:?}");
    }

    #[test]
    fn a_rank_too_large_is_noticed() {
        let broken = broken_laws(&check_tiers(&Strip::new(Fault::RankTooLarge), &Effort::default()));
        assert!(broken.contains(&"every position has a slot of its tier"), "{broken:?}");
    }

    #[test]
    fn a_hidden_tie_is_noticed() {
        let broken = broken_laws(&check_tiers(&Strip::<false>::with_ties(Fault::None), &Effort::default()));
        assert_eq!(broken, ["a game without ties never ends in one"]);
    }
}
