//! What the laws of tiers look at: the tiers, a share of the slots of each, and positions with their places.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::check::{Check, Effort, without_panic, word};
use super::random::Random;
use super::walk::Walk;
use crate::{Index, Tiered};

/// Slots looked at for each position that is: finding a slot is cheaper than playing a position.
const SLOTS_FOR_A_POSITION: usize = 4;

/// At least so many slots of a tier are looked at.
const LEAST_SLOTS: usize = 16;

/// Indexes kept at a time: one may hold megabytes of tables.
const INDEXES_KEPT: usize = 64;

/// A position in normal form and its tier.
pub(super) type Placed<G> = (<G as Tiered>::Tier, <G as crate::Game>::Position);

/// The tiers of a game, and samples of what is in them.
pub(super) struct Territory<'a, G: Tiered> {
    game: &'a G,
    /// All tiers that the roots lead to, with their declared children.
    pub(super) tiers: BTreeMap<G::Tier, Vec<G::Tier>>,
    /// For each tier the slots to look at, in order: all of a small tier.
    pub(super) slots: Vec<(G::Tier, u64)>,
    /// The positions of the walk and of the slots, in normal form, tier by tier.
    pub(super) positions: Vec<Placed<G>>,
    indexes: RefCell<FxHashMap<G::Tier, Rc<G::Index>>>,
    failure: Option<String>,
}

impl<'a, G: Tiered> Territory<'a, G> {
    pub(super) fn new(game: &'a G, walk: &Walk<G>, effort: &Effort) -> Territory<'a, G> {
        let mut territory = Territory {
            game,
            tiers: BTreeMap::new(),
            slots: Vec::new(),
            positions: Vec::new(),
            indexes: RefCell::default(),
            failure: None,
        };
        territory.find_tiers();
        territory.choose_slots(effort);
        territory.collect_positions(walk);
        territory
    }

    /// The law that surveying itself is a test of.
    pub(super) fn check(&self) -> Check {
        Check {
            law: "tiers can be listed and numbered",
            cases: self.tiers.len() as u64,
            failure: self.failure.clone(),
        }
    }

    pub(super) fn index(&self, tier: G::Tier) -> Rc<G::Index> {
        let mut indexes = self.indexes.borrow_mut();
        if indexes.len() >= INDEXES_KEPT && !indexes.contains_key(&tier) {
            indexes.clear();
        }
        indexes.entry(tier).or_insert_with(|| Rc::new(self.game.index(tier))).clone()
    }

    /// The tier and the slot of a position, which need not be in normal form.
    pub(super) fn place(&self, p: &G::Position) -> (G::Tier, u64) {
        let normal = self.game.normalise(p);
        let tier = self.game.tier_of(&normal);
        (tier, self.index(tier).rank(self.game.item(&normal)))
    }

    /// The position that stands for a slot; `None` if the slot is unused.
    pub(super) fn position(&self, (tier, slot): (G::Tier, u64)) -> Option<G::Position> {
        self.index(tier).unrank(slot).map(|item| self.game.position(tier, item))
    }

    pub(super) fn name(&self, (tier, p): &Placed<G>) -> String {
        format!("{} in tier {tier}", word(self.game, p))
    }

    /// How many slots of each tier are looked at.
    pub(super) fn share(&self, effort: &Effort) -> u64 {
        let all = effort.positions.saturating_mul(SLOTS_FOR_A_POSITION);
        (all / self.tiers.len().max(1)).max(LEAST_SLOTS) as u64
    }

    fn find_tiers(&mut self) {
        let game = self.game;
        let mut found = match without_panic(|| game.roots()) {
            Ok(roots) => roots,
            Err(panic) => return self.failure = Some(format!("the roots: {panic}")),
        };
        while let Some(tier) = found.pop() {
            if self.tiers.contains_key(&tier) {
                continue;
            }
            let children = without_panic(|| game.children(tier)).unwrap_or_else(|panic| {
                self.failure = Some(format!("the children of tier {tier}: {panic}"));
                Vec::new()
            });
            found.extend(&children);
            self.tiers.insert(tier, children);
        }
    }

    fn choose_slots(&mut self, effort: &Effort) {
        let mut random = Random::new(effort.seed);
        let share = self.share(effort);
        for tier in self.tiers.keys().copied().collect::<Vec<_>>() {
            let len = match without_panic(|| self.index(tier).len()) {
                Ok(len) => len,
                Err(panic) => {
                    self.failure = Some(format!("the numbering of tier {tier}: {panic}"));
                    continue;
                }
            };
            let slots: BTreeSet<u64> = if len <= share {
                (0..len).collect()
            } else {
                (0..share - 2).map(|_| random.next() % len).chain([0, len - 1]).collect()
            };
            self.slots.extend(slots.into_iter().map(|slot| (tier, slot)));
        }
    }

    /// A panic here is left to the laws about places and slots, which meet it again.
    fn collect_positions(&mut self, walk: &Walk<G>) {
        let game = self.game;
        let of_walk = walk.positions.iter().filter_map(|p| without_panic(|| game.normalise(p)).ok());
        let legal = |place| self.position(place).filter(|p| game.is_legal(p));
        let of_slots = self.slots.iter().filter_map(|&place| without_panic(|| legal(place)).ok().flatten());
        let places: BTreeSet<Placed<G>> =
            of_walk.chain(of_slots).filter_map(|p| without_panic(|| (game.tier_of(&p), p)).ok()).collect();
        self.positions = places.into_iter().collect();
    }
}
