//! Runs all commands of a script and compares the answers with what was expected.

use std::fmt;
use std::time::{Duration, Instant};

use crate::script::language::{Command, Script, ScriptError, SumText};
use crate::sum::search_counts::SearchCounts;
use crate::{Answer, Budget, Game, Player, Session, Stopped, Thermograph, Walls};

/// One command of a script with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseReport {
    /// Where the script comes from.
    pub source: String,
    /// The line of the command.
    pub line: usize,
    /// The games, with their titles.
    pub games: String,
    /// The command without the expected answer.
    pub command: String,
    /// The comments that belong to it.
    pub comment: String,
    /// What was expected, if anything.
    pub expected: Option<String>,
    /// The answer, or why there is none.
    pub result: Result<String, Stopped>,
    /// Whether the answer is right, as far as that can be told.
    pub verdict: Verdict,
    /// Time the answer took.
    pub time: Duration,
    /// Positions looked at.
    pub nodes: u64,
    /// What the search made use of.
    pub counts: SearchCounts,
    /// How many results it took up that an interrupted search about the same sum had kept.
    pub taken_up: usize,
    /// Whether there is no answer yet, but what was found out is kept (see [`Session::keeping_searches`]).
    pub is_kept: bool,
}

/// What comes of comparing an answer with what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// Nothing was expected.
    Unchecked,
    /// No answer in time.
    Stopped,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::Unchecked => "",
            Self::Stopped => "stopped",
        })
    }
}

/// A script whose positions are all read and legal.
pub struct LoadedScript {
    source: String,
    sums: Vec<(SumText, Vec<Game>)>,
}

impl Session {
    /// Reads all positions of a script, so that mistakes show before anything is solved.
    pub fn load(&mut self, script: Script, source: &str) -> Result<LoadedScript, ScriptError> {
        let read = |sum: SumText| {
            let games = self.read_sum(&sum)?;
            Ok((sum, games))
        };
        let sums = script.sums.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(LoadedScript { source: source.to_owned(), sums })
    }

    /// Takes the sums out of a script that cannot be read, and tells what is wrong with each.
    pub fn take_out_mistakes(&mut self, script: &mut Script) -> Vec<ScriptError> {
        let mut mistakes = Vec::new();
        script.sums.retain(|sum| match self.read_sum(sum) {
            Ok(_) => true,
            Err(mistake) => {
                mistakes.push(mistake);
                false
            }
        });
        mistakes
    }

    /// Runs all commands of a script, each with the effort that `budget` gives it, and calls
    /// `report` after each. When the memory is used up it forgets values, so do not keep any that the
    /// session found before.
    ///
    /// ```
    /// use zermelo_cgt::{Budget, Script, Session, Source, Verdict};
    /// let script = Script::parse("[clobber_1xn] XOXO {B win, W loss}", Source::Text)?;
    /// let mut session = Session::new();
    /// let loaded = session.load(script, "example")?;
    /// let mut verdicts = Vec::new();
    /// session.run(&loaded, Budget::unlimited, |case| verdicts.push(case.verdict));
    /// assert_eq!(verdicts, [Verdict::Pass, Verdict::Fail]);
    /// # Ok::<(), zermelo_cgt::ScriptError>(())
    /// ```
    pub fn run(
        &mut self,
        script: &LoadedScript,
        budget: impl Fn() -> Budget,
        mut report: impl FnMut(CaseReport),
    ) {
        for number in 0..script.sums.len() {
            self.run_sum(script, number, &budget, &mut report);
        }
    }

    /// Runs the commands of one sum of a script.
    pub(crate) fn run_sum(
        &mut self,
        script: &LoadedScript,
        number: usize,
        budget: impl Fn() -> Budget,
        mut report: impl FnMut(CaseReport),
    ) {
        let (sum, games) = &script.sums[number];
        let question = sum.games_text();
        let taken_up = self.take_up(&question);
        self.begin_saving(&question);
        let mut is_any_kept = false;
        let (mut said, mut is_answered) = (Vec::new(), true);
        for (command, comment) in sum.commands.iter().zip(&sum.comments) {
            let mut budget = budget();
            let start = Instant::now();
            let is_first = self.evaluator.parts.len() == 0;
            self.evaluator.counts = SearchCounts::default();
            // Whoever has asked to stop does not wait for the easy ones of a long file.
            let mut answer = match budget.check() {
                Err(Stopped::Interrupted) => Err(Stopped::Interrupted),
                _ => self.answer(games, command, &mut budget),
            };
            if answer == Err(Stopped::Memory) && !is_first {
                // Perhaps it was filled by what earlier questions left behind.
                self.forget_all();
                answer = self.answer(games, command, &mut budget);
            }
            if answer.as_ref().is_ok_and(|answer| contradicts(command, answer, &mut said)) {
                answer = Err(Stopped::Contradiction);
            }
            // A full disk is no reason to lose the other answers.
            let put_by = |stopped: &Stopped| self.put_by(&question, *stopped, budget.nodes).unwrap_or(false);
            let is_kept = answer.as_ref().err().is_some_and(put_by);
            is_any_kept |= is_kept;
            is_answered &= answer.is_ok();
            let time = start.elapsed();
            let parts = self.part_count(games) as u64;
            let counts = SearchCounts { parts, ..self.evaluator.counts };
            let (verdict, shown) = match &answer {
                Ok(answer) => judge(command, answer),
                Err(_) => (Verdict::Stopped, String::new()),
            };
            report(CaseReport {
                source: script.source.clone(),
                line: sum.place.line,
                games: question.clone(),
                command: command.question(),
                comment: comment.clone(),
                expected: command.expectation(),
                result: answer.map(|_| shown),
                verdict,
                time,
                nodes: budget.nodes,
                counts,
                taken_up,
                is_kept,
            });
        }
        let is_saved = self.end_saving();
        // A file that was only saved against a kill is removed: nobody has asked to keep it.
        if is_answered || is_saved && !is_any_kept && taken_up == 0 {
            self.put_away(&question);
        }
    }
}

/// Returns whether an answer contradicts one that was given about the same sum. `said` is who wins moving
/// first.
fn contradicts(command: &Command, answer: &Answer, said: &mut Vec<(Player, bool)>) -> bool {
    let (player, wins) = match (command, answer) {
        (Command::Solve { player, .. }, Answer::Wins(wins)) => (*player, *wins),
        (Command::WinningMoves { player: Some(player), .. }, Answer::Moves(moves)) => {
            (*player, !moves.is_empty())
        }
        _ => return false,
    };
    said.push((player, wins));
    said.contains(&(player, !wins))
}

/// Compares an answer with what the command expects, and says how to print it.
fn judge(command: &Command, answer: &Answer) -> (Verdict, String) {
    let verdict = |expected: Option<bool>| match expected {
        None => Verdict::Unchecked,
        Some(true) => Verdict::Pass,
        Some(false) => Verdict::Fail,
    };
    match (command, answer) {
        (Command::Solve { expected, .. }, Answer::Wins(wins)) => {
            let shown = if *wins { "Win" } else { "Loss" };
            (verdict(expected.map(|expected| expected == *wins)), shown.to_owned())
        }
        (Command::NimValue { expected }, Answer::Nim(nim)) => {
            (verdict(expected.map(|expected| expected == *nim)), nim.to_string())
        }
        (Command::WinningMoves { expected: None, .. }, Answer::Moves(moves)) => {
            let shown = if moves.is_empty() { "None".to_owned() } else { moves.join(" ") };
            (Verdict::Unchecked, shown)
        }
        (Command::WinningMoves { expected: Some(expected), .. }, Answer::Moves(moves)) => {
            let difference = difference(expected, moves);
            (verdict(Some(difference == "OK")), difference)
        }
        (Command::Thermograph { expected }, Answer::Thermograph(graph)) => {
            let same = expected.as_ref().map(|expected| walls(graph) == *expected);
            (verdict(same), graph.to_string())
        }
        _ => (Verdict::Fail, "an answer to another question".to_owned()),
    }
}

fn walls(graph: &Thermograph) -> Walls {
    [graph.left(), graph.right()].map(|wall| {
        let corners = wall.points().iter();
        corners.map(|point| (point.value.clone(), point.temperature.clone())).collect()
    })
}

/// `OK`, or which moves are missing and which were not expected.
fn difference(expected: &[String], found: &[String]) -> String {
    let missing = |list: &[String], other: &[String]| {
        let mut only: Vec<&str> =
            list.iter().filter(|name| !other.contains(name)).map(String::as_str).collect();
        only.sort_unstable();
        only.dedup();
        only.join(" ")
    };
    let (lost, extra) = (missing(expected, found), missing(found, expected));
    let named =
        |name: &str, list: &str| if list.is_empty() { String::new() } else { format!("{name}: {list}") };
    let both = [named("Missing", &lost), named("Extra", &extra)].into_iter().filter(|part| !part.is_empty());
    let text = both.collect::<Vec<_>>().join(" ");
    if text.is_empty() { "OK".to_owned() } else { text }
}

impl Command {
    /// The command without what is expected.
    #[must_use]
    pub fn question(&self) -> String {
        match self {
            Self::Solve { player, .. } => player.to_string(),
            Self::NimValue { .. } => "N".to_owned(),
            Self::WinningMoves { player, .. } => {
                Self::WinningMoves { player: *player, expected: None }.to_string()
            }
            Self::Thermograph { .. } => "thermograph".to_owned(),
        }
    }

    /// What is expected, in words.
    #[must_use]
    pub fn expectation(&self) -> Option<String> {
        match self {
            Self::Solve { expected, .. } => expected.map(|win| if win { "Win" } else { "Loss" }.to_owned()),
            Self::NimValue { expected } => expected.map(|nim| nim.to_string()),
            Self::WinningMoves { expected, .. } => expected
                .as_ref()
                .map(|moves| if moves.is_empty() { "None".to_owned() } else { moves.join(" ") }),
            Self::Thermograph { expected } => expected.as_ref().map(|[left, right]| {
                let wall = |corners: &[(crate::Dyadic, crate::Dyadic)]| {
                    let corner = |(value, temperature): &(_, _)| format!("({value}, {temperature})");
                    corners.iter().map(corner).collect::<Vec<_>>().join(" ")
                };
                format!("L: {} R: {}", wall(left), wall(right))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_contradict_a_result_and_results_each_other() {
        let solve = |player| Command::Solve { player, expected: None };
        let moves = |player| Command::WinningMoves { player: Some(player), expected: None };
        let some = Answer::Moves(vec!["a1-a2".to_owned()]);
        let none = Answer::Moves(Vec::new());
        let mut said = Vec::new();
        for (command, answer, expected) in [
            (solve(Player::Left), Answer::Wins(true), false),
            (moves(Player::Left), some.clone(), false),
            (solve(Player::Right), Answer::Wins(false), false),
            (moves(Player::Right), none.clone(), false),
            (moves(Player::Right), some, true),
            (moves(Player::Left), none, true),
            (solve(Player::Left), Answer::Wins(false), true),
        ] {
            assert_eq!(contradicts(&command, &answer, &mut said), expected, "{command} {answer:?}");
        }
    }
}
