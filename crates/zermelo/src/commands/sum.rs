//! `zermelo sum`: who wins a sum of combinatorial games.

use std::fs;
use std::io::{Read, Write};
use std::time::Duration;

use serde_json::{Value as Json, json};
use zermelo_cgt::{
    CaseReport, Command, EarlierRun, Effort, NoStrategy, Script, Session, Source, Stopped, SumText, Switches,
    Verdict, cases_csv, cases_html, run_on_threads,
};

use super::{combinatorial, random_sums, write_json};
use crate::args::SumArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::text::count;

/// Replies in a strategy that somebody would still read.
const LONGEST_STRATEGY: usize = 10_000;

pub(super) fn run(args: &SumArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let earlier = args.compare.as_deref().map(read).transpose()?;
    let earlier = earlier.map(|csv| EarlierRun::from_csv(&csv));
    let switches = Switches {
        table: !args.no_table,
        split: !args.no_split,
        values: !args.no_values,
        proof: !args.probabilistic,
    };
    let as_table = context.json || args.csv || args.html;
    let cases = if let Some(title) = &args.random {
        let cases = random_sums::cases(title, args, switches, context)?;
        if !as_table {
            cases.iter().try_for_each(|case| write_case(out, case))?;
        }
        cases
    } else {
        given_cases(args, switches, context, as_table, out)?
    };
    if context.json {
        write_json(out, &cases.iter().map(describe).collect())?;
    } else if args.csv {
        write!(out, "{}", cases_csv(&cases))?;
    } else if args.html {
        write!(out, "{}", cases_html(&cases, earlier.as_ref()))?;
    }
    if cases.iter().any(|case| case.result == Err(Stopped::Contradiction)) {
        return Err(contradiction());
    }
    let failed = cases.iter().any(|case| case.verdict == Verdict::Fail);
    if failed { Err(Failure::No) } else { Ok(()) }
}

/// Answers all questions that the user gave, and prints each answer at once unless a table is
/// wanted.
fn given_cases(
    args: &SumArgs,
    switches: Switches,
    context: &Context,
    as_table: bool,
    out: &mut dyn Write,
) -> Result<Vec<CaseReport>, Failure> {
    let (timeout, cancel) = (args.timeout, context.cancel());
    let effort = move || Effort::with_timeout(timeout).with_interrupt(cancel);
    let mut cases = Vec::new();
    for (name, script) in scripts(args, context)? {
        let games = script.sums.iter().flat_map(|sum| &sum.games);
        let titles = games.filter(|_| !args.no_database).map(|game| game.title.as_str());
        let databases = combinatorial::databases(context, titles)?;
        // A session per script bounds the memory; within one, sums share what was found out.
        let threads = context.asked_threads().unwrap_or(1);
        let sharers = threads.min(script.sums.len());
        // Threads share the sums; if there is only one, they search it together.
        let together = if sharers > 1 { 1 } else { threads };
        let searches = context.combinatorial_data().join("searches");
        let keeping =
            |session: Session| session.keeping_searches(&searches, &format!("{switches:?}"), args.keep);
        let session = combinatorial::session_on_threads(context, switches, &databases, together)?;
        let mut session = keeping(session);
        let sums = script.sums.clone();
        let failure = |error: zermelo_cgt::ScriptError| Failure::input(format!("{name}: {error}"));
        let loaded = session.load(script.clone(), &name).map_err(failure)?;
        let mut written = Ok(());
        let mut interrupted = false;
        let report = |case: CaseReport| {
            if case.is_kept {
                context.note("what the search found out is kept; the same command goes on from there");
            }
            interrupted |= case.result == Err(Stopped::Interrupted);
            if !as_table && written.is_ok() {
                written = write_case(out, &case);
            }
            cases.push(case);
        };
        match sharers {
            0 | 1 => session.run(&loaded, effort, report),
            threads => {
                let memory = combinatorial::memory(context) / threads;
                let session = || {
                    let made = combinatorial::session_within(memory, switches, &databases);
                    keeping(made.expect("one like it was made before"))
                };
                run_on_threads(threads, session, &script, &name, effort, report).map_err(failure)?;
            }
        }
        written?;
        if interrupted {
            return Err(Failure::Interrupted("interrupted".to_owned()));
        }
        if args.strategy {
            for sum in &sums {
                print_strategies(&mut session, sum, &cases, effort, out)?;
            }
        }
    }
    Ok(cases)
}

fn read(path: &std::path::Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::Environment(format!("cannot read {}: {error}", path.display())))
}

/// The scripts to run, with the names to call them by.
fn scripts(args: &SumArgs, context: &Context) -> Result<Vec<(String, Script)>, Failure> {
    let mut sources = Vec::new();
    if let Some(text) = &args.sum {
        sources.push(("sum".to_owned(), text.clone().into_bytes(), Source::Text));
    }
    for path in &args.file {
        let bytes = fs::read(path)
            .map_err(|error| Failure::Environment(format!("cannot read {}: {error}", path.display())))?;
        sources.push((path.display().to_string(), bytes, Source::File));
    }
    if sources.is_empty() {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        sources.push(("standard input".to_owned(), bytes, Source::Text));
    }
    let parse = |(name, bytes, source): (String, Vec<u8>, Source)| {
        let mut script = Script::parse_bytes(&bytes, source)
            .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        if let Some(version) = &script.other_version {
            context.note(&format!("{name} is written for version {version}"));
        }
        if args.winning_moves {
            script.sums.iter_mut().for_each(ask_for_winning_moves);
        }
        Ok((name, script))
    };
    sources.into_iter().map(parse).collect()
}

/// For everybody of whom it is asked whether she wins, also asks how.
fn ask_for_winning_moves(sum: &mut SumText) {
    for command in sum.commands.clone() {
        if let Command::Solve { player, .. } = command {
            sum.commands.push(Command::WinningMoves { player: Some(player), expected: None });
            sum.comments.push(String::new());
        }
    }
}

/// What is said instead of an answer that contradicts another one.
fn contradiction() -> Failure {
    Failure::Environment(format!("internal error: {}; please report it", Stopped::Contradiction))
}

/// Prints strategies for those who win; never one that contradicts an answer given before.
fn print_strategies(
    session: &mut Session,
    sum: &SumText,
    cases: &[CaseReport],
    effort: impl Fn() -> Effort,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let games = session.read_sum(sum).map_err(|error| Failure::input(error.to_string()))?;
    for command in &sum.commands {
        let Command::Solve { player, .. } = command else { continue };
        let is_asked = |case: &&CaseReport| {
            case.line == sum.place.line
                && case.games == sum.games_text()
                && case.command == command.question()
        };
        let said = cases.iter().rev().find(is_asked).and_then(|case| case.result.as_deref().ok());
        match session.strategy(&games, *player, LONGEST_STRATEGY, &mut effort()) {
            Ok(_) if said == Some("Loss") => return Err(contradiction()),
            Err(NoStrategy::Lost(_)) if said == Some("Win") => return Err(contradiction()),
            Err(NoStrategy::Stopped(Stopped::Contradiction)) => return Err(contradiction()),
            Ok(strategy) => {
                strategy.check(session, &games).map_err(|flaw| {
                    Failure::Environment(format!("the strategy does not win, which is a bug: {flaw}"))
                })?;
                writeln!(out, "strategy for {player}, checked against every reply:\n{strategy}")?;
            }
            Err(NoStrategy::Lost(_)) => {}
            Err(other) => writeln!(out, "no strategy for {player}: {other}")?,
        }
    }
    Ok(())
}

fn write_case(out: &mut dyn Write, case: &CaseReport) -> Result<(), Failure> {
    let result = match &case.result {
        Ok(result) => result.clone(),
        Err(stopped) => stopped.to_string(),
    };
    let expected = match (&case.expected, case.verdict) {
        (Some(_), Verdict::Pass) => ", as expected".to_owned(),
        (Some(expected), Verdict::Fail) => format!(", EXPECTED {expected}"),
        _ => String::new(),
    };
    let (games, command) = (&case.games, &case.command);
    let time = Duration::from_micros(case.time.as_micros() as u64);
    let taken_up = match case.taken_up {
        0 => String::new(),
        results => format!(", {} taken up", count(results as u64, "result")),
    };
    Ok(writeln!(out, "{games} {{{command}}}: {result}{expected} ({time:?}, {} nodes{taken_up})", case.nodes)?)
}

fn describe(case: &CaseReport) -> Json {
    json!({
        "source": case.source,
        "line": case.line,
        "games": case.games,
        "command": case.command,
        "expected": case.expected,
        "result": case.result.as_ref().ok(),
        "stopped": case.result.as_ref().err().map(ToString::to_string),
        "asExpected": match case.verdict {
            Verdict::Pass => Some(true),
            Verdict::Fail => Some(false),
            Verdict::Unchecked | Verdict::Stopped => None,
        },
        "seconds": case.time.as_secs_f64(),
        "nodes": case.nodes,
        "takenUp": case.taken_up,
        "kept": case.is_kept,
        "comment": case.comment,
    })
}
