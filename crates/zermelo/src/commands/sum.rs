//! `zermelo sum`: who wins a sum of combinatorial games.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value as Json, json};
use zermelo_cgt::{
    Budget, CaseReport, Command, EarlierRun, NoStrategy, Script, ScriptError, ScriptProblem, Session, Source,
    Stopped, SumText, Switches, Tally, Verdict, cases_csv, cases_html, run_on_threads, tallies_csv,
};

use super::{combinatorial, random_sums, test_files, write_json};
use crate::args::SumArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::text::count;

/// More bytes than these in one file are not a script, nor a table of cases.
const LONGEST_SCRIPT: u64 = 1 << 30;

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
    let is_test_run = !args.tests.is_empty();
    let mut cases = Vec::new();
    let mut inputs = Vec::new();
    let ended;
    if args.random.is_empty() {
        inputs = read_inputs(args, context)?;
        ended = answer(&inputs, args, switches, context, !as_table && !is_test_run, &mut cases, out);
    } else {
        ended = random_sums::cases(args, switches, context, &mut cases);
        if !as_table {
            cases.iter().try_for_each(|case| write_case(out, case))?;
        }
    }
    let ended = match ended {
        // What was found before somebody asked to stop is told, too.
        Err(failure @ Failure::Interrupted(_)) => Err(failure),
        Err(failure) if !is_test_run => return Err(failure),
        ended => ended,
    };
    let tallies = if is_test_run { test_files::tallies(&inputs, &cases) } else { Vec::new() };
    if context.json && is_test_run {
        write_json(out, &describe_tests(&inputs, &cases, &tallies, args.summary))?;
    } else if context.json {
        write_json(out, &cases.iter().map(describe).collect())?;
    } else if args.csv && args.summary {
        write!(out, "{}", tallies_csv(&tallies))?;
    } else if args.csv {
        write!(out, "{}", cases_csv(&cases))?;
    } else if args.html {
        write!(out, "{}", cases_html(&cases, earlier.as_ref()))?;
    } else if is_test_run {
        let remarkable = |case: &&CaseReport| matches!(case.verdict, Verdict::Fail | Verdict::Stopped);
        for case in cases.iter().filter(|_| !args.summary).filter(remarkable) {
            write!(out, "{}:{}: ", case.source, case.line)?;
            write_case(out, case)?;
        }
        for Input { name, unreadable, .. } in &inputs {
            if let Some(problem) = unreadable {
                writeln!(out, "{name}: not run: {problem}")?;
            }
        }
        test_files::write_table(out, &tallies)?;
    }
    ended?;
    verdict(&inputs, &cases)
}

/// How a run ends: whether everything could be read, and all answers are as expected.
fn verdict(inputs: &[Input], cases: &[CaseReport]) -> Result<(), Failure> {
    if cases.iter().any(|case| case.result == Err(Stopped::Contradiction)) {
        return Err(contradiction());
    }
    let unreadable = inputs.iter().filter(|input| input.unreadable.is_some()).count() as u64;
    if unreadable > 0 {
        return Err(Failure::Environment(format!("{} could not be read", count(unreadable, "file"))));
    }
    let mistakes: usize = inputs.iter().map(|input| input.mistakes.len()).sum();
    if mistakes > 0 {
        let mistakes = if mistakes == 1 { "1 mistake".to_owned() } else { format!("{mistakes} mistakes") };
        return Err(Failure::input(format!("{mistakes} in the files; the sums with mistakes were left out")));
    }
    let failed = cases.iter().any(|case| case.verdict == Verdict::Fail);
    if failed { Err(Failure::No) } else { Ok(()) }
}

/// Answers all questions that the user gave, and prints each answer at once if that is wanted.
fn answer(
    inputs: &[Input],
    args: &SumArgs,
    switches: Switches,
    context: &Context,
    shows_answers: bool,
    cases: &mut Vec<CaseReport>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (timeout, cancel) = (args.timeout, context.cancel());
    let effort = move || Budget::with_timeout(timeout).with_interrupt(cancel);
    let progress = if shows_answers { None } else { Some(context.progress()) };
    let questions = inputs.iter().flat_map(|input| &input.script.sums).map(|sum| sum.commands.len());
    let questions = questions.sum::<usize>() as u64;
    for Input { name, script, .. } in inputs {
        let games = script.sums.iter().flat_map(|sum| &sum.games);
        let titles = games.filter(|_| !args.no_database).map(|game| game.title.as_str());
        let databases = combinatorial::databases(context, titles)?;
        // A session per script bounds the memory; within one, sums share what was found out.
        let threads = context.asked_threads().unwrap_or(1);
        let sharers = threads.min(script.sums.len());
        // Threads share the sums; if there is only one, they search it together.
        let together = if sharers > 1 { 1 } else { threads };
        let searches = context.combinatorial_data().join("searches");
        let keeping = |session: Session| {
            let session = session.keeping_searches(&searches, &format!("{switches:?}"), args.keep);
            saving_time().into_iter().fold(session, Session::saving_after)
        };
        let session = combinatorial::session_on_threads(context, switches, &databases, together)?;
        let mut session = keeping(session);
        let failure = |error: zermelo_cgt::ScriptError| Failure::input(format!("{name}: {error}"));
        let loaded = session.load(script.clone(), name).map_err(failure)?;
        let mut written = Ok(());
        let mut interrupted = false;
        let report = |case: CaseReport| {
            if case.is_kept {
                context.note("what the search found out is kept; the same command goes on from there");
            }
            interrupted |= case.result == Err(Stopped::Interrupted);
            if shows_answers && written.is_ok() {
                written = write_case(out, &case);
            }
            cases.push(case);
            if let Some(progress) = &progress {
                progress.part(cases.len() as u64, questions);
            }
        };
        match sharers {
            0 | 1 => session.run(&loaded, effort, report),
            threads => {
                let memory = combinatorial::memory(context) / threads;
                let session = || {
                    let made = combinatorial::session_within(memory, switches, &databases);
                    keeping(made.expect("one like it was made before"))
                };
                run_on_threads(threads, session, script, name, effort, report).map_err(failure)?;
            }
        }
        written?;
        if interrupted {
            return Err(Failure::Interrupted("interrupted".to_owned()));
        }
        if args.strategy {
            for sum in &script.sums {
                print_strategies(&mut session, sum, cases, effort, out)?;
            }
        }
    }
    Ok(())
}

/// Returns after which time searches are saved, if the environment says so. This is internal: tests cannot
/// wait for half a minute.
fn saving_time() -> Option<Duration> {
    let seconds = std::env::var("ZERMELO_INTERNAL_SAVE_SECONDS").ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn read(path: &Path) -> Result<String, Failure> {
    Ok(zermelo_files::read_text(path, LONGEST_SCRIPT)?)
}

/// A script to run.
pub(super) struct Input {
    /// What to call it.
    pub(super) name: String,
    /// The folder to which it counts.
    pub(super) folder: String,
    pub(super) script: Script,
    /// What could not be read.
    pub(super) mistakes: Vec<ScriptError>,
    /// Why nothing at all could be read, if that is so.
    pub(super) unreadable: Option<String>,
}

impl Input {
    /// A file, or a folder with files, that could not be read.
    fn unreadable(path: &Path, folder: String, problem: String) -> Self {
        let script = Script { sums: Vec::new(), other_version: None };
        let (name, unreadable) = (path.display().to_string(), Some(problem));
        Self { name, folder, script, mistakes: Vec::new(), unreadable }
    }
}

/// The scripts to run.
fn read_inputs(args: &SumArgs, context: &Context) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    if let Some(text) = &args.sum {
        inputs.push(read_sum(text)?);
    }
    for path in &args.file {
        inputs.push(read_file(path, ".".to_owned())?);
    }
    for root in &args.tests {
        let found = test_files::find(root)?;
        for path in found.files {
            let folder = test_files::folder_in(root, &path);
            // One file is no reason to lose the others.
            let input = read_file(&path, folder.clone());
            inputs.push(
                input.unwrap_or_else(|error| Input::unreadable(&path, folder, error.sentence().to_owned())),
            );
        }
        for (path, problem) in found.unreadable {
            inputs.push(Input::unreadable(&path, test_files::folder_in(root, &path), problem));
        }
    }
    if inputs.is_empty() {
        let bytes = zermelo_files::read_stream(std::io::stdin().lock(), LONGEST_SCRIPT)
            .map_err(|error| Failure::Environment(format!("cannot read standard input: {error}")))?;
        inputs.push(read_text("standard input", &bytes)?);
    }
    for Input { name, script, mistakes, unreadable, .. } in &mut inputs {
        if let Some(problem) = unreadable {
            context.note(&format!("not run: {problem}"));
        }
        if let Some(version) = &script.other_version {
            context.note(&format!("{name} is written for version {version}"));
        }
        tell_mistakes(name, mistakes);
        if args.winning_moves {
            script.sums.iter_mut().for_each(ask_for_winning_moves);
        }
    }
    Ok(inputs)
}

/// What is asked about a sum that was typed without a question.
const BOTH_PLAYERS: &str = " {B, W}";

/// Reads a sum that was typed.
fn read_sum(text: &str) -> Result<Input, Failure> {
    match Script::parse(text, Source::Text) {
        Err(ScriptError { problem: ScriptProblem::NoCommands, .. }) => {
            read_text("sum", format!("{text}{BOTH_PLAYERS}").as_bytes())
        }
        _ => read_text("sum", text.as_bytes()),
    }
}

/// Reads what was typed: whoever types can correct a mistake.
fn read_text(name: &str, bytes: &[u8]) -> Result<Input, Failure> {
    let script = Script::parse_bytes(bytes, Source::Text);
    let script = script.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let (name, folder) = (name.to_owned(), String::new());
    Ok(Input { name, folder, script, mistakes: Vec::new(), unreadable: None })
}

/// Reads a file: a mistake costs only the sum in which it is.
fn read_file(path: &Path, folder: String) -> Result<Input, Failure> {
    let bytes = zermelo_files::read(path, LONGEST_SCRIPT)?;
    let (mut script, mut mistakes) = Script::parse_leniently(&bytes, Source::File);
    mistakes.extend(Session::new().take_out_mistakes(&mut script));
    mistakes.sort_by_key(|mistake| mistake.place);
    Ok(Input { name: path.display().to_string(), folder, script, mistakes, unreadable: None })
}

/// More than these in one file are not worth reading.
const MISTAKES_TOLD: usize = 20;

fn tell_mistakes(name: &str, mistakes: &[ScriptError]) {
    let tell = |line: String| {
        // Nobody listens on a closed stderr.
        let _ = writeln!(anstream::stderr(), "{line}");
    };
    for ScriptError { place, problem } in mistakes.iter().take(MISTAKES_TOLD) {
        tell(format!("{name}:{}:{}: {problem}", place.line, place.column));
    }
    if mistakes.len() > MISTAKES_TOLD {
        tell(format!("{name}: and {} more", mistakes.len() - MISTAKES_TOLD));
    }
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
    effort: impl Fn() -> Budget,
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

/// A test run for programs: the tallies, and unless only these are wanted, every case.
fn describe_tests(
    inputs: &[Input],
    cases: &[CaseReport],
    tallies: &[(String, Tally)],
    only_tallies: bool,
) -> Json {
    let mut json = json!({
        "folders": tallies.iter().map(test_files::describe).collect::<Json>(),
        "unreadable": inputs.iter().flat_map(test_files::describe_mistakes).collect::<Json>(),
    });
    if !only_tallies {
        json["cases"] = cases.iter().map(describe).collect();
    }
    json
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
        "tableHits": case.counts.table_hits,
        "databaseHits": case.counts.database_hits,
        "depth": case.counts.depth,
        "parts": case.counts.parts,
        "takenUp": case.taken_up,
        "kept": case.is_kept,
        "comment": case.comment,
    })
}
