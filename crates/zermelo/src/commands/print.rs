//! Commands that only print something: a position, a completion script, a man page.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use serde_json::json;

use super::write_json;
use crate::args::{self, RandomArgs};
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;

/// `zermelo start`.
pub(super) fn start(game: &str, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(game)?;
    let position = handle.game.start();
    if handle.game.is_collection() {
        let why = solving::has_no_start(&handle);
        return Err(Failure::input(format!("{why}; one of its positions is {position}")));
    }
    if context.json {
        return write_json(out, &json!({ "game": handle.id(), "position": position }));
    }
    Ok(writeln!(out, "{position}")?)
}

/// `zermelo random`.
pub(super) fn random(args: &RandomArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let position = handle.game.random(seed);
    if context.json {
        return write_json(out, &json!({ "game": handle.id(), "position": position, "seed": seed }));
    }
    Ok(writeln!(out, "{position}")?)
}

fn seed_of_the_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// `zermelo completions`: of commands, options, and the games with their listed variants.
pub(super) fn completions(shell: Shell, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let mut names: Vec<&'static str> = Vec::new();
    for family in context.library.families() {
        names.push(family.id);
        // The definition keeps names for good; there are few, and the process ends soon.
        names.extend(family.variants.iter().map(|v| &*format!("{}/{}", family.id, v.id).leak()));
    }
    let with_names = |argument: clap::Arg| match argument.get_id().as_str() {
        "game" | "games" => argument.value_parser(PossibleValuesParser::new(names.iter().copied())),
        _ => argument,
    };
    let mut definition = args::definition().mut_subcommands(|command| command.mut_args(with_names));
    // The generator takes a closed pipe for a bug, so it does not get to see one.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, "zermelo", &mut script);
    Ok(out.write_all(&script)?)
}

/// `zermelo man`.
pub(super) fn man(command: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut definition = args::definition();
    definition.build();
    let page = match command {
        None => definition,
        Some(name) => {
            let names: Vec<&str> = definition
                .get_subcommands()
                .filter(|c| !c.is_hide_set())
                .map(clap::Command::get_name)
                .collect();
            let names = names.join(", ");
            let found = definition.find_subcommand(name).cloned();
            found.ok_or_else(|| Failure::input(format!("there is no command '{name}'; there are {names}")))?
        }
    };
    let usage = page.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let mut text = Vec::new();
    clap_mangen::Man::new(page.override_usage(usage)).render(&mut text)?;
    // The generator has one heading for whatever comes last.
    let heading = if command.is_some() { ".SH EXAMPLES\n" } else { ".SH NOTES\n" };
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", heading);
    Ok(out.write_all(text.as_bytes())?)
}
