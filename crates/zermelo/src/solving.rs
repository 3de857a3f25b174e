//! Solving, for the command that is about it and for those that need a solved game.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use zermelo_core::Outcome;
use zermelo_library::{LibraryError, SolveOptions, VariantHandle, is_complete, longest_win, outcome_words};
use zermelo_service::{Known, Size, Unsolved};
use zermelo_solve::unlimited;
use zermelo_store::{Database, Kind, VolumeInfo};

use crate::context::Context;
use crate::exit::Failure;
use crate::text::{self, count, thousands};

/// What a solve came to.
pub(crate) struct Solve {
    /// The database, if the game is now complete.
    pub(crate) database: Option<Database>,
    /// The tiers that were solved now, with their slots.
    pub(crate) tiers: Vec<(String, u64)>,
    pub(crate) seconds: f64,
}

/// Why a solve did not come to its end.
struct Stopped {
    error: LibraryError,
    /// How many tiers were finished before.
    tiers: usize,
}

impl Stopped {
    /// The failure of the command; when interrupted, it says how to go on.
    fn failure(self, handle: &VariantHandle) -> Failure {
        match Failure::from(self.error) {
            Failure::Interrupted(_) => Failure::Interrupted(how_to_resume(handle, self.tiers)),
            failure => failure,
        }
    }
}

/// Solves with a progress bar.
pub(crate) fn solve(
    context: &Context,
    handle: &VariantHandle,
    anew: bool,
    options: &SolveOptions,
) -> Result<Solve, Failure> {
    let started = Instant::now();
    let progress = context.progress().writing_to(handle.directory.clone());
    let solved = handle.solve(anew, options, &context.run(&progress));
    let tiers = progress.tiers_done();
    match solved {
        Ok(database) => Ok(Solve { database, tiers, seconds: started.elapsed().as_secs_f64() }),
        Err(error) => Err(Stopped { error, tiers: tiers.len() }.failure(handle)),
    }
}

fn how_to_resume(handle: &VariantHandle, tiers: usize) -> String {
    let id = handle.id();
    if handle.is_under_way() {
        return format!("interrupted; what was found out is kept: 'zermelo solve {id}' goes on");
    }
    if handle.game.method() == "exploration" {
        return match handle.database() {
            Ok(Some(_)) => format!(
                "interrupted; the database that was there is unchanged: 'zermelo solve {id} --force' starts again"
            ),
            _ => format!("interrupted; nothing was kept yet: 'zermelo solve {id}' starts again"),
        };
    }
    let tiers = count(tiers as u64, "more tier");
    format!("interrupted; {tiers} finished and all finished tiers are kept: 'zermelo solve {id}' goes on")
}

/// The database of a whole game. A small game that is not solved is solved now; a large one is an error.
pub(crate) fn database(context: &Context, handle: &VariantHandle) -> Result<Database, Failure> {
    match whole_or_part(context, handle)? {
        database if is_complete(&database) => Ok(database),
        part => Err(Failure::input(format!(
            "this needs the whole game, and {id} is {}; run 'zermelo solve {id}'",
            partly_solved(handle, &part),
            id = handle.id()
        ))),
    }
}

/// What is known of a game; nothing is an error. See [`known`].
pub(crate) fn whole_or_part(context: &Context, handle: &VariantHandle) -> Result<Database, Failure> {
    match known(context, handle)? {
        Known::Database(database) => Ok(*database),
        Known::Nothing(why) => Err(nothing_known(handle, why)),
    }
}

/// Returns what is known of a game. A small game that is not solved is solved now; of a large one, the part
/// that is solved has to do.
pub(crate) fn known(context: &Context, handle: &VariantHandle) -> Result<Known, Failure> {
    let progress = context.progress().writing_to(handle.directory.clone());
    let begins = || context.note(&format!("{} is not solved yet: solving it first", handle.title()));
    let known = zermelo_service::known(handle, &context.run(&progress), begins);
    let tiers = progress.tiers_done();
    known.map_err(|error| Stopped { error, tiers: tiers.len() }.failure(handle))
}

/// Returns the failure of a command that cannot do without values.
pub(crate) fn nothing_known(handle: &VariantHandle, why: Unsolved) -> Failure {
    let id = handle.id();
    match why {
        Unsolved::TooLarge(extent) => Failure::input(format!(
            "{id} is not solved, and with {} slots it is too large to do that unasked; run 'zermelo solve {id}'",
            thousands(extent.slots),
        )),
        Unsolved::Live => Failure::input(format!(
            "{id} is not solved, and nobody knows how long that takes; 'zermelo query {id}' solves single positions, and \
             'zermelo solve {id}' tries all"
        )),
        Unsolved::Memory(error) => error.into(),
    }
}

/// Returns the size of a game, if it can be told within this time.
pub(crate) fn size_within(
    context: &Context,
    handle: &VariantHandle,
    patience: Duration,
) -> Result<Size, Failure> {
    let progress = context.progress();
    Ok(zermelo_service::size_within(handle, patience, &context.run(&progress))?)
}

/// How much of a game a part has, in words.
pub(crate) fn partly_solved(handle: &VariantHandle, part: &Database) -> String {
    let solved = tiers(part) as u64;
    match handle.size(&unlimited()) {
        Ok(Some(extent)) => {
            format!("partly solved: {} of {}", thousands(solved), count(extent.tiers, "tier"))
        }
        _ => format!("partly solved: {}", count(solved, "tier")),
    }
}

/// Returns the position that a command looks at if none is named: the start, or an example, and then the user
/// is told so.
pub(crate) fn first_position(context: &Context, handle: &VariantHandle) -> String {
    let position = handle.game.start();
    if handle.game.is_collection() {
        context.note(&format!("{}; {position} is an example.", has_no_start(handle)));
    }
    position
}

/// Says that a collection of endgames has no start.
pub(crate) fn has_no_start(handle: &VariantHandle) -> String {
    format!("{} is a collection of endgames and has no start", handle.id())
}

/// The result of a whole game in words: who wins, or, of a collection of endgames, how long wins take.
pub(crate) fn result(handle: &VariantHandle, database: &Database) -> Result<String, Failure> {
    if !handle.game.is_collection() {
        return Ok(text::result(handle.game.start_outcome(database)?));
    }
    let longest = longest_win(database)?.and_then(Outcome::remoteness);
    let wins =
        longest.map_or("nobody ever wins".to_owned(), |moves| format!("the longest win takes {moves}"));
    Ok(format!("all endgames are solved; {wins}"))
}

/// The same for programs: members of a JSON object.
pub(crate) fn result_json(handle: &VariantHandle, database: &Database) -> Result<Json, Failure> {
    if handle.game.is_collection() {
        let longest = longest_win(database)?.and_then(Outcome::remoteness);
        return Ok(json!({ "collection": true, "longestWin": longest }));
    }
    let (value, remoteness) = outcome_words(handle.game.start_outcome(database)?);
    Ok(json!({ "value": value, "remoteness": remoteness }))
}

/// What a database counts: slots of tiers, some of which no position uses, positions, or records of an engine
/// of the game's own.
pub(crate) fn unit(database: &Database) -> &'static str {
    if has_records(database) {
        return "records";
    }
    if tiers(database) == 0 { "positions" } else { "slots" }
}

fn has_records(database: &Database) -> bool {
    database.manifest().volumes.iter().any(|volume| volume.kind == Kind::Records)
}

/// The tiers of a database; none if the game was explored as a whole.
pub(crate) fn tiers(database: &Database) -> usize {
    let volumes = database.manifest().volumes.iter();
    let explored = |volume: &&VolumeInfo| matches!(volume.kind, Kind::Keyed | Kind::Positions);
    volumes.filter(|volume| !explored(volume)).map(|volume| volume.tables.len()).sum()
}

/// How much a database knows, in words: positions as the last analysis counted them, or what is stored.
pub(crate) fn size(handle: &VariantHandle, database: &Database) -> String {
    let counted = handle.last_analysis().and_then(|analysis| {
        let total = |part: &str| analysis[part]["positions"].as_u64();
        Some((total("all")?, total("canonical")?))
    });
    let slots = database.manifest().slots;
    match (counted, tiers(database)) {
        (Some((all, canonical)), _) => {
            format!("{}, {} up to symmetry", count(all, "position"), thousands(canonical))
        }
        (None, _) if has_records(database) => count(slots, "record"),
        (None, 0) => count(slots, "stored position"),
        (None, tiers) => format!("{} in {}", count(slots, "slot"), count(tiers as u64, "tier")),
    }
}
