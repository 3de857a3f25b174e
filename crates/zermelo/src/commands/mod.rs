//! The commands, one file each.

mod analyze;
mod bench;
mod cgt_db;
mod combinatorial;
mod db;
mod games;
mod info;
mod metered;
mod new;
mod nim;
mod play;
mod play_sum;
mod print;
mod query;
mod random_sums;
mod screen;
mod serve;
mod solve;
mod sum;
mod test;
mod test_files;
mod tour;
mod value;
mod verify;

use std::io::Write;

use serde_json::Value as Json;
use zermelo_library::Family;

use crate::args::{Cli, Command};
use crate::context::Context;
use crate::exit::Failure;

/// Does what the user asks for.
pub(crate) fn run(cli: Cli, families: Vec<Family>) -> Result<(), Failure> {
    let Cli { options, command } = cli;
    if let Some(Command::Metered { arguments }) = command {
        return metered::run(arguments, families);
    }
    if let Some(Command::Serve(args)) = &command {
        return serve::run(args, &options, families);
    }
    if screen::is_wanted(command.as_ref(), &options) {
        return screen::run(command, &options, families);
    }
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Environment(format!("cannot start the threads: {error}")))?;
    let context = Context::new(&options, families);
    pool.install(|| {
        let out = &mut anstream::stdout().lock();
        dispatch(command, &context, out)?;
        Ok(out.flush()?)
    })
}

fn dispatch(command: Option<Command>, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        None => tour::run(context, out),
        Some(Command::Games { words }) => games::run(&words, context, out),
        Some(Command::Info(args)) => info::run(&args, context, out),
        Some(Command::Solve(args)) => solve::run(&args, context, out),
        Some(Command::Analyze(args)) => analyze::run(&args, context, out),
        Some(Command::Query(args)) => query::run(&args, context, out),
        Some(Command::Start(args)) => print::start(&args.game, context, out),
        Some(Command::Random(args)) => print::random(&args, context, out),
        Some(Command::Play(args)) => play::run(&args, context, out),
        Some(Command::Verify(args)) => verify::run(&args, context, out),
        Some(Command::Test(args)) => test::run(&args, context, out),
        Some(Command::Bench(args)) => bench::run(&args.names, context, out),
        Some(Command::Value(args)) => value::run(&args, context, out),
        Some(Command::Sum(args)) => sum::run(&args, context, out),
        Some(Command::PlaySum(args)) => play_sum::run(&args, context, out),
        Some(Command::Db { action }) => db::run(&action, context, out),
        Some(Command::CgtDb { action }) => cgt_db::run(&action, context, out),
        Some(Command::New(args)) => new::run(&args, context, out),
        Some(Command::Nim(args)) => nim::run(&args, context, out),
        Some(Command::Completions { shell }) => print::completions(shell, context, out),
        Some(Command::Man { command }) => print::man(command.as_deref(), out),
        Some(Command::Metered { .. } | Command::Serve(_)) => unreachable!("they start a run of their own"),
    }
}

/// Adds the members of one JSON object to another.
fn extend_json(json: &mut Json, more: Json) {
    if let (Json::Object(json), Json::Object(more)) = (json, more) {
        json.extend(more);
    }
}

/// Writes a result for programs.
fn write_json(out: &mut dyn Write, json: &Json) -> Result<(), Failure> {
    Ok(writeln!(out, "{json:#}")?)
}
