//! `zermelo db`: the databases that there are, and moving them.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::{Value as Json, json};
use zermelo_library::{VariantHandle, is_complete, says_complete};
use zermelo_solve::bytes;
use zermelo_store::{Manifest, StoreError};

use super::{extend_json, write_json};
use crate::args::DbAction;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::count;
use crate::text_table::TextTable;

pub(super) fn run(action: &DbAction, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    match action {
        DbAction::List => list(context, out),
        DbAction::Rm { game } => remove(&context.open(game)?, context, out),
        DbAction::Export { game, directory } => export(&context.open(game)?, directory, context, out),
        DbAction::Import { directory } => import(directory, context, out),
    }
}

/// A database as its manifest tells.
struct Listed {
    id: String,
    manifest: Result<Manifest, StoreError>,
    /// Whether it belongs to a game of this program.
    belongs: bool,
}

impl Listed {
    fn state(&self) -> &'static str {
        match &self.manifest {
            Err(_) => "unreadable",
            Ok(_) if !self.belongs => "of other rules",
            Ok(manifest) if says_complete(&manifest.summary) => "complete",
            Ok(_) => "part",
        }
    }
}

fn list(context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let all = databases(context);
    if context.json {
        let json = all.iter().map(|listed| {
            let manifest = listed.manifest.as_ref().ok();
            json!({
                "game": listed.id,
                "state": listed.state(),
                "bytes": manifest.map(|manifest| manifest.bytes),
                "slots": manifest.map(|manifest| manifest.slots),
                "format": manifest.map(|manifest| manifest.format),
                "origin": manifest.and_then(|manifest| manifest.origin.as_ref()),
                "error": listed.manifest.as_ref().err().map(ToString::to_string),
            })
        });
        return write_json(out, &json.collect::<Vec<Json>>().into());
    }
    if all.is_empty() {
        context.note(&format!("There are no databases in {}.", context.library.data().display()));
        return Ok(());
    }
    let mut table = TextTable::new("<<>", ["database", "state", "size"]);
    let mut whole = 0;
    for listed in &all {
        let size = listed.manifest.as_ref().map_or(0, |manifest| manifest.bytes);
        whole += size;
        table.row([listed.id.as_str().into(), listed.state().into(), bytes(size).into()]);
    }
    table.write(out)?;
    Ok(writeln!(
        out,
        "\n{} in {}, {}",
        count(all.len() as u64, "database"),
        context.library.data().display(),
        bytes(whole)
    )?)
}

/// Returns all directories that have a manifest, by the names of their games.
fn databases(context: &Context) -> Vec<Listed> {
    let mut all = Vec::new();
    for game in names_in(context.library.data()) {
        for variant in names_in(&context.library.data().join(&game)) {
            let directory = context.library.data().join(&game).join(&variant);
            let id = format!("{game}/{variant}");
            let manifest = Manifest::read(&directory);
            if matches!(manifest, Err(StoreError::NotFound { .. })) {
                continue;
            }
            let belongs = manifest.as_ref().is_ok_and(|manifest| {
                context.library.open(&id).is_ok_and(|handle| handle.identity() == manifest.identity)
            });
            all.push(Listed { id, manifest, belongs });
        }
    }
    all
}

/// Returns the names of the directories in one; what cannot be read has none.
fn names_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let directories = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        directories.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn remove(handle: &VariantHandle, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let removed = handle.remove().map_err(|error| match error {
        zermelo_library::LibraryError::Store(StoreError::NotFound { path }) => {
            Failure::input(format!("there is no database in {}", path.display()))
        }
        error => error.into(),
    })?;
    if context.json {
        return write_json(out, &json!({ "game": handle.id(), "removedBytes": removed }));
    }
    Ok(writeln!(out, "{}: removed, {}", handle.title(), bytes(removed))?)
}

fn export(
    handle: &VariantHandle,
    directory: &Path,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let id = handle.id();
    let Some(database) = handle.part()? else {
        return Err(Failure::input(format!(
            "{id} is not solved, so there is nothing to export; run 'zermelo solve {id}'"
        )));
    };
    if directory.join("manifest.json").exists() {
        return Err(Failure::input(format!("there is a database in {} already", directory.display())));
    }
    let progress = context.progress();
    handle.export(&database, directory, &context.run(&progress))?;
    drop(progress);
    tell(handle, &database, "exported to", directory, context, out)
}

fn import(directory: &Path, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let manifest = Manifest::read(directory).map_err(|error| match error {
        StoreError::NotFound { path } => Failure::input(format!(
            "there is no exported database in {}",
            path.parent().unwrap_or(&path).display()
        )),
        error => Failure::Environment(error.to_string()),
    })?;
    let handle = context.open(&format!("{}/{}", manifest.identity.game, manifest.identity.variant))?;
    let progress = context.progress();
    let imported = handle.import(directory, &context.run(&progress)).map_err(|error| match error {
        // What helps with a database of ours does not help with somebody else's.
        zermelo_library::LibraryError::Store(error) => Failure::Environment(error.to_string()),
        error => error.into(),
    })?;
    drop(progress);
    tell(&handle, &imported, "imported from", directory, context, out)
}

fn tell(
    handle: &VariantHandle,
    database: &zermelo_store::Database,
    done: &str,
    directory: &Path,
    context: &Context,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let manifest = database.manifest();
    if context.json {
        let mut json = json!({
            "game": handle.id(),
            "directory": directory.to_string_lossy(),
            "bytes": manifest.bytes,
            "complete": is_complete(database),
        });
        extend_json(&mut json, solving::result_json(handle, database)?);
        return write_json(out, &json);
    }
    let (title, size) = (handle.title(), bytes(manifest.bytes));
    Ok(writeln!(out, "{title}: {done} {}, {size}; every checksum was compared", directory.display())?)
}
