//! `zermelo games`: the list.

use std::fs;
use std::io::Write;

use serde_json::{Value as Json, json};
use zermelo_library::{Family, says_complete};

use super::write_json;
use crate::context::Context;
use crate::exit::Failure;
use crate::text_table::TextTable;

pub(super) fn run(words: &[String], context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let all = context.library.families().iter().map(AsRef::as_ref);
    let families: Vec<&Family> = all.filter(|f| is_meant(f, words)).collect();
    if families.is_empty() {
        let words = words.join(" ");
        return Err(Failure::input(format!("no game is called '{words}'; 'zermelo games' lists all")));
    }
    if context.json {
        let list: Vec<Json> = families.iter().map(|family| describe(family, context)).collect();
        return write_json(out, &list.into());
    }
    let mut table = TextTable::new("<<><", ["game", "name", "variants", "solved"]);
    for family in families {
        let variants = family.variants.len().to_string() + if family.open.is_some() { "+" } else { " " };
        let solved = solved_variants(family, context).join(", ");
        table.row([family.id.into(), family.name.into(), variants.into(), solved.into()]);
    }
    Ok(table.write(out)?)
}

fn is_meant(family: &Family, words: &[String]) -> bool {
    let name = format!("{} {}", family.id, family.name).to_lowercase();
    words.iter().all(|word| name.contains(&word.to_lowercase()))
}

fn describe(family: &Family, context: &Context) -> Json {
    json!({
        "id": family.id,
        "name": family.name,
        "variants": variants_json(family),
        "open": open_json(family),
        "solved": solved_variants(family, context),
    })
}

/// The listed variants.
pub(super) fn variants_json(family: &Family) -> Vec<Json> {
    family.variants.iter().map(|v| json!({ "id": v.id, "description": v.about })).collect()
}

/// How further variants are written, if there are any.
pub(super) fn open_json(family: &Family) -> Option<Json> {
    family.open.as_ref().map(|open| json!({ "pattern": open.pattern, "description": open.about }))
}

/// The variants that are solved as a whole, listed or not.
fn solved_variants(family: &Family, context: &Context) -> Vec<String> {
    // What cannot be read counts as not solved here; the commands that need it say more.
    let entries = fs::read_dir(context.library.data().join(family.id)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_solved = |variant: &String| {
        let handle = context.library.open(&format!("{}/{variant}", family.id));
        handle.is_ok_and(|handle| handle.summary().is_some_and(|summary| says_complete(&summary)))
    };
    let mut names: Vec<String> = names.filter(is_solved).collect();
    names.sort();
    names
}
