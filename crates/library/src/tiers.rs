//! The engine of games with an index: solve tier by tier, keep codes by slot.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Index, Outcome, ParseError, TierKind, Tiered};
use zermelo_solve::{
    Analysis, MemoryTierStore, Plan, Run, SolveError, TierStore, Verification, analyse_tiers, solve_tiers,
    verify_tiers,
};
use zermelo_store::{DEFAULT_SLOT_LEVEL, Database, Folder, StoreError};

use crate::disk_tier_store::{DiskTierStore, Source, missing};
use crate::engine::{Engine, Extent, SolveOptions};
use crate::level::{IndexedLevel, Level};
use crate::search::matching_slots;
use crate::summary::is_complete;
use crate::{LibraryError, Search};

/// The engine of all levels with an index; `P` says which.
pub(crate) struct Tiers<G: Tiered, P> {
    /// Indexes made so far: a query should not build one each time.
    indexes: Mutex<BTreeMap<G::Tier, Arc<G::Index>>>,
    /// Made when it is first needed, because it takes the size of every tier.
    plan: OnceLock<Plan<G::Tier>>,
    parents: PhantomData<P>,
}

impl<G: Tiered, P> Tiers<G, P> {
    pub(crate) fn new() -> Tiers<G, P> {
        Tiers { indexes: Mutex::default(), plan: OnceLock::new(), parents: PhantomData }
    }

    fn plan(&self, game: &G) -> &Plan<G::Tier> {
        self.plan.get_or_init(|| Plan::of(game))
    }

    /// The tier and the slot of a position.
    fn slot(&self, game: &G, p: &G::Position) -> (G::Tier, u64) {
        let normal = game.normalise(p);
        let tier = game.tier_of(&normal);
        (tier, self.index(game, tier).rank(game.item(&normal)))
    }

    fn index(&self, game: &G, tier: G::Tier) -> Arc<G::Index> {
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        indexes.entry(tier).or_insert_with(|| Arc::new(game.index(tier))).clone()
    }
}

impl<G: Tiered + 'static, P: IndexedLevel<G>> Engine<G> for Tiers<G, P> {
    fn level(&self) -> Level {
        P::LEVEL
    }

    fn extent(&self, game: &G, run: &Run<'_>) -> Result<Option<Extent>, LibraryError> {
        let plan = match self.plan.get() {
            Some(plan) => plan,
            None => {
                let plan = Plan::within(game, run)?;
                self.plan.get_or_init(|| plan)
            }
        };
        let memory = plan.memory_to_solve(&(0..plan.volumes()).collect());
        Ok(Some(Extent { tiers: plan.tiers().len() as u64, slots: plan.slots(), memory }))
    }

    fn held_bytes(&self) -> u64 {
        let indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        // Indexes share tables, which are counted once.
        let mut tables = BTreeMap::new();
        for index in indexes.values() {
            index.tables(&mut |table, bytes| {
                tables.insert(table, bytes);
            });
        }
        tables.into_values().sum()
    }

    /// Goes through the tiers until it meets a loopy one. The plan would know, but it also counts all slots.
    fn is_loopy(&self, game: &G) -> Option<bool> {
        let mut viewer: BTreeSet<G::Tier> = BTreeSet::new();
        let mut next = game.roots();
        while let Some(tier) = next.pop() {
            if game.kind(tier) == TierKind::Loopy {
                return Some(true);
            }
            if viewer.insert(tier) {
                next.extend(game.children(tier));
            }
        }
        Some(false)
    }

    fn method(&self) -> &'static str {
        "tiers"
    }

    fn is_collection(&self) -> bool {
        G::ENDGAMES
    }

    fn place(&self, game: &G, p: &G::Position) -> String {
        let (tier, slot) = self.slot(game, p);
        format!("{tier} {slot}")
    }

    fn check_tiers(&self, game: &G, tiers: &[String]) -> Result<(), LibraryError> {
        wanted_tiers(self.plan(game), tiers)?;
        Ok(())
    }

    fn check_memory(&self, game: &G, options: &SolveOptions, run: &Run<'_>) -> Result<(), LibraryError> {
        let plan = self.plan(game);
        let volumes = match wanted_tiers(plan, &options.tiers)? {
            Some(tiers) => plan.volumes_for(&tiers),
            None => (0..plan.volumes()).collect(),
        };
        Ok(plan.check_memory(&volumes, run.memory)?)
    }

    fn solve(
        &self,
        game: &G,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError> {
        let plan = self.plan(game);
        let wanted = wanted_tiers(plan, &options.tiers)?;
        let level = options.level.unwrap_or(DEFAULT_SLOT_LEVEL);
        let store = DiskTierStore::new::<G>(Source::Folder(folder, level), plan);
        let store = store.keeping(folder, options.keep_every);
        solve_tiers::<G, P>(game, plan, wanted.as_deref(), &store, run)?;
        for volume in 0..plan.volumes() {
            let names: Vec<String> = plan.volume(volume).iter().map(|t| t.tier.to_string()).collect();
            if !folder.has_volume(volume, &names)? {
                return Ok(None);
            }
        }
        let (tier, slot) = self.slot(game, &game.start());
        let codes = store.load(plan.get(tier).volume, &tier.to_string()).map_err(SolveError::TierStore)?;
        Ok(codes.outcome(slot))
    }

    fn outcome(
        &self,
        game: &G,
        database: &Database,
        p: &G::Position,
    ) -> Result<Option<Outcome>, LibraryError> {
        let (tier, slot) = self.slot(game, p);
        match database.outcome(&tier.to_string(), slot) {
            Ok(outcome) => Ok(outcome),
            Err(error @ StoreError::NoTable { .. }) => {
                let reachable = || self.plan(game).tiers().iter().any(|planned| planned.tier == tier);
                if is_complete(database) && reachable() {
                    return Err(missing(database, error).into());
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn search(
        &self,
        game: &G,
        database: &Database,
        search: &Search,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<(G::Position, Outcome)>, LibraryError> {
        let tiers: Vec<G::Tier> = self.plan(game).tiers().iter().map(|planned| planned.tier).collect();
        let names: Vec<String> = tiers.iter().map(ToString::to_string).collect();
        let mut found = Vec::new();
        matching_slots(database, &names, search, random, &mut |table, slot, outcome| {
            let tier = tiers[table];
            if let Some(item) = self.index(game, tier).unrank(slot) {
                let p = game.position(tier, item);
                if game.is_legal(&p) {
                    found.push((p, outcome));
                }
            }
            if found.len() < search.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(found)
    }

    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
        let plan = self.plan(game);
        let store = DiskTierStore::new::<G>(Source::Database(database), plan);
        Ok(analyse_tiers::<G, P>(game, plan, &store, run)?)
    }

    fn verify(
        &self,
        game: &G,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, LibraryError> {
        let plan = self.plan(game);
        let store = DiskTierStore::new::<G>(Source::Database(database), plan);
        let named = wanted_tiers(plan, tiers)?;
        let complete = is_complete(database);
        let is_here = |tier: G::Tier| complete || database.has_table(&tier.to_string());
        if let Some(tier) = named.iter().flatten().find(|&&tier| !is_here(tier)) {
            return Err(ParseError::new(format!("tier {tier} is not solved yet")).into());
        }
        let wanted =
            |tier: G::Tier| named.as_ref().map_or_else(|| is_here(tier), |named| named.contains(&tier));
        Ok(verify_tiers::<G, P>(game, plan, wanted, &store, run)?)
    }

    fn check(&self, game: &G, effort: &Effort) -> Vec<Check> {
        P::check(game, effort)
    }

    fn solve_in_memory(
        &self,
        game: &G,
        run: &Run<'_>,
    ) -> Result<Box<dyn Fn(&G, &G::Position) -> Option<Outcome>>, LibraryError> {
        let store = MemoryTierStore::default();
        solve_tiers::<G, P>(game, self.plan(game), None, &store, run)?;
        let tiers = store.into_tiers();
        Ok(Box::new(move |game, p| {
            let normal = game.normalise(p);
            let tier = game.tier_of(&normal);
            tiers.get(&tier.to_string())?.outcome(game.index(tier).rank(game.item(&normal)))
        }))
    }
}

/// The tiers that were named; `None` means all.
fn wanted_tiers<T: Copy + Ord + std::fmt::Display>(
    plan: &Plan<T>,
    names: &[String],
) -> Result<Option<Vec<T>>, SolveError> {
    match names {
        [] => Ok(None),
        names => Ok(Some(names.iter().map(|name| plan.find(name)).collect::<Result<_, _>>()?)),
    }
}
