//! `zermelo info`: what there is to know about a game.

use std::io::Write;

use serde_json::{Value as Json, json};
use zermelo_library::{VariantHandle, is_complete};
use zermelo_solve::bytes;

use super::games::{open_json, variants_json};
use super::{extend_json, write_json};
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::count;

pub(super) fn run(name: &str, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(name)?;
    if context.json { write_json(out, &describe(&handle)?) } else { tell(&handle, out) }
}

fn tell(handle: &VariantHandle, out: &mut dyn Write) -> Result<(), Failure> {
    let VariantHandle { family, game, .. } = handle;
    writeln!(out, "{} ({})\n\n{}\n\nVariants:", family.name, handle.id(), family.rules.trim_end())?;
    let listed = family.variants.iter().map(|v| (v.id, v.about));
    let open = family.open.iter().map(|open| (open.pattern, open.about));
    for (id, about) in listed.chain(open) {
        writeln!(out, "  {}/{id}: {about}", family.id)?;
    }
    match game.extent() {
        Some(extent) => writeln!(
            out,
            "\nSize: {} in {}; solving needs at least {} of memory",
            count(extent.slots, "slot"),
            count(extent.tiers.len() as u64, "tier"),
            bytes(extent.memory)
        )?,
        None => writeln!(out, "\nSize: known once it is solved; it is explored from the start")?,
    }
    writeln!(out, "Level: {}", game.level())?;
    match handle.part()? {
        None => writeln!(out, "Database: none yet; 'zermelo solve {}' makes it", handle.id())?,
        Some(part) if !is_complete(&part) => writeln!(
            out,
            "Result: not known yet; 'zermelo solve {}' solves what is left\nDatabase: {}, {}, in {}",
            handle.id(),
            solving::partly_solved(handle, &part),
            bytes(part.manifest().bytes),
            part.directory().display()
        )?,
        Some(database) => writeln!(
            out,
            "Result: {}\nDatabase: {}, {}, in {}",
            solving::result(handle, &database)?,
            solving::size(handle, &database),
            bytes(database.manifest().bytes),
            database.directory().display()
        )?,
    }
    Ok(())
}

fn describe(handle: &VariantHandle) -> Result<Json, Failure> {
    let VariantHandle { family, game, .. } = handle;
    let extent =
        game.extent().map(|e| json!({ "tiers": e.tiers.len(), "slots": e.slots, "memory": e.memory }));
    let database = match handle.part()? {
        None => Json::Null,
        Some(database) => {
            let mut json = json!({
                "directory": database.directory().to_string_lossy(),
                "bytes": database.manifest().bytes,
                "complete": is_complete(&database),
                "tiers": solving::tiers(&database),
                solving::unit(&database): database.manifest().slots,
            });
            extend_json(&mut json, solving::result_json(handle, &database)?);
            json
        }
    };
    let totals = handle.last_analysis().map(|analysis| {
        json!({
            "positions": analysis["all"]["positions"],
            "canonical": analysis["canonical"]["positions"],
            "values": analysis["all"]["values"],
            "maxRemoteness": analysis["all"]["maxRemoteness"],
        })
    });
    Ok(json!({
        "game": handle.id(),
        "name": family.name,
        "title": handle.title(),
        "rules": family.rules,
        "variants": variants_json(family),
        "open": open_json(family),
        "collection": game.is_collection(),
        "start": (!game.is_collection()).then(|| game.start()),
        "example": game.is_collection().then(|| game.start()),
        "extent": extent,
        "database": database,
        "analysis": totals,
    }))
}
