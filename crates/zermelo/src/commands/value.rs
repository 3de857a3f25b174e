//! `zermelo value`: canonical forms of combinatorial games.

use std::fs;
use std::io::Write;

use serde_json::{Value as Json, json};
use zermelo_cgt::{Arena, Session, ValueReport, Wall};

use super::write_json;
use crate::args::ValueArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::interrupt;

pub(super) fn run(args: &ValueArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    interrupt::end_at_once();
    let report = match &args.position {
        None => {
            let mut arena = Arena::new();
            let value = arena.parse(&args.game).map_err(|error| Failure::input(error.to_string()))?;
            arena.report(value)
        }
        Some(position) => {
            let mut session = Session::new();
            let game = session.read(&args.game, position);
            let game = game.map_err(|error| Failure::input(error.to_string()))?;
            let value = session.value(&[game]);
            session.arena().report(value)
        }
    };
    if let Some(path) = &args.thermograph {
        let picture = report.thermograph.to_svg(&args.game);
        fs::write(path, picture)
            .map_err(|error| Failure::Environment(format!("cannot write {}: {error}", path.display())))?;
    }
    if context.json {
        return write_json(out, &describe(&args.game, &report));
    }
    Ok(write!(out, "{report}")?)
}

/// Numbers are texts: they are exact, and may be larger than those of JSON.
fn describe(game: &str, report: &ValueReport) -> Json {
    json!({
        "game": game,
        "value": report.value,
        "outcome": report.outcome.letter().to_string(),
        "mean": report.mean.to_string(),
        "temperature": report.temperature.to_string(),
        "leftStop": report.left_stop.to_string(),
        "rightStop": report.right_stop.to_string(),
        "birthday": report.birthday.to_string(),
        "atomicWeight": report.atomic_weight,
        "thermograph": {
            "left": describe_wall(report.thermograph.left()),
            "right": describe_wall(report.thermograph.right()),
        },
    })
}

fn describe_wall(wall: &Wall) -> Json {
    wall.points()
        .iter()
        .map(
            |point| json!({ "value": point.value.to_string(), "temperature": point.temperature.to_string() }),
        )
        .collect()
}
