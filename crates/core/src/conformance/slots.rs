//! The laws of level two that concern numberings: one slot a position, and the same slot for its images.

use rustc_hash::FxHashSet;

use super::check::{Check, Effort, ensure, word};
use super::random::Random;
use super::rules::on_positions;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{Index, Tiered};

/// Images of a position that are looked at; a game may have thousands.
pub(super) const IMAGES: usize = 16;

pub(super) fn check<G: Tiered>(
    game: &G,
    walk: &Walk<G>,
    territory: &Territory<G>,
    effort: &Effort,
) -> Vec<Check> {
    vec![
        ranks_are_in_range(game, walk, territory),
        items_are_positions(game, territory),
        ranks_are_undone(game, territory),
        images_share_a_slot(game, territory, effort),
        images_are_counted(game, territory),
        scans(game, territory, effort),
    ]
}

fn on_slots<G: Tiered>(
    law: &'static str,
    territory: &Territory<G>,
    step: usize,
    mut test: impl FnMut(G::Tier, u64) -> Result<(), String>,
) -> Check {
    let slots = territory.slots.iter().step_by(step);
    Check::of(
        law,
        slots,
        |(tier, slot)| format!("slot {slot} of tier {tier}"),
        |(tier, slot)| test(*tier, *slot),
    )
}

fn ranks_are_in_range<G: Tiered>(game: &G, walk: &Walk<G>, territory: &Territory<G>) -> Check {
    on_positions("every position has a slot of its tier", game, &walk.positions, |p| {
        let (tier, slot) = territory.place(p);
        let len = territory.index(tier).len();
        ensure(slot < len, || format!("slot {slot} of tier {tier}, which has {len} slots"))
    })
}

fn items_are_positions<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_placed("a position is read back from its item", territory, |tier, p| {
        let normal = game.normalise(p);
        let back = game.position(tier, game.item(&normal));
        ensure(back == normal, || format!("its item is that of {}", word(game, &back)))
    })
}

fn ranks_are_undone<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    on_slots("unrank gives a position of the slot", territory, 1, |tier, slot| {
        let index = territory.index(tier);
        let Some(item) = index.unrank(slot) else { return Ok(()) };
        let rank = index.rank(item);
        ensure(rank == slot, || format!("its item has slot {rank}"))?;
        let p = game.position(tier, item);
        ensure(game.normalise(&p) == p, || format!("its position {} is not in normal form", word(game, &p)))?;
        let (found, rank) = territory.place(&p);
        ensure((found, rank) == (tier, slot), || {
            format!("its position {} has slot {rank} of tier {found}", word(game, &p))
        })
    })
}

fn images_share_a_slot<G: Tiered>(game: &G, territory: &Territory<G>, effort: &Effort) -> Check {
    let mut random = Random::new(effort.seed);
    let symmetries = game.symmetries();
    on_placed("all images of a position have one slot", territory, |_, p| {
        let place = territory.place(p);
        for i in 0..symmetries.min(IMAGES) {
            let k = if symmetries <= IMAGES { i } else { random.below(symmetries) };
            let image = game.image(p, k);
            let (tier, slot) = territory.place(&image);
            ensure((tier, slot) == place, || {
                let (own_tier, own_slot) = place;
                let image = word(game, &image);
                format!("it has slot {own_slot} of {own_tier}, its image {image} slot {slot} of {tier}")
            })?;
        }
        Ok(())
    })
}

fn images_are_counted<G: Tiered>(game: &G, territory: &Territory<G>) -> Check {
    let step = game.symmetries().div_ceil(IMAGES).max(1);
    on_slots("images counts the positions of a slot", territory, step, |tier, slot| {
        let counted = territory.index(tier).images(slot);
        let found = territory.position((tier, slot)).map_or(0, |p| {
            let images = (0..game.symmetries()).map(|k| game.normalise(&game.image(&p, k)));
            images.collect::<FxHashSet<_>>().len() as u64
        });
        ensure(counted == found, || {
            format!("it says {counted}, and the symmetries of the game give {found} positions")
        })
    })
}

fn scans<G: Tiered>(game: &G, territory: &Territory<G>, effort: &Effort) -> Check {
    let mut random = Random::new(effort.seed);
    let share = territory.share(effort);
    let name = |tier: &&G::Tier| format!("tier {tier}");
    Check::of("scan visits what unrank gives", territory.tiers.keys(), name, |&&tier| {
        let index = territory.index(tier);
        let len = index.len();
        let from = if len <= share { 0 } else { random.next() % (len - share + 1) };
        // Once everything, once a part that begins and ends in the middle, with gaps.
        let (whole, part) =
            (from..len.min(from + share), from + share.min(len) / 3..len.min(from + share / 2));
        for (slots, gap) in [(whole, 1), (part, 3)] {
            let want = |slot: u64| slot.is_multiple_of(gap);
            let mut visited = Vec::new();
            index.scan(slots.clone(), want, |slot, item| visited.push((slot, game.position(tier, item))));
            let expected = slots.clone().filter(|&slot| want(slot));
            let expected: Vec<_> =
                expected.filter_map(|slot| Some((slot, territory.position((tier, slot))?))).collect();
            ensure(visited == expected, || {
                format!(
                    "slots {slots:?} by {gap}: {} of {} are the same",
                    same(&visited, &expected),
                    expected.len()
                )
            })?;
        }
        Ok(())
    })
}

/// How long two lists agree.
fn same<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
