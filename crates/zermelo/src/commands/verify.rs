//! `zermelo verify`: whether a database is right.

use std::io::Write;

use serde_json::{Value as Json, json};
use zermelo_library::{LibraryError, VariantHandle, is_complete, outcome_words};
use zermelo_solve::{Disagreement, SolveError, Verification};
use zermelo_store::{Database, StoreError};

use super::write_json;
use crate::args::VerifyArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::{count, outcome, thousands};

pub(super) fn run(args: &VerifyArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    handle.game.check_tiers(&args.tiers)?;
    match check(&handle, &args.tiers, context) {
        Ok(Some((database, verification))) => tell(&handle, &database, &verification, context, out),
        Ok(None) => {
            let id = handle.id();
            Err(Failure::input(format!(
                "{id} is not solved, so there is nothing to verify; run 'zermelo solve {id}'"
            )))
        }
        Err(error) => match damage(error) {
            Ok(damage) => tell_damage(&handle, &damage, context, out),
            Err(failure) => Err(failure),
        },
    }
}

/// First the bytes, then the values; `None` if there is no database.
fn check(
    handle: &VariantHandle,
    tiers: &[String],
    context: &Context,
) -> Result<Option<(Database, Verification)>, LibraryError> {
    let Some(database) = handle.part()? else { return Ok(None) };
    let progress = context.progress();
    database.check_files(|done, whole| {
        progress.part(done, whole);
        context.run(&progress).check().map_err(LibraryError::from)
    })?;
    drop(progress);
    let progress = context.progress();
    let verification = handle.game.verify(&database, tiers, &context.run(&progress))?;
    Ok(Some((database, verification)))
}

/// Damage is an answer to the question; everything else is a failure to find one.
fn damage(error: LibraryError) -> Result<StoreError, Failure> {
    match error {
        LibraryError::Store(error @ StoreError::Corrupt { .. }) => Ok(error),
        LibraryError::Solve(SolveError::TierStore(inner)) => match inner.downcast::<StoreError>() {
            Ok(error) => damage(LibraryError::Store(*error)),
            Err(inner) => Err(SolveError::TierStore(inner).into()),
        },
        error => Err(error.into()),
    }
}

fn tell_damage(
    handle: &VariantHandle,
    damage: &StoreError,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if context.json {
        write_json(out, &json!({ "game": handle.id(), "ok": false, "damage": damage.to_string() }))?;
    } else {
        writeln!(out, "{}: {damage}", handle.title())?;
        writeln!(out, "'zermelo solve {} --force' makes the database anew.", handle.id())?;
    }
    Err(Failure::No)
}

fn tell(
    handle: &VariantHandle,
    database: &Database,
    verification: &Verification,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Verification { checked, wrong, examples } = verification;
    let ok = *wrong == 0;
    if context.json {
        let examples: Vec<Json> = examples.iter().map(disagreement_json).collect();
        write_json(
            out,
            &json!({
                "game": handle.id(),
                "ok": ok,
                "damage": null,
                "complete": is_complete(database),
                "checked": checked,
                "wrong": wrong,
                "examples": examples,
            }),
        )?;
    } else if ok {
        let values = count(*checked, "value");
        let follow = if *checked == 1 { "follows from its" } else { "follow from their" };
        writeln!(out, "{}: ok; the files are intact and {values} {follow} children", handle.title())?;
    } else {
        let (wrong, checked) = (thousands(*wrong), count(*checked, "value"));
        writeln!(out, "{}: {wrong} of {checked} do not follow from their children", handle.title())?;
        for Disagreement { position, stored, expected } in examples {
            writeln!(out, "  {position}: stored {}, expected {}", outcome(*stored), outcome(*expected))?;
        }
    }
    if !is_complete(database) && !context.json {
        writeln!(out, "This is a part of the game; it is {}.", solving::partly_solved(handle, database))?;
    }
    if ok { Ok(()) } else { Err(Failure::No) }
}

fn disagreement_json(disagreement: &Disagreement) -> Json {
    let (stored, stored_remoteness) = outcome_words(disagreement.stored);
    let (expected, expected_remoteness) = outcome_words(disagreement.expected);
    json!({
        "position": disagreement.position,
        "stored": { "value": stored, "remoteness": stored_remoteness },
        "expected": { "value": expected, "remoteness": expected_remoteness },
    })
}
