//! `zermelo sum --random`: how searches grow with the boards.

use std::fs;

use zermelo_cgt::{CaseReport, Effort, RandomBoards, Script, Source, Stopped, Switches, node_plot};

use super::combinatorial;
use crate::args::SumArgs;
use crate::context::Context;
use crate::exit::Failure;

/// Solves random boards of a ruleset, Black to move, each in a session of its own; the comment of a
/// case is the size of its board.
pub(super) fn cases(
    title: &str,
    args: &SumArgs,
    switches: Switches,
    context: &Context,
) -> Result<Vec<CaseReport>, Failure> {
    let wrong = |error: &dyn ToString| Failure::input(error.to_string());
    let (low, high) = args.size;
    let mut boards = RandomBoards::new(title, low, high, args.seed).map_err(|error| wrong(&error))?;
    let databases = combinatorial::databases(context, (!args.no_database).then_some(title))?;
    let effort = || Effort::with_timeout(args.timeout).with_interrupt(context.cancel());
    let mut cases = Vec::new();
    let mut points = Vec::new();
    for _ in 0..args.cases {
        let (size, board) = boards.next_board().map_err(|error| wrong(&error))?;
        let script = Script::parse(&format!("[{title}] {board} {{B}}"), Source::Text);
        let script = script.map_err(|error| wrong(&error))?;
        let mut session = combinatorial::session(context, switches, &databases)?;
        let loaded = session.load(script, "random").map_err(|error| wrong(&error))?;
        session.run(&loaded, effort, |case| cases.push(CaseReport { comment: size.to_string(), ..case }));
        if let Some(case) = cases.last() {
            if case.result == Err(Stopped::Interrupted) {
                return Err(Failure::Interrupted("interrupted".to_owned()));
            }
            points.push((size.cells(), case.nodes));
        }
    }
    if let Some(path) = &args.plot {
        fs::write(path, node_plot(title, &points))
            .map_err(|error| Failure::Environment(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(cases)
}
