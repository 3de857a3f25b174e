//! What there is to see: all games with their variants, and what is known of each.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use zermelo_core::picture::{Figures, Look};
use zermelo_library::{Family, Library, Solution, says_complete};
use zermelo_store::{Identity, Manifest};

use crate::open_variant::Status;

/// How long an overview is good for.
const FRESH: Duration = Duration::from_secs(2);

/// What is known of a listed variant without opening its database.
#[derive(Clone, Debug)]
pub struct Card {
    /// How much of it is solved.
    pub status: Status,
    /// How many positions it has, if it has been counted.
    pub positions: Option<u64>,
    /// The value of the start in words and its remoteness, if it is solved and has a start.
    pub outcome: Option<(String, Option<u32>)>,
    /// True for a collection of endgames, which has no start.
    pub collection: bool,
    /// Whether play can go round in circles, if that is known.
    pub loopy: Option<bool>,
}

/// All games, in the order of the library.
pub struct Overview {
    /// The families with the cards of their listed variants.
    pub games: Vec<(Arc<Family>, Vec<Card>)>,
    /// How the usual variant of each family looks at the start, if it has a look.
    pub thumbnails: Vec<Option<(Look, Figures)>>,
}

/// What follows from the rules of a variant.
struct Facts {
    loopy: Option<bool>,
    collection: bool,
    /// Whose databases belong to it. Made when there is a database, because it takes a while.
    identity: OnceCell<Option<Identity>>,
}

/// What has been found out about variants.
#[derive(Default)]
pub(crate) struct Cards {
    last: Mutex<Option<(Instant, Arc<Overview>)>>,
    thumbnails: OnceLock<Vec<Option<(Look, Figures)>>>,
    /// What follows from the rules of variants, by id, so that it is asked once.
    facts: Mutex<FxHashMap<String, Facts>>,
    /// How many positions solved variants have, by id, once they have been counted.
    positions: Mutex<FxHashMap<String, u64>>,
}

impl Cards {
    /// The overview, made anew if the last one is old.
    pub(crate) fn overview(&self, library: &Library) -> Arc<Overview> {
        // Under the lock: if many ask at once, one looks.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made, overview)) = &*last
            && made.elapsed() < FRESH
        {
            return Arc::clone(overview);
        }
        let games = library.families().iter().map(|family| {
            let cards = family.variants.iter().map(|variant| self.card(library, family, variant.id));
            (Arc::clone(family), cards.collect())
        });
        let thumbnails =
            self.thumbnails.get_or_init(|| library.families().iter().map(|f| thumbnail(f)).collect()).clone();
        let overview = Arc::new(Overview { games: games.collect(), thumbnails });
        *last = Some((Instant::now(), Arc::clone(&overview)));
        overview
    }

    fn card(&self, library: &Library, family: &Family, variant: &str) -> Card {
        let id = format!("{}/{variant}", family.id);
        let directory = library.data().join(family.id).join(variant);
        let manifest = Manifest::read(&directory).ok();
        let (loopy, collection, belongs) = self.facts(library, &id, manifest.as_ref());
        let summary = manifest.filter(|_| belongs).map_or(Json::Null, |manifest| manifest.summary);
        let status = match &summary {
            Json::Null => Status::Unsolved,
            summary if says_complete(summary) => Status::Solved,
            _ => Status::Part,
        };
        // Older databases of collections tell the outcome of an example.
        let outcome = summary["value"].as_str().filter(|_| !collection).map(|value| {
            let remoteness = summary["remoteness"].as_i64().and_then(|r| u32::try_from(r).ok());
            (value.to_owned(), remoteness)
        });
        let positions = match status {
            Status::Solved => self.count_positions(library, &id),
            _ => None,
        };
        Card { status, positions, outcome, collection, loopy }
    }

    /// Returns if a variant is loopy, if it is a collection, and if this manifest belongs to its rules.
    fn facts(&self, library: &Library, id: &str, manifest: Option<&Manifest>) -> (Option<bool>, bool, bool) {
        let mut known = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let facts = known.entry(id.to_owned()).or_insert_with(|| {
            let handle = library.open(id).ok();
            Facts {
                loopy: handle.as_ref().and_then(|handle| handle.game.is_loopy()),
                collection: handle.is_some_and(|handle| handle.game.is_collection()),
                identity: OnceCell::new(),
            }
        });
        let belongs = manifest.is_some_and(|manifest| {
            let identity = facts.identity.get_or_init(|| Some(library.open(id).ok()?.identity()));
            identity.as_ref() == Some(&manifest.identity)
        });
        (facts.loopy, facts.collection, belongs)
    }

    fn count_positions(&self, library: &Library, id: &str) -> Option<u64> {
        let mut known = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&positions) = known.get(id) {
            return Some(positions);
        }
        let positions = library.open(id).ok()?.last_analysis()?["all"]["positions"].as_u64()?;
        known.insert(id.to_owned(), positions);
        Some(positions)
    }
}

fn thumbnail(family: &Family) -> Option<(Look, Figures)> {
    let game = family.build(family.default_variant().id).ok()?;
    let look = game.look()?.clone();
    let start = game.view(&game.start(), Solution::NONE).ok()?;
    Some((look, start.figures))
}
