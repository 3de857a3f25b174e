//! `zermelo` alone: where to begin.

use std::io::Write;

use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let games = context.library.families().len();
    writeln!(
        out,
        "Zermelo solves two-player games of perfect information: for every position it knows who wins,\n\
         and how soon.\n\n  \
         zermelo games              the {games} games\n  \
         zermelo info quixo         rules, variants and size of one\n  \
         zermelo solve quixo/4x4    solve it; the result stays on disk\n  \
         zermelo query tictactoe    a position with the value of every move\n  \
         zermelo play tictactoe     play against perfection\n  \
         zermelo analyze tictactoe  count all positions by value and remoteness\n\n\
         'zermelo --help' shows all commands, 'zermelo COMMAND --help' explains one."
    )?;
    Ok(())
}
