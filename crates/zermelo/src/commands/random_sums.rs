//! `zermelo sum --random`: how searches grow with the sums.

use std::fs;
use std::path::Path;

use zermelo_cgt::{
    Budget, CaseReport, NodeCurve, Player, RandomPositions, Script, Session, Source, Stopped, node_plot,
};

use super::combinatorial;
use crate::args::{Across, Setting, SumArgs};
use crate::context::Context;
use crate::exit::Failure;

fn wrong(error: &dyn ToString) -> Failure {
    Failure::input(error.to_string())
}

/// A random sum, Black to move.
struct RandomSum {
    text: String,
    /// The sizes of its games.
    sizes: String,
    /// How much there is of what the plot has on its x axis.
    across: usize,
}

/// Solves random sums, each in a session of its own, and with every setting; the comment of a case is the
/// sizes of its games, and the setting if there are several.
pub(super) fn cases(
    args: &SumArgs,
    switches: zermelo_cgt::Switches,
    context: &Context,
    cases: &mut Vec<CaseReport>,
) -> Result<(), Failure> {
    let only = Setting { name: String::new(), switches, uses_databases: !args.no_database };
    let settings = if args.setting.is_empty() { vec![only] } else { args.setting.clone() };
    let titles = args.random.iter().map(String::as_str);
    let databases = combinatorial::databases(context, titles.filter(|_| !args.no_database))?;
    let effort = || Budget::with_timeout(args.timeout).with_interrupt(context.cancel());
    let mut sums = RandomSums::new(args)?;
    let mut curves: Vec<NodeCurve> =
        settings.iter().map(|setting| NodeCurve { name: setting.name.clone(), cases: Vec::new() }).collect();
    for _ in 0..args.cases {
        let sum = sums.next_sum()?;
        let first = cases.len();
        for Setting { name, switches, uses_databases } in &settings {
            let databases = if *uses_databases { &databases[..] } else { &[] };
            let script = Script::parse(&sum.text, Source::Text).map_err(|error| wrong(&error))?;
            let mut session = combinatorial::session(context, *switches, databases)?;
            let loaded = session.load(script, "random").map_err(|error| wrong(&error))?;
            let comment = if name.is_empty() { sum.sizes.clone() } else { format!("{}; {name}", sum.sizes) };
            session.run(&loaded, effort, |case| cases.push(CaseReport { comment: comment.clone(), ..case }));
            if cases.last().is_some_and(|case| case.result == Err(Stopped::Interrupted)) {
                return Err(Failure::Interrupted("interrupted".to_owned()));
            }
        }
        let of_sum = &mut cases[first..];
        expect_one_answer(of_sum);
        // What one of them did not answer would make it look better than it is.
        if of_sum.iter().all(|case| case.result.is_ok()) {
            for (curve, case) in curves.iter_mut().zip(of_sum) {
                curve.cases.push((sum.across, case.nodes));
            }
        }
    }
    if let Some(path) = &args.plot {
        draw(path, args, &curves)?;
    }
    Ok(())
}

/// All settings must give the same answer; those that do not are contradictions.
fn expect_one_answer(cases: &mut [CaseReport]) {
    let answers = || cases.iter().filter_map(|case| case.result.as_ref().ok());
    if answers().zip(answers().skip(1)).any(|(one, other)| one != other) {
        for case in cases {
            case.result = Err(Stopped::Contradiction);
        }
    }
}

fn draw(path: &Path, args: &SumArgs, curves: &[NodeCurve]) -> Result<(), Failure> {
    let across = match args.across {
        Across::Cells => "cells",
        Across::Stones => "stones",
        Across::Moves => "moves at the beginning",
        Across::Parts => "independent parts",
        Across::Games => "boards",
    };
    fs::write(path, node_plot(&args.random.join(" + "), across, curves))
        .map_err(|error| Failure::Environment(format!("cannot write {}: {error}", path.display())))
}

/// An endless source of random sums.
struct RandomSums<'args> {
    args: &'args SumArgs,
    /// One for each ruleset.
    positions: Vec<RandomPositions>,
    random: fastrand::Rng,
}

impl<'args> RandomSums<'args> {
    fn new(args: &'args SumArgs) -> Result<Self, Failure> {
        let (low, high) = args.size;
        let positions = args.random.iter().zip(0..).map(|(title, number)| {
            // Equal rulesets have different positions.
            RandomPositions::new(title, low, high, args.seed.wrapping_add(number))
        });
        let positions = positions.collect::<Result<_, _>>().map_err(|error| wrong(&error))?;
        Ok(Self { args, positions, random: fastrand::Rng::with_seed(args.seed) })
    }

    fn next_sum(&mut self) -> Result<RandomSum, Failure> {
        let (least, most) = self.args.games.unwrap_or((self.positions.len(), self.positions.len()));
        let games = self.random.usize(least..=most);
        let (mut text, mut sizes, mut cells, mut stones) = (String::new(), Vec::new(), 0, 0);
        for number in 0..games {
            let at = number % self.positions.len();
            let (size, position) = self.positions[at].next_position().map_err(|error| wrong(&error))?;
            let title = &self.args.random[at];
            // Brackets hold what has spaces in it.
            let spaced = position.contains(' ');
            text +=
                &if spaced { format!("[{title}] ({position}) ") } else { format!("[{title}] {position} ") };
            cells += size.cells();
            stones += position.chars().filter(|cell| "XO".contains(*cell)).count();
            sizes.push(size.to_string());
        }
        text += "{B}";
        let across = match self.args.across {
            Across::Cells => cells,
            Across::Stones => stones,
            Across::Games => games,
            Across::Moves | Across::Parts => self.count(&text)?,
        };
        Ok(RandomSum { text, sizes: sizes.join(" + "), across })
    }

    /// The moves, or the parts, of a sum.
    fn count(&self, text: &str) -> Result<usize, Failure> {
        let script = Script::parse(text, Source::Text).map_err(|error| wrong(&error))?;
        let mut session = Session::new();
        let games = session.read_sum(&script.sums[0]).map_err(|error| wrong(&error))?;
        Ok(match self.args.across {
            Across::Parts => session.part_count(&games),
            _ => Player::BOTH.into_iter().map(|player| session.moves(&games, player).len()).sum(),
        })
    }
}
