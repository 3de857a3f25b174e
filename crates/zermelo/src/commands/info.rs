//! `zermelo info`: what there is to know about a game.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value as Json, json};
use zermelo_library::{VariantHandle, is_complete};
use zermelo_service::Size;
use zermelo_solve::bytes;

use super::games::{open_json, variants_json};
use super::{extend_json, write_json};
use crate::args::InfoArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::count;

/// How long the size of a game is waited for. Sizes that took longer are kept beside the database.
const GLANCE: Duration = Duration::from_millis(100);

pub(super) fn run(args: &InfoArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    let patience = if args.size { Duration::MAX } else { GLANCE };
    let size = solving::size_within(context, &handle, patience)?;
    if context.json { write_json(out, &describe(&handle, &size)?) } else { tell(&handle, &size, out) }
}

fn tell(handle: &VariantHandle, size: &Size, out: &mut dyn Write) -> Result<(), Failure> {
    let VariantHandle { family, game, .. } = handle;
    writeln!(out, "{} ({})\n\n{}\n\nVariants:", family.name, handle.id(), family.rules.trim_end())?;
    let listed = family.variants.iter().map(|v| (v.id, v.about));
    let open = family.open.iter().map(|open| (open.pattern, open.about));
    for (id, about) in listed.chain(open) {
        writeln!(out, "  {}/{id}: {about}", family.id)?;
    }
    match size {
        Size::Known(extent) => writeln!(
            out,
            "\nSize: {} in {}; solving needs at least {} of memory",
            count(extent.slots, "slot"),
            count(extent.tiers, "tier"),
            bytes(extent.memory)
        )?,
        Size::Explored => writeln!(out, "\nSize: known once it is solved; it is explored from the start")?,
        Size::Pending | Size::TooLong => writeln!(
            out,
            "\nSize: not known yet; 'zermelo info {} --size' finds it out, which may take a while",
            handle.id()
        )?,
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

fn describe(handle: &VariantHandle, size: &Size) -> Result<Json, Failure> {
    let VariantHandle { family, game, .. } = handle;
    let extent = match size {
        Size::Known(e) => json!({ "tiers": e.tiers, "slots": e.slots, "memory": e.memory }),
        // Not known yet, or not before it is solved.
        _ => Json::Null,
    };
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
