//! Directories of test files: which there are, and what came of them.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Map, Value as Json, json};
use zermelo_cgt::{CaseReport, Tally};

use super::sum::Input;
use crate::exit::Failure;
use crate::text::{duration, thousands};
use crate::text_table::TextTable;

/// How the names of test files end.
const EXTENSION: &str = "test";

/// What was found in a directory.
#[derive(Default)]
pub(super) struct Found {
    /// The test files, sorted.
    pub(super) files: Vec<PathBuf>,
    /// Directories that could not be read, and why.
    pub(super) unreadable: Vec<(PathBuf, String)>,
}

/// Finds the test files in a directory and all directories in it; or the file itself.
pub(super) fn find(root: &Path) -> Result<Found, Failure> {
    let unreadable = |path: &Path, error: &io::Error| format!("cannot read {}: {error}", path.display());
    let refused = |error: io::Error| Failure::Environment(unreadable(root, &error));
    let mut found = Found::default();
    if fs::metadata(root).map_err(refused)?.is_file() {
        found.files.push(root.to_owned());
        return Ok(found);
    }
    fs::read_dir(root).map_err(refused)?;
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.unwrap_or_else(|error| {
            found.unreadable.push((folder.clone(), unreadable(&folder, &error)));
            Vec::new()
        });
        for entry in entries {
            let path = entry.path();
            let has_name = path.extension().is_some_and(|end| end == EXTENSION);
            // Links to directories are not followed, since they may lead in circles.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if has_name && !path.is_dir() {
                // What is not a regular file is refused when it is read.
                found.files.push(path);
            }
        }
    }
    if found.files.is_empty() && found.unreadable.is_empty() {
        let root = root.display();
        return Err(Failure::input(format!("no file in {root} has a name that ends in .{EXTENSION}")));
    }
    found.files.sort();
    Ok(found)
}

/// The folder of a file, seen from the directory in which it was found.
pub(super) fn folder_in(root: &Path, file: &Path) -> String {
    let folder = file.parent().unwrap_or(root);
    match folder.strip_prefix(root) {
        Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
        Ok(inside) => inside.display().to_string(),
        Err(_) => folder.display().to_string(),
    }
}

/// A tally for each folder, and at the end one for all.
pub(super) fn tallies(inputs: &[Input], cases: &[CaseReport]) -> Vec<(String, Tally)> {
    let mut by_folder: BTreeMap<&str, Tally> = BTreeMap::new();
    for input in inputs {
        let tally = by_folder.entry(&input.folder).or_default();
        tally.files += 1;
        tally.unreadable += input.mistakes.len() + usize::from(input.unreadable.is_some());
    }
    let folders: HashMap<&str, &str> =
        inputs.iter().map(|input| (input.name.as_str(), input.folder.as_str())).collect();
    for case in cases {
        // Random sums come from no file.
        let folder = folders.get(case.source.as_str()).copied().unwrap_or(".");
        by_folder.entry(folder).or_default().add(case);
    }
    let mut all = Tally::default();
    for tally in by_folder.values() {
        all.add_all(tally);
    }
    let folders = by_folder.into_iter().map(|(name, tally)| (name.to_owned(), tally));
    folders.chain([("all".to_owned(), all)]).collect()
}

/// Writes the tallies as a table.
pub(super) fn write_table(out: &mut dyn Write, tallies: &[(String, Tally)]) -> Result<(), Failure> {
    let headings: Vec<&str> = ["folder"].into_iter().chain(Tally::COUNTS).chain(["time"]).collect();
    let mut table = TextTable::with_headings("<>>>>>>>>>>>>>", &headings);
    for (name, tally) in tallies {
        let counts = tally.counts().map(|count| thousands(count).into());
        let time = duration(tally.time.as_secs_f64()).into();
        table.row_of([name.as_str().into()].into_iter().chain(counts).chain([time]));
    }
    Ok(table.write(out)?)
}

/// A tally for programs.
pub(super) fn describe((name, tally): &(String, Tally)) -> Json {
    let counts = Tally::COUNTS.into_iter().zip(tally.counts());
    let mut members: Map<String, Json> =
        counts.map(|(name, count)| (name.replace(" hits", "Hits"), json!(count))).collect();
    members.insert("folder".to_owned(), json!(name));
    members.insert("seconds".to_owned(), json!(tally.time.as_secs_f64()));
    members.into()
}

/// The mistakes of a file for programs, or why the whole file could not be read.
pub(super) fn describe_mistakes(input: &Input) -> impl Iterator<Item = Json> {
    let mistakes = input.mistakes.iter().map(|mistake| {
        json!({
            "source": input.name,
            "line": mistake.place.line,
            "column": mistake.place.column,
            "problem": mistake.problem.to_string(),
        })
    });
    let whole = input
        .unreadable
        .iter()
        .map(|problem| json!({ "source": input.name, "line": null, "column": null, "problem": problem }));
    mistakes.chain(whole)
}
