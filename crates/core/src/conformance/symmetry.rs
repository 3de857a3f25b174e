//! The laws of symmetry: images form a group, and the rules cannot tell them apart.

use rustc_hash::FxHashSet;

use super::check::{Check, Effort, ensure, word};
use super::moves::children_of;
use super::random::Random;
use super::rules::on_positions;
use crate::Game;

/// A game with more symmetries than this has fewer of its positions looked at, as each costs more.
const CHEAP_SYMMETRIES: usize = 16;

pub(super) fn check<G: Game>(game: &G, positions: &[G::Position], effort: &Effort) -> Vec<Check> {
    let step = game.symmetries().div_ceil(CHEAP_SYMMETRIES).max(1);
    let some: Vec<G::Position> = positions.iter().copied().step_by(step).collect();
    vec![
        identity(game, positions),
        start_is_symmetric(game),
        group(game, &some, effort.seed),
        automorphism(game, &some, effort.seed),
        smallest(game, &some),
    ]
}

fn identity<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("symmetry 0 leaves every position as it is", game, positions, |p| {
        let image = game.image(p, 0);
        ensure(image == *p, || format!("its image is {}", word(game, &image)))
    })
}

fn start_is_symmetric<G: Game>(game: &G) -> Check {
    let name = |k: &usize| format!("symmetry {k}");
    Check::of("symmetries leave the start as it is", 0..game.symmetries(), name, |&k| {
        let (start, image) = (game.start(), game.image(&game.start(), k));
        ensure(image == start, || format!("{} becomes {}", word(game, &start), word(game, &image)))
    })
}

fn group<G: Game>(game: &G, positions: &[G::Position], seed: u64) -> Check {
    let mut random = Random::new(seed);
    on_positions("symmetries form a group", game, positions, |p| {
        let symmetries = game.symmetries();
        let images: Vec<G::Position> = (0..symmetries).map(|k| game.image(p, k)).collect();
        let (j, k) = (random.below(symmetries), random.below(symmetries));
        let twice = game.image(&images[j], k);
        ensure(images.contains(&twice), || format!("symmetry {j}, then {k}, gives no image of it"))?;
        // In a group every image comes equally often; the number of images is counted on that.
        let distinct: FxHashSet<G::Position> = images.iter().copied().collect();
        let fixed = images.iter().filter(|image| *image == p).count();
        ensure(distinct.len() * fixed == symmetries, || {
            format!("{symmetries} symmetries give {} images, and {fixed} leave it as it is", distinct.len())
        })
    })
}

/// Games may know the smallest image in another way than by looking at all.
fn smallest<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("the smallest image is the smallest", game, positions, |p| {
        let smallest = (1..game.symmetries()).map(|k| game.image(p, k)).fold(*p, Ord::min);
        let said = game.smallest_image(p);
        ensure(said == smallest, || format!("it is {}, not {}", word(game, &smallest), word(game, &said)))
    })
}

fn automorphism<G: Game>(game: &G, positions: &[G::Position], seed: u64) -> Check {
    let mut random = Random::new(seed);
    let class = |p: &G::Position| (0..game.symmetries()).map(|k| game.image(p, k)).min();
    let futures = |p: &G::Position| {
        let mut children: Vec<_> = children_of(game, p).iter().map(class).collect();
        children.sort_unstable();
        children
    };
    on_positions("images have the same moves and the same end", game, positions, |p| {
        let k = random.below(game.symmetries());
        let image = game.image(p, k);
        let differs = |what| format!("its image {} has {what}", word(game, &image));
        ensure(game.end(&image) == game.end(p), || differs("another end"))?;
        ensure(futures(&image) == futures(p), || differs("other moves"))
    })
}
