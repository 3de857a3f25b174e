//! `zermelo value`: canonical forms of combinatorial games.

use std::fs;
use std::io::Write;

use serde_json::{Value as Json, json};
use zermelo_cgt::rulesets::{TITLES, similar_titles};
use zermelo_cgt::{
    Arena, BoardSize, Budget, Game, Player, RandomPositions, ScriptProblem, Session, Stopped, Switches,
    ValueReport, Wall,
};

use super::{combinatorial, write_json};
use crate::args::ValueArgs;
use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(args: &ValueArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let effort = Budget::with_timeout(args.timeout);
    let (report, options) = match &args.position {
        None if is_ruleset(&args.game) => return Err(position_is_missing(&args.game)),
        None => {
            let mut arena = Arena::new();
            let memory = combinatorial::memory(context);
            let work = |arena: &mut Arena| arena.parse(&args.game).map(|value| arena.report(value));
            let report = arena.limited(&effort, memory, work).map_err(given_up)?;
            (report.map_err(|error| Failure::input(with_rulesets(&error.to_string(), &args.game)))?, None)
        }
        Some(position) => {
            let titles = (!args.no_database).then_some(args.game.as_str());
            let databases = combinatorial::databases(context, titles)?;
            let memory = combinatorial::memory(context);
            let mut session = combinatorial::session(context, Switches::default(), &databases)?;
            let game = session.read(&args.game, position);
            let game = game.map_err(|problem| Failure::input(with_place(&problem)))?;
            let value = session.value_within(&[game], &effort).map_err(given_up)?;
            let options = args.options.then(|| options_of(&mut session, game, &effort, memory));
            let options = options.transpose()?;
            let arena = session.arena();
            (arena.limited(&effort, memory, |arena| arena.report(value)).map_err(given_up)?, options)
        }
    };
    if let Some(path) = &args.thermograph {
        let picture = report.thermograph.to_svg(&args.game);
        fs::write(path, picture)
            .map_err(|error| Failure::Environment(format!("cannot write {}: {error}", path.display())))?;
    }
    if context.json {
        let mut json = describe(&args.game, &report);
        if let Some(position) = &args.position {
            json["position"] = position.as_str().into();
        }
        if let Some(options) = options {
            json["options"] = options.iter().map(ShownOption::json).collect();
        }
        return write_json(out, &json);
    }
    write!(out, "{report}")?;
    for option in options.iter().flatten() {
        let ShownOption { player, name, value, merit } = option;
        writeln!(out, "{player} {name:<10} {merit:<10} {value}")?;
    }
    Ok(())
}

/// Returns whether a text is the title of a ruleset, and nothing else.
fn is_ruleset(text: &str) -> bool {
    TITLES.contains(&text.strip_prefix("impartial ").unwrap_or(text))
}

/// What is said to somebody who named a ruleset without a position.
fn position_is_missing(title: &str) -> Failure {
    let size = BoardSize { rows: 2, columns: 3 };
    let example =
        RandomPositions::new(title, size, size, 1).and_then(|mut positions| positions.next_position());
    // A strip has a single row.
    let strip = BoardSize { rows: 1, columns: 6 };
    let example = example.or_else(|_| RandomPositions::new(title, strip, strip, 1)?.next_position());
    let name = if title.contains(' ') { format!("'{title}'") } else { title.to_owned() };
    let example = example.map(|(_, position)| format!(", for example: zermelo value {name} '{position}'"));
    Failure::input(format!("a position of {title} is needed behind the name{}", example.unwrap_or_default()))
}

/// What is wrong with a value; somebody who wrote a word may have meant a ruleset.
fn with_rulesets(error: &str, text: &str) -> String {
    match &similar_titles(text)[..] {
        [] => error.to_owned(),
        similar => {
            format!("{error}; did you mean the ruleset {}, with a position behind it?", similar.join(" or "))
        }
    }
}

/// Texts of options beyond this are left out.
const LONGEST_TEXT: usize = 1000;

/// What is wrong with a position, and where.
fn with_place(problem: &ScriptProblem) -> String {
    match problem {
        ScriptProblem::Position(error) => combinatorial::with_column(error),
        _ => problem.to_string(),
    }
}

fn given_up(stopped: Stopped) -> Failure {
    Failure::Environment(format!("no value was found: {stopped}"))
}

/// A move as it is printed.
struct ShownOption {
    player: Player,
    name: String,
    value: String,
    merit: &'static str,
}

impl ShownOption {
    fn json(&self) -> Json {
        json!({
            "player": self.player.to_string(),
            "move": self.name,
            "value": self.value,
            "merit": self.merit,
        })
    }
}

fn options_of(
    session: &mut Session,
    game: Game,
    effort: &Budget,
    memory: usize,
) -> Result<Vec<ShownOption>, Failure> {
    let options = session.options_of(game, effort).map_err(given_up)?;
    let show = |arena: &mut Arena| {
        let shown = options.into_iter().map(|option| ShownOption {
            player: option.player,
            name: option.name,
            value: arena
                .text_within(option.value, LONGEST_TEXT)
                .unwrap_or("too long to be written".to_owned()),
            merit: option.merit.word(),
        });
        shown.collect()
    };
    session.arena().limited(effort, memory, show).map_err(given_up)
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
