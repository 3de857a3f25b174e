//! `zermelo query`: one position.

use std::io::Write;

use serde_json::json;
use zermelo_explore::{PositionView, is_complete};

use super::write_json;
use crate::args::QueryArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::{outcome, style};
use crate::text_table::{Cell, TextTable};

pub(super) fn run(args: &QueryArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = context.open(&args.game)?;
    let position = args.position.clone().unwrap_or_else(|| opened.game.start());
    // A position that is not one should be told before a long solve.
    opened.game.view(&position, None)?;
    let database = solving::whole_or_part(context, &opened)?;
    let view = opened.game.view(&position, Some(&database))?;
    if context.json {
        let mut json = json!(view);
        json["game"] = opened.id().into();
        json["board"] = view.board.clone().into();
        return write_json(out, &json);
    }
    writeln!(out, "{}\n", view.board.trim_end())?;
    let why_unsolved = if is_complete(&database) {
        "it cannot be reached from the start, so it was not solved".to_owned()
    } else {
        format!("{} is {}", opened.title(), solving::partly_solved(&opened, &database))
    };
    tell(&view, &why_unsolved, out)
}

fn tell(view: &PositionView, why_unsolved: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let (colour, value) = (style(view.outcome), outcome(view.outcome));
    writeln!(out, "{}: {colour}{value}{colour:#}", view.position)?;
    if view.outcome.is_none() {
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
