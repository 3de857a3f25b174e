//! `zermelo play`: a game, line by line.

mod request;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use zermelo_core::{Turn, Value};
use zermelo_library::{MoveView, PositionView, Solution, VariantHandle, is_complete};
use zermelo_service::{Computer, GameInProgress, Known};
use zermelo_store::Database;

use self::request::{HELP, Request, are_numbered};
use crate::args::{self, PlayArgs};
use crate::context::Context;
use crate::exit::Failure;
use crate::text::{count, outcome, style};
use crate::text_table::{Cell, TextTable};
use crate::{interrupt, solving};

/// How long a live solver may think about a position that a person looks at.
const GLANCE: Duration = Duration::from_secs(1);

/// The same for a position in which the computer has to move.
const THOUGHT: Duration = Duration::from_secs(20);

pub(super) fn run(args: &PlayArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    if context.json {
        return Err(Failure::input("'play' talks to people and has no JSON; 'zermelo query --json' does"));
    }
    let handle = context.open(&args.game)?;
    let from = args.from.clone().unwrap_or_else(|| solving::first_position(context, &handle));
    // A position that is not one should be told before a long solve.
    let first = handle.game.view(&from, Solution::NONE)?;
    let asked = match args.computer {
        args::Computer::First => Computer::First,
        args::Computer::Second => Computer::Second,
        args::Computer::Both => Computer::Both,
        args::Computer::None => Computer::None,
    };
    let (database, computer) = match solving::known(context, &handle)? {
        Known::Database(database) => (Some(database), asked),
        Known::Nothing(_) if handle.game.has_live_solver() => (None, asked),
        Known::Nothing(why) => {
            let why = solving::nothing_known(&handle, why);
            context
                .note(&format!("{}. Here it is played without values, and by people only.", why.sentence()));
            (None, Computer::None)
        }
    };
    if let Some(part) = database.as_ref().filter(|database| !is_complete(database)) {
        let how_far = solving::partly_solved(&handle, part);
        context.note(&format!("{} is {how_far}. Play is perfect only there.", handle.title()));
    }
    interrupt::end_at_once();
    writeln!(out, "{}. Type a move, or 'help'.", handle.title())?;
    let turn = first.mover(Turn::First);
    let mut game = Match {
        handle: &handle,
        database: database.as_deref(),
        values: args.hints,
        game: GameInProgress::new(first.position, turn, computer),
    };
    game.play(&mut io::stdin().lock(), out)
}

/// More bytes than these in one line are not a move.
const LONGEST_LINE: u64 = 1 << 16;

fn name(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "first player",
        Turn::Second => "second player",
    }
}

/// A game in progress, as it is shown line by line.
struct Match<'a> {
    handle: &'a VariantHandle,
    database: Option<&'a Database>,
    /// Whether values are shown with every turn.
    values: bool,
    game: GameInProgress,
}

impl Match<'_> {
    /// Plays until the game is over or the player leaves.
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        loop {
            let view = self.view()?;
            if view.moves.is_empty() {
                writeln!(out, "\n{}\n", view.board.trim_end())?;
                return self.tell_end(&view, out);
            }
            let Some(best) = self.game.computers_move(&view) else {
                if self.human_turn(&view, input, out)? {
                    continue;
                }
                return Ok(());
            };
            if self.game.goes_round_in_circles() {
                writeln!(
                    out,
                    "\nThis position was there before: with perfect play the game never ends. A draw."
                )?;
                return Ok(());
            }
            writeln!(out, "\nThe {} (computer) plays {}.", name(self.game.turn()), best.name)?;
            self.game.make(best);
        }
    }

    /// One turn of a person. Whether the game goes on.
    fn human_turn(
        &mut self,
        view: &PositionView,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        // In the order of names, so that the order does not give the best move away.
        let mut moves = view.moves.clone();
        moves.sort_by(|a, b| a.name.cmp(&b.name));
        writeln!(out, "\n{}\n", view.board.trim_end())?;
        if self.values {
            let colour = style(view.outcome);
            writeln!(out, "Value: {colour}{}{colour:#}", outcome(view.outcome))?;
        }
        if self.game.is_computers_turn() {
            writeln!(
                out,
                "The computer does not know what is best here; move for the {}.",
                name(self.game.turn())
            )?;
        }
        writeln!(out, "Moves: {}", self.list(&moves))?;
        loop {
            write!(out, "{}> ", name(self.game.turn()))?;
            out.flush()?;
            let Some(line) = zermelo_files::read_line(input, LONGEST_LINE).ok().flatten() else {
                writeln!(out)?;
                return Ok(false);
            };
            match Request::parse(&line, &moves) {
                Err(refusal) => writeln!(out, "{refusal}")?,
                Ok(Request::Nothing) => {}
                Ok(Request::Help) => writeln!(out, "{HELP}")?,
                Ok(Request::Hint) => hint(view, &moves, out)?,
                Ok(Request::Quit) => return Ok(false),
                Ok(Request::Resign) => {
                    let (loser, winner) = (name(self.game.turn()), name(self.game.turn().next()));
                    writeln!(out, "The {loser} resigns: the {winner} wins.")?;
                    return Ok(false);
                }
                Ok(Request::Values(on)) => {
                    self.values = on;
                    return Ok(true);
                }
                Ok(Request::Undo) if self.game.undo() => return Ok(true),
                Ok(Request::Undo) => writeln!(out, "There is nothing to take back.")?,
                Ok(Request::Redo) if self.game.redo() => return Ok(true),
                Ok(Request::Redo) => writeln!(out, "Nothing was taken back.")?,
                Ok(Request::Move(name)) => {
                    let made = moves.iter().find(|m| m.name == name).expect("requests name legal moves");
                    self.game.make(made);
                    return Ok(true);
                }
            }
        }
    }

    /// Looks at the board. A live solver is asked for what is in no database.
    fn view(&mut self) -> Result<PositionView, Failure> {
        let patience = if self.game.is_computers_turn() { THOUGHT } else { GLANCE };
        let deadline = Instant::now() + patience;
        let give_up = || Instant::now() >= deadline;
        let solution = Solution { database: self.database, give_up: Some(&give_up) };
        let view = self.handle.game.view(self.game.position(), solution)?;
        self.game.seen(&view);
        Ok(view)
    }

    fn list(&self, moves: &[MoveView]) -> String {
        let numbered = are_numbered(moves);
        let one = |(place, m): (usize, &MoveView)| {
            let number = if numbered { format!("{}:", place + 1) } else { String::new() };
            let colour = style(m.worth());
            if self.values {
                format!("{number}{} ({colour}{}{colour:#})", m.name, outcome(m.worth()))
            } else {
                format!("{number}{}", m.name)
            }
        };
        moves.iter().enumerate().map(one).collect::<Vec<_>>().join("  ")
    }

    fn tell_end(&self, view: &PositionView, out: &mut dyn Write) -> Result<(), Failure> {
        let moves = count(self.game.moves_made() as u64, "move");
        let winner = match view.outcome.map(zermelo_core::Outcome::value) {
            Some(Value::Win) => self.game.turn(),
            Some(Value::Lose) => self.game.turn().next(),
            _ => {
                writeln!(out, "The game is over after {moves}: a tie.")?;
                return Ok(());
            }
        };
        let is_alone = self.game.computer == Computer::Both;
        let computer = if !is_alone && self.game.computer.plays(winner) { " (computer)" } else { "" };
        writeln!(out, "The game is over after {moves}: the {}{computer} wins.", name(winner))?;
        Ok(())
    }
}

/// All moves with their values, the best first.
fn hint(view: &PositionView, numbered: &[MoveView], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = TextTable::new("><<", ["", "move", "value"]);
    for m in &view.moves {
        let place = numbered.iter().position(|n| n.name == m.name).filter(|_| are_numbered(numbered));
        let number = place.map_or_else(String::new, |place| (place + 1).to_string());
        let worth = Cell::styled(outcome(m.worth()), style(m.worth()));
        table.row([number.into(), m.name.as_str().into(), worth]);
    }
    Ok(table.write(out)?)
}
