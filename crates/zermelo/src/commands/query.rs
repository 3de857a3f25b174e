//! `zermelo query`: one position.

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use zermelo_library::{LibraryError, PositionView, Solution, VariantHandle, is_complete};
use zermelo_service::position_json;

use super::write_json;
use crate::args::QueryArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::{outcome, style};
use crate::text_table::{Cell, TextTable};

/// How long a live solver may think unless the user says otherwise.
const LIVE: Duration = Duration::from_secs(1);

pub(super) fn run(args: &QueryArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    let position = args.position.clone().unwrap_or_else(|| solving::first_position(context, &handle));
    // A position that is not one should be told before a long solve.
    handle
        .game
        .view(&position, Solution::NONE)
        .map_err(|error| no_such_position(&handle, &position, error))?;
    let (view, why_unsolved) = if handle.game.has_live_solver() {
        think(args.live.unwrap_or(LIVE), &handle, &position, context)?
    } else if args.live.is_some() {
        let id = handle.id();
        return Err(Failure::input(format!("{id} has no live solver; leave --live out to ask its database")));
    } else {
        look_up(&handle, &position, context)?
    };
    if context.json {
        let mut json = position_json(&view, handle.game.look().is_some());
        json["game"] = handle.id().into();
        return write_json(out, &json);
    }
    writeln!(out, "{}\n", view.board.trim_end())?;
    tell(&view, &why_unsolved, out)
}

/// Says what is wrong with a position, and what one looks like. Positions may begin with a hyphen, so that a
/// misspelt option is taken for one.
fn no_such_position(handle: &VariantHandle, position: &str, error: LibraryError) -> Failure {
    match error {
        LibraryError::Parse(_)
            if position.starts_with("--") && position.contains(|c: char| c.is_alphabetic()) =>
        {
            Failure::input(format!(
                "'query' has no option '{position}', and it is no position of {}: {error}; see 'zermelo query --help'",
                handle.id()
            ))
        }
        LibraryError::Parse(_) => Failure::input(format!(
            "{error}; a position of {} looks like {}",
            handle.id(),
            handle.game.start()
        )),
        error => error.into(),
    }
}

/// The position by the database, and why it may have no outcome.
fn look_up(
    handle: &VariantHandle,
    position: &str,
    context: &Context,
) -> Result<(PositionView, String), Failure> {
    let database = solving::whole_or_part(context, handle)?;
    let view = handle.game.view(position, Solution::of(&database))?;
    let why_unsolved = if is_complete(&database) {
        "it cannot be reached from the start, so it was not solved".to_owned()
    } else {
        format!("{} is {}", handle.title(), solving::partly_solved(handle, &database))
    };
    Ok((view, why_unsolved))
}

/// The position by what there is of a database and by the live solver, and why it may have no outcome.
fn think(
    patience: Duration,
    handle: &VariantHandle,
    position: &str,
    context: &Context,
) -> Result<(PositionView, String), Failure> {
    let database = handle.part()?;
    // Whoever gives it a thousand years has no deadline.
    let deadline = Instant::now().checked_add(patience);
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let give_up = || is_late() || context.cancel().load(Relaxed);
    let solution = Solution { database: database.as_ref(), give_up: Some(&give_up) };
    let view = handle.game.view(position, solution)?;
    let seconds = patience.as_secs_f64();
    Ok((view, format!("still thinking after {seconds} s; --live SECONDS gives it more time")))
}

fn tell(view: &PositionView, why_unsolved: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let (colour, value) = (style(view.outcome), outcome(view.outcome));
    writeln!(out, "{}: {colour}{value}{colour:#}", view.position)?;
    if view.outcome.is_none() || view.thinking {
        writeln!(out, "({why_unsolved})")?;
    }
    if view.moves.is_empty() {
        writeln!(out, "The game is over.")?;
        return Ok(());
    }
    writeln!(out)?;
    let mut table = TextTable::new("<<<", ["move", "value", "leads to"]);
    for m in &view.moves {
        let worth = Cell::styled(outcome(m.worth()), style(m.worth()));
        table.row([m.name.as_str().into(), worth, m.position.as_str().into()]);
    }
    Ok(table.write(out)?)
}
