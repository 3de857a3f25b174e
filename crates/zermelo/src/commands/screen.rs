//! `zermelo` alone and `zermelo play` in a terminal: the full-screen text interface.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use zermelo_library::Family;
use zermelo_tui::{Computer, Opening, ScreenError};

use crate::args::{self, Command, Options, PlayArgs};
use crate::context::Context;
use crate::exit::Failure;

/// Whether a command is one for the full screen, and there is a screen.
pub(super) fn is_wanted(command: Option<&Command>, options: &Options) -> bool {
    let fits = match command {
        None => true,
        Some(Command::Play(args)) => !args.lines,
        Some(_) => false,
    };
    fits && !options.json && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Shows a game, or all games. Not to be run in a thread pool, as games are solved in one of their own.
pub(super) fn run(command: Option<Command>, options: &Options, families: Vec<Family>) -> Result<(), Failure> {
    let context = Context::new(options, families);
    let opening = match command {
        Some(Command::Play(args)) => Some(opening(args, &context)?),
        _ => None,
    };
    let asked_to_stop = context.cancel();
    let service = context.into_service(options, |_| ())?;
    let shown = zermelo_tui::run(Arc::new(service), opening, asked_to_stop);
    // A terminal that has gone fails as well, and that is not what ended the game.
    if asked_to_stop.load(Relaxed) {
        return Err(Failure::Interrupted("interrupted".to_owned()));
    }
    shown.map_err(|error| match error {
        ScreenError::Game(error) => error.into(),
        ScreenError::Terminal(_) => Failure::Environment(error.to_string()),
    })
}

fn opening(args: PlayArgs, context: &Context) -> Result<Opening, Failure> {
    let handle = context.open(&args.game)?;
    let computer = match args.computer {
        args::Computer::First => Computer::First,
        args::Computer::Second => Computer::Second,
        args::Computer::Both => Computer::Both,
        args::Computer::None => Computer::None,
    };
    Ok(Opening {
        game: handle.family.id.to_owned(),
        variant: handle.variant,
        from: args.from,
        computer,
        hints: args.hints,
    })
}
