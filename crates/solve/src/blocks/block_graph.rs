//! The slots of a tier, cut into blocks, and where the moves of a block lead.

use std::ops::Range;

use rayon::prelude::*;
use zermelo_core::{Blockwise, Choice, Entry, Index, Orbits, Place, Planes, Slide};

/// Positions of one block that are looked at together: their sets and where they lead stay in the nearest
/// cache.
pub(super) const BATCH: usize = Planes::MOST;

/// A position that waits has the number of its children in its byte, which needs room for losses, too.
const MOST_SLIDES: usize = 96;

/// Work is handed out in pieces of at least so many slots.
const UNIT_SLOTS: u64 = 4096;

/// The slots of a tier, half of them with the owner of the key to move (turn 0), half with the other player
/// (turn 1).
pub(super) struct BlockGraph<'a> {
    pub(super) orbits: &'a Orbits<2>,
    /// The blocks of a unit of work, and the units of a half.
    unit_blocks: u64,
    half_units: u64,
    pub(super) forward: Ways,
    pub(super) backward: Ways,
}

/// Moves, or moves back, and where they take the key sets of all blocks.
pub(super) struct Ways {
    /// Sorted by where they start.
    pub(super) slides: Vec<Slide>,
    /// One block's after the other's. Finding an entry costs more than following a slide for ten positions.
    entries: Vec<Entry>,
}

impl Ways {
    fn new(orbits: &Orbits<2>, mut slides: Vec<Slide>) -> Ways {
        slides.sort_by_key(|slide| slide.from);
        let entry = |i: usize| {
            let (key, _) = orbits.key_of((i / slides.len()) as u64);
            orbits.entry(slides[i % slides.len()].all(key as u32).into())
        };
        let count = orbits.blocks() as usize * slides.len();
        let entries = (0..count).into_par_iter().with_min_len(1 << 12).map(entry).collect();
        Ways { slides, entries }
    }

    /// The moves of a player with his own pieces, within the tier, from a block.
    pub(super) fn inside<'a>(&'a self, orbits: &'a Orbits<2>, mover: u64, block: u64) -> Moves<'a> {
        let first = block as usize * self.slides.len();
        let entries = Some(&self.entries[first..first + self.slides.len()]);
        Moves { slides: &self.slides, taking: Taking::Own, mover, target: orbits, entries }
    }
}

/// Which piece a move takes: one of the mover's own, or a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taking {
    Own,
    New,
}

/// What is to be followed from a block.
pub(super) struct Moves<'a> {
    pub(super) slides: &'a [Slide],
    pub(super) taking: Taking,
    /// Whose moves they are: 0 is the owner of the key.
    pub(super) mover: u64,
    /// The index of the tier that they lead to.
    pub(super) target: &'a Orbits<2>,
    /// Where each slide takes the key set, if that is known.
    pub(super) entries: Option<&'a [Entry]>,
}

/// Some positions of one block.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) turn: u64,
    pub(super) block: u64,
    pub(super) key: u32,
    /// Whether the key set has symmetries of its own.
    pub(super) symmetric: bool,
    /// The first slot of the block in its half.
    pub(super) first: u64,
    /// The cells that the key leaves free.
    free: u64,
    /// The places of the positions within the block, and their sets of the other kind, as patterns of the
    /// free cells.
    pub(super) places: Vec<u16>,
    pub(super) others: Planes,
}

impl Batch {
    /// Makes it an empty batch of a block.
    pub(super) fn begin(&mut self, orbits: &Orbits<2>, turn: u64, block: u64) {
        let (key, symmetric) = orbits.key_of(block);
        (self.turn, self.block, self.key, self.symmetric) = (turn, block, key as u32, symmetric);
        self.first = block * orbits.block_len();
        self.free = orbits.free(key);
        self.clear();
    }

    /// Adds the position at a place of the block.
    #[inline]
    pub(super) fn add(&mut self, orbits: &Orbits<2>, place: u16) {
        self.places.push(place);
        self.others.push(orbits.pattern_at(place.into()));
    }

    /// The number of a cell among those that the key leaves free.
    fn number_of(&self, cell: u8) -> u32 {
        (self.free & ((1 << cell) - 1)).count_ones()
    }

    pub(super) fn is_full(&self) -> bool {
        self.places.len() == BATCH
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.others.begin(self.free.count_ones());
    }
}

/// Where one slide leads those members of a batch that can make it: the number of the block, its first slot,
/// and for each of them the place in the block.
pub(super) struct Reached<'r> {
    pub(super) block: u64,
    pub(super) first: u64,
    pub(super) places: &'r [u16],
    choice: &'r Choice,
}

impl Reached<'_> {
    /// What `code` tells of the places, for each member of the batch, and 255 for those that cannot make the
    /// slide. Hot.
    #[inline]
    pub(super) fn read<'b>(&self, code: impl Fn(usize) -> u8, buffers: &'b mut CodeBuffers) -> &'b [u8] {
        buffers.read(self.choice, self.places, code)
    }
}

/// FollowScratch for reading the codes that a slide leads to.
pub(super) struct CodeBuffers {
    codes: Box<[u8; BATCH + 64]>,
    by_member: Box<[u8; BATCH + 64]>,
}

impl CodeBuffers {
    /// What `code` tells of the places of the chosen members of a batch, and 255 for the other members. Hot.
    #[inline]
    pub(super) fn read<P: Place>(
        &mut self,
        choice: &Choice,
        places: &[P],
        code: impl Fn(usize) -> u8,
    ) -> &[u8] {
        for (read, place) in self.codes.iter_mut().zip(places).take(choice.sets().len()) {
            *read = code(place.number());
        }
        choice.spread(&self.codes, u8::MAX, &mut self.by_member);
        &self.by_member[..choice.among()]
    }
}

impl Default for CodeBuffers {
    fn default() -> CodeBuffers {
        CodeBuffers { codes: Choice::buffer(), by_member: Choice::buffer() }
    }
}

/// So many slides are followed at a time: while the codes that one leads to are on their way from memory, the
/// places of the next ones are found.
const AHEAD: usize = 8;

/// FollowScratch for following slides, one per thread.
pub(super) struct FollowScratch {
    /// The members that can make the slides from one cell: one more than slides, each of which may have
    /// another choice.
    choices: [Choice; AHEAD + 1],
    steps: [Step; AHEAD],
}

/// One slide: which members of a batch make it, and where it takes them.
struct Step {
    choice: usize,
    block: u64,
    first: u64,
    places: Box<[u16; BATCH]>,
}

impl Step {
    /// Fetches the codes of so many places of a block, or all of them if that is less work.
    #[inline]
    fn fetch(&self, count: usize, block_len: u64, fetch: impl Fn(u64)) {
        const LINE: usize = 64;
        if count as u64 >= block_len / LINE as u64 {
            // Blocks begin anywhere in a line, so the last place may be in one more.
            (0..block_len).step_by(LINE).for_each(|place| fetch(self.first + place));
            fetch(self.first + block_len - 1);
        } else {
            self.places[..count].iter().for_each(|&place| fetch(self.first + u64::from(place)));
        }
    }
}

impl Default for FollowScratch {
    fn default() -> FollowScratch {
        let buffer = || Box::new([0; BATCH]);
        FollowScratch {
            choices: Default::default(),
            steps: std::array::from_fn(|_| Step { choice: 0, block: 0, first: 0, places: buffer() }),
        }
    }
}

impl FollowScratch {
    fn reached(&self, step: usize) -> Reached<'_> {
        let Step { choice, block, first, ref places } = self.steps[step % AHEAD];
        let choice = &self.choices[choice];
        Reached { block, first, places: &places[..choice.sets().len()], choice }
    }
}

impl<'a> BlockGraph<'a> {
    pub(super) fn new<G: Blockwise>(game: &'a G, index: &'a G::Index) -> BlockGraph<'a> {
        let orbits = &index.1;
        assert!(game.slides().len() <= MOST_SLIDES, "a game with more than {MOST_SLIDES} slides");
        let unit_blocks = UNIT_SLOTS.div_ceil(orbits.block_len());
        let half_units = orbits.blocks().div_ceil(unit_blocks);
        let forward = Ways::new(orbits, game.slides().to_vec());
        let backward = Ways::new(orbits, game.slides().iter().map(|slide| slide.back()).collect());
        BlockGraph { orbits, unit_blocks, half_units, forward, backward }
    }

    /// The number of units of both halves.
    pub(super) fn units(&self) -> usize {
        2 * self.half_units as usize
    }

    /// The unit that a block belongs to.
    #[inline]
    pub(super) fn unit_of(&self, turn: u64, block: u64) -> usize {
        (turn * self.half_units + block / self.unit_blocks) as usize
    }

    /// Who is to move in a unit, and its blocks.
    pub(super) fn blocks_of(&self, unit: usize) -> (u64, Range<u64>) {
        let (turn, number) = (unit as u64 / self.half_units, unit as u64 % self.half_units);
        let first = number * self.unit_blocks;
        (turn, first..self.orbits.blocks().min(first + self.unit_blocks))
    }

    /// Visits the slots that slides lead a single position to when `mover` moves a piece of his own.
    pub(super) fn follow_one(
        &self,
        [key, other]: [u32; 2],
        slides: &[Slide],
        mover: u64,
        mut visit: impl FnMut(u64),
    ) {
        let own = if mover == 0 { key } else { other };
        for slide in slides.iter().filter(|slide| own >> slide.from & 1 == 1) {
            visit(self.orbits.rank([slide.all(key).into(), slide.all(other).into()]));
        }
    }
}

/// Goes through the slides that members of the batch can make, and tells where they lead: `fetch` gets each
/// slot beforehand, or one of every line of its block, so that the codes can be on their way from memory.
/// Hot.
#[inline]
pub(super) fn follow(
    batch: &Batch,
    &Moves { slides, taking, mover, target, entries }: &Moves<'_>,
    room: &mut FollowScratch,
    fetch: impl Fn(u64),
    mut visit: impl FnMut(Reached<'_>),
) {
    // An own piece of the key's owner is the same for all members; else their sets of the other kind decide.
    let everyone = taking == Taking::Own && mover == 0;
    let (mut steps, mut choice, mut chosen_for) = (0, 0, None);
    for (number, slide) in slides.iter().enumerate() {
        if (batch.key >> slide.from & 1 == 1) != everyone {
            continue;
        }
        if everyone && chosen_for.is_none() {
            room.choices[choice].choose_all(&batch.others);
            chosen_for = Some(slide.from);
        } else if !everyone && chosen_for != Some(slide.from) {
            // A choice that nobody uses makes room for the next.
            if steps > 0 && room.steps[(steps - 1) % AHEAD].choice == choice {
                choice = (choice + 1) % room.choices.len();
            }
            let cell = 1 << batch.number_of(slide.from);
            let (has, lacks) = if taking == Taking::Own { (cell, 0) } else { (0, cell) };
            room.choices[choice].choose(&batch.others, has, lacks);
            chosen_for = Some(slide.from);
        }
        if room.choices[choice].sets().is_empty() {
            continue;
        }
        if steps >= AHEAD {
            visit(room.reached(steps));
        }
        let moved = 1 << slide.to;
        let (key, added) = if mover == 0 { (moved, 0) } else { (0, moved) };
        let key = u64::from(slide.others(batch.key) | key);
        let entry = entries.map_or_else(|| target.entry(key), |entries| entries[number]);
        let (step, chosen) = (&mut room.steps[steps % AHEAD], &room.choices[choice]);
        let landing = target.landing_at(entry, key);
        (step.choice, step.block, step.first) = (choice, landing.block(), landing.first());
        landing.places(chosen.sets(), batch.free, *slide, added, &mut step.places);
        step.fetch(chosen.sets().len(), target.block_len(), &fetch);
        steps += 1;
    }
    for step in steps.saturating_sub(AHEAD)..steps {
        visit(room.reached(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliders::Sliders;
    use zermelo_core::Tiered;

    #[test]
    fn every_block_of_both_halves_is_in_the_unit_that_it_is_said_to_be_in() {
        let game = Sliders::new();
        let index = game.index(33);
        let graph = BlockGraph::new(&game, &index);
        for turn in 0..2 {
            for block in 0..index.1.blocks() {
                let (owner, blocks) = graph.blocks_of(graph.unit_of(turn, block));
                assert!(owner == turn && blocks.contains(&block));
            }
        }
        let all: u64 = (0..graph.units()).map(|unit| graph.blocks_of(unit).1.count() as u64).sum();
        assert_eq!(all, 2 * index.1.blocks());
    }

    #[test]
    fn slides_back_lead_to_where_slides_came_from() {
        let game = Sliders::new();
        let index = game.index(23);
        let graph = BlockGraph::new(&game, &index);
        for slot in (0..index.1.len()).step_by(7) {
            let Some(sets) = index.1.unrank(slot) else { continue };
            let sets = sets.map(|set| set as u32);
            for mover in 0..2 {
                graph.follow_one(sets, &graph.forward.slides, mover, |child| {
                    let reached = index.1.unrank(child).expect("a used slot").map(|set| set as u32);
                    let mut back = Vec::new();
                    graph.follow_one(reached, &graph.backward.slides, mover, |parent| back.push(parent));
                    assert!(back.contains(&slot));
                });
            }
        }
    }
}
