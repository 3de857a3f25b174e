//! Solving, for the command that is about it and for those that need a solved game.

use std::time::Instant;

use zermelo_explore::{Opened, SolveOptions};
use zermelo_store::{Database, Kind};

use crate::context::Context;
use crate::exit::Failure;
use crate::text::{count, thousands};

/// Games of fewer slots are solved when a command needs it, without being asked.
const SMALL: u64 = 100_000_000;

/// What a solve came to.
pub(crate) struct Solve {
    /// The database, if the game is now complete.
    pub(crate) database: Option<Database>,
    /// The tiers that were solved now, with their slots.
    pub(crate) tiers: Vec<(String, u64)>,
    pub(crate) seconds: f64,
}

/// Solves with a progress bar. When interrupted, the error says how to go on.
pub(crate) fn solve(
    context: &Context,
    opened: &Opened<'_>,
    anew: bool,
    options: &SolveOptions,
) -> Result<Solve, Failure> {
    let started = Instant::now();
    let progress = context.progress();
    let solved = opened.solve(anew, options, &context.run(&progress));
    let tiers = progress.tiers_done();
    match solved.map_err(Failure::from) {
        Ok(database) => Ok(Solve { database, tiers, seconds: started.elapsed().as_secs_f64() }),
        Err(Failure::Interrupted(_)) => Err(Failure::Interrupted(how_to_resume(opened, tiers.len()))),
        Err(failure) => Err(failure),
    }
}

fn how_to_resume(opened: &Opened<'_>, tiers: usize) -> String {
    let id = opened.id();
    match opened.game.extent() {
        None => format!("interrupted; {id} is solved in one go, so 'zermelo solve {id}' will start again"),
        Some(_) => {
            let tiers = count(tiers as u64, "more tier");
            format!(
                "interrupted; {tiers} finished and all finished tiers are kept: 'zermelo solve {id}' goes on"
            )
        }
    }
}

/// The database of a game. A small game that is not solved is solved now; a large one is an error.
pub(crate) fn database(context: &Context, opened: &Opened<'_>) -> Result<Database, Failure> {
    if let Some(database) = opened.database()? {
        return Ok(database);
    }
    if let Some(extent) = opened.game.extent().filter(|extent| extent.slots >= SMALL) {
        return Err(Failure::input(format!(
            "{id} is not solved, and with {} positions it is too large to do that unasked; run 'zermelo solve {id}'",
            thousands(extent.slots),
            id = opened.id()
        )));
    }
    context.note(&format!("{} is not solved yet: solving it first", opened.title()));
    let solved = solve(context, opened, false, &SolveOptions::default())?;
    Ok(solved.database.expect("a solve of all tiers is complete"))
}

/// The tiers of a database; none if the game was explored as a whole.
pub(crate) fn tiers(database: &Database) -> usize {
    let volumes = database.manifest().volumes.iter();
    volumes.filter(|volume| volume.kind == Kind::Slots).map(|volume| volume.tables.len()).sum()
}

/// How many positions a database knows, in words: as the last analysis counted them, or as they are stored.
pub(crate) fn positions(opened: &Opened<'_>, database: &Database) -> String {
    let counted = opened.last_analysis().and_then(|analysis| {
        let total = |part: &str| analysis[part]["positions"].as_u64();
        Some((total("all")?, total("canonical")?))
    });
    let stored = || count(database.manifest().slots, "stored position");
    match (counted, tiers(database)) {
        (Some((all, canonical)), _) => {
            format!("{}, {} up to symmetry", count(all, "position"), thousands(canonical))
        }
        (None, 0) => stored(),
        (None, tiers) => format!("{} in {}", stored(), count(tiers as u64, "tier")),
    }
}
