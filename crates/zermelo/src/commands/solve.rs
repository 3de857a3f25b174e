//! `zermelo solve`: from rules to a database.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value as Json, json};
use zermelo_library::{SolveOptions, VariantHandle};
use zermelo_solve::bytes;
use zermelo_store::{Database, StoreError};

use super::{extend_json, write_json};
use crate::args::SolveArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving::{self, Solve};
use crate::text::{count, duration, rate, thousands};

pub(super) fn run(args: &SolveArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    let keep_every = args.keep_every.map(|seconds| Duration::from_secs(seconds.into()));
    let options = SolveOptions { tiers: args.tiers.clone(), level: args.level, keep_every };
    handle.game.check_tiers(&options.tiers)?;
    if !args.force
        && let Some(database) = finished(&handle)?
    {
        let progress = context.progress();
        handle.check(&database, &context.run(&progress))?;
        drop(progress);
        return tell_result(&handle, &database, None, context, out);
    }
    let solved = solving::solve(context, &handle, args.force, &options)?;
    match &solved.database {
        Some(database) => tell_result(&handle, database, Some(solved.seconds), context, out),
        None => tell_part(&handle, &solved, context, out),
    }
}

/// The database, if there is nothing to do. A damaged one is as good as none: the solve mends it. One that a
/// solve from scratch was going to replace is replaced.
fn finished(handle: &VariantHandle) -> Result<Option<Database>, Failure> {
    let database = match handle.database() {
        Err(StoreError::Corrupt { .. }) => None,
        other => other?,
    };
    let Some(database) = database else { return Ok(None) };
    Ok((!database.is_being_replaced()?).then_some(database))
}

/// The result of the whole game. Without seconds it was there before.
fn tell_result(
    handle: &VariantHandle,
    database: &Database,
    seconds: Option<f64>,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let manifest = database.manifest();
    if context.json {
        let mut json = json!({
            "game": handle.id(),
            "complete": true,
            "alreadySolved": seconds.is_none(),
            solving::unit(database): manifest.slots,
            "tiers": solving::tiers(database),
            "bytes": manifest.bytes,
            "seconds": seconds.unwrap_or(0.0),
        });
        extend_json(&mut json, solving::result_json(handle, database)?);
        return write_json(out, &json);
    }
    let (title, result, size) = (handle.title(), solving::result(handle, database)?, bytes(manifest.bytes));
    let known = solving::size(handle, database);
    match seconds {
        Some(seconds) => writeln!(out, "{title}: {result} ({known}), {size}, {}", duration(seconds))?,
        None => {
            writeln!(out, "{title}: {result} ({known}), {size}")?;
            context.note("It was solved already; --force solves it anew.");
        }
    }
    Ok(())
}

/// What was done of a game that is not complete.
fn tell_part(
    handle: &VariantHandle,
    solved: &Solve,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Solve { tiers, seconds, .. } = solved;
    let slots: u64 = tiers.iter().map(|(_, slots)| slots).sum();
    if context.json {
        let tiers: Vec<Json> =
            tiers.iter().map(|(tier, slots)| json!({ "tier": tier, "slots": slots })).collect();
        return write_json(
            out,
            &json!({
                "game": handle.id(),
                "complete": false,
                "slots": slots,
                "tiers": tiers,
                "seconds": seconds,
            }),
        );
    }
    if tiers.is_empty() {
        writeln!(out, "{}: these tiers were solved already", handle.title())?;
        return Ok(());
    }
    for (tier, slots) in tiers {
        writeln!(out, "tier {tier}: {}", count(*slots, "slot"))?;
    }
    let (title, tiers) = (handle.title(), count(tiers.len() as u64, "tier"));
    let (slots, time, speed) = (thousands(slots), duration(*seconds), rate(slots as f64 / seconds));
    writeln!(out, "{title}: {tiers} solved now ({slots} slots), {time}, {speed}")?;
    context.note(&format!("'zermelo solve {}' solves what is left.", handle.id()));
    Ok(())
}
