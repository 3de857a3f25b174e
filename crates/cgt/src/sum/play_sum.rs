//! A person plays a sum against the engine, line by line.

use std::io::{self, BufRead, Write};

use crate::{Budget, Game, Player, Session, Stopped};

/// Who plays what.
#[derive(Debug, Clone, Copy)]
pub struct Seats {
    /// The person.
    pub person: Player,
    /// Who moves first.
    pub first: Player,
}

/// How a game that was played ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Somebody could not move; this player won.
    Won(Player),
    /// The person left.
    Left,
}

/// More bytes than these in one line are not a move.
const LONGEST_LINE: u64 = 1 << 16;

const HELP: &str = "a move, or: moves, hint, undo, quit";

impl Session {
    /// Plays a sum with a person who types moves. `budget` bounds every thought of the engine; if it
    /// is not enough, she plays the first move she finds.
    ///
    /// ```
    /// use zermelo_cgt::{Budget, Ending, Player, Seats, Session};
    /// let mut session = Session::new();
    /// let sum = [session.read("clobber_1xn", "XO")?, session.read("nimber", "1")?];
    /// let seats = Seats { person: Player::Left, first: Player::Left };
    /// let mut shown = Vec::new();
    /// let typed = b"nonsense\n0:1-2\n";
    /// let ending = session.play_sum(&sum, seats, Budget::unlimited, &typed[..], &mut shown)?;
    /// assert_eq!(ending, Ending::Won(Player::Right), "who takes first from two equal games loses");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_sum(
        &mut self,
        games: &[Game],
        seats: Seats,
        budget: impl Fn() -> Budget,
        mut input: impl BufRead,
        mut out: impl Write,
    ) -> io::Result<Ending> {
        let mut history: Vec<Vec<Game>> = Vec::new();
        let mut games = games.to_vec();
        let mut mover = seats.first;
        writeln!(out, "you are {}; type {HELP}", seats.person)?;
        loop {
            writeln!(out, "{}", self.picture(&games))?;
            let moves = self.moves(&games, mover);
            if moves.is_empty() {
                let winner = mover.opponent();
                let whose = if winner == seats.person { "you win" } else { "the engine wins" };
                writeln!(out, "{mover} cannot move: {whose}")?;
                return Ok(Ending::Won(winner));
            }
            let name = if mover == seats.person {
                match self.ask(&games, mover, &moves, &budget, &mut input, &mut out)? {
                    Typed::Move(name) => name,
                    Typed::Undo => {
                        match history.pop() {
                            Some(before) => games = before,
                            None => writeln!(out, "there is nothing to take back")?,
                        }
                        continue;
                    }
                    Typed::Quit => return Ok(Ending::Left),
                }
            } else {
                let found = self.winning_move(&games, mover, &mut budget());
                let name = found.ok().flatten().unwrap_or_else(|| moves[0].clone());
                writeln!(out, "{mover} plays {name}")?;
                name
            };
            if mover == seats.person {
                history.push(games.clone());
            }
            // Names come from the list of moves.
            if let Some(after) = self.play(&games, mover, &name) {
                games = after;
            }
            mover = mover.opponent();
        }
    }

    /// Reads lines until one is a move or ends the turn.
    fn ask(
        &mut self,
        games: &[Game],
        mover: Player,
        moves: &[String],
        budget: &impl Fn() -> Budget,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> io::Result<Typed> {
        loop {
            write!(out, "{mover}> ")?;
            out.flush()?;
            let Some(line) = zermelo_files::read_line(input, LONGEST_LINE)? else {
                writeln!(out)?;
                return Ok(Typed::Quit);
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Typed::Quit),
                "undo" => return Ok(Typed::Undo),
                "moves" => writeln!(out, "{}", moves.join(" "))?,
                "hint" => writeln!(out, "{}", hint(self.winning_move(games, mover, &mut budget())))?,
                typed if moves.iter().any(|name| name == typed) => return Ok(Typed::Move(typed.to_owned())),
                typed => writeln!(out, "{typed:?} is no move here; type {HELP}")?,
            }
        }
    }

    /// All games, with their numbers if there are several.
    fn picture(&self, games: &[Game]) -> String {
        let text = |(index, &game): (usize, &Game)| {
            let text = self.text(game);
            if games.len() > 1 { format!("{index}: {text}") } else { text }
        };
        games.iter().enumerate().map(text).collect::<Vec<_>>().join("   ")
    }
}

/// What the person wants.
enum Typed {
    Move(String),
    Undo,
    Quit,
}

fn hint(found: Result<Option<String>, Stopped>) -> String {
    match found {
        Ok(Some(name)) => format!("{name} wins"),
        Ok(None) => "no move wins against perfect play".to_owned(),
        Err(stopped) => stopped.to_string(),
    }
}
