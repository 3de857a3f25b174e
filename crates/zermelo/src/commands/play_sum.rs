//! `zermelo play-sum`: a person plays a sum against the engine.

use std::io::{self, Write};

use zermelo_cgt::{Budget, Player, Script, Seats, Source, Switches};

use super::combinatorial;
use crate::args::{PlaySumArgs, Side};
use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(args: &PlaySumArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    if context.json {
        return Err(Failure::input("'play-sum' talks to people and has no JSON; 'zermelo sum --json' does"));
    }
    // The language of sums wants a question, which is not what this is about.
    let script = Script::parse(&format!("{} {{B}}", args.sum), Source::Text);
    let failure = |error: zermelo_cgt::ScriptError| Failure::input(error.to_string());
    let script = script.map_err(failure)?;
    let [sum] = script.sums.as_slice() else {
        return Err(Failure::input("one sum of games is needed, without questions in braces"));
    };
    let titles = sum.games.iter().filter(|_| !args.no_database).map(|game| game.title.as_str());
    let databases = combinatorial::databases(context, titles)?;
    let mut session = combinatorial::session(context, Switches::default(), &databases)?;
    let games = session.read_sum(sum).map_err(failure)?;
    let seats = Seats { person: player(args.person), first: player(args.first) };
    let effort = || Budget::with_timeout(Some(args.timeout));
    session.play_sum(&games, seats, effort, io::stdin().lock(), out)?;
    Ok(())
}

fn player(side: Side) -> Player {
    match side {
        Side::B => Player::Left,
        Side::W => Player::Right,
    }
}
