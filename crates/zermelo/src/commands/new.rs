//! `zermelo new`: a crate for a game of one's own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::write_json;
use crate::args::NewArgs;
use crate::context::Context;
use crate::exit::Failure;

/// The files by name, with `NAME`, `TITLE` and `SOURCE` where those of the game go.
const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("../../templates/Cargo.toml.in")),
    ("README.md", include_str!("../../templates/README.md.in")),
    (".gitignore", "/target\n"),
    ("src/main.rs", include_str!("../../templates/main.rs.in")),
    ("src/NAME.rs", include_str!("../../templates/game.rs")),
];

pub(super) fn run(args: &NewArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let NewArgs { name, directory, source } = args;
    let directory = directory.clone().unwrap_or_else(|| PathBuf::from(name));
    let source = source_text(source.as_deref())?;
    if directory.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Failure::input(format!(
            "'{}' exists and is not empty; take another name, or another place with --directory",
            directory.display()
        )));
    }
    let mut written = Vec::new();
    for (file, text) in FILES {
        let file = file.replace("NAME", name);
        let text = text.replace("NAME", name).replace("TITLE", &title(name)).replace("SOURCE", &source);
        write_new(&directory.join(&file), &text)?;
        written.push(file);
    }
    if context.json {
        return write_json(out, &json!({ "directory": directory, "files": written }));
    }
    writeln!(out, "{} has a game: its rules are in src/{name}.rs. Next:\n", directory.display())?;
    writeln!(out, "  cd {}\n  cargo run -- play", directory.display())?;
    context.note("The first build takes about a minute, later ones a few seconds.");
    Ok(())
}

/// Returns where the new crate takes Zermelo from, as `Cargo.toml` says it.
fn source_text(asked: Option<&Path>) -> Result<String, Failure> {
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crate_directory = match asked {
        // Either the whole source or the crate itself is named.
        Some(asked) => [asked.join("crates/zermelo"), asked.to_owned()]
            .into_iter()
            .find(|path| path.join("src/lib.rs").is_file() && path.join("templates").is_dir())
            .ok_or_else(|| {
                Failure::input(format!(
                    "'{}' is not the source of Zermelo: it has no crates/zermelo",
                    asked.display()
                ))
            })?,
        None if built_from.join("Cargo.toml").is_file() => built_from.to_owned(),
        None => return Ok(format!("version = {:?}", env!("CARGO_PKG_VERSION"))),
    };
    let path = fs::canonicalize(&crate_directory)?;
    Ok(format!("path = {:?}", path.display().to_string()))
}

/// Returns a name for people: `mygame` becomes `Mygame`.
fn title(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// Writes a file that must not be there yet, and its directories.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let written = fs::create_dir_all(path.parent().expect("a directory")).and_then(|()| {
        let mut file = fs::File::options().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())
    });
    written
        .map_err(|error: io::Error| Failure::Environment(format!("cannot write {}: {error}", path.display())))
}
