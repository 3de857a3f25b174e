//! The time that sums of games take, next to the time of another solver.
//!
//! `cargo run --release -p zermelo-cgt --example speed`
//!
//! `cargo run --release -p zermelo-cgt --example speed -- --threads 2` searches on several threads, and shows the time
//! that passes.
//!
//! Every case starts cold, in a session of its own. The reference is MCGS 1.7, which searched for
//! the given seconds on the machine where this list was made, after 1.5 s for starting.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use zermelo_cgt::{Budget, Script, Session, Source};

/// Name, script, seconds of the reference.
const CASES: [(&str, &str, f64); 15] = [
    ("NoGo strip of 16", "[nogo_1xn] ................ {B}", 0.07),
    ("NoGo strip of 20", "[nogo_1xn] .................... {B}", 1.7),
    ("NoGo strip of 22", "[nogo_1xn] ...................... {B}", 9.7),
    ("clobber (XO)^16", "[clobber_1xn] XOXOXOXOXOXOXOXOXOXOXOXOXOXOXOXO {B}", 0.53),
    ("clobber (XO)^19", "[clobber_1xn] XOXOXOXOXOXOXOXOXOXOXOXOXOXOXOXOXOXOXO {B}", 7.8),
    ("clobber 4x5", "[clobber] XOXOX|OXOXO|XOXOX|OXOXO {B}", 0.60),
    ("clobber 4x4 + 3x3", "[clobber] OOXO|XXOX|OOOX|XXXO XXO|OXX|XOO {B}", 17.4),
    ("domineering 6x6", "[domineering] ......|......|......|......|......|...... {B}", 3.6),
    ("amazons 4x4", "[amazons] X..O|....|....|.... {B}", 4.2),
    ("NoGo 4x4", "[nogo] ....|....|....|.... {B}", 9.9),
    ("elephants of 44", "[impartial elephants] XX...XO.O.X..X.O..O.O.X.O.X..X..X.....O..OOO {B}", 7.0),
    ("Kayles 20 + 21", "[kayles] 20 21 {B}", 1.0),
    ("cram 5x6", "[impartial domineering] ......|......|......|......|...... {N}", 12.9),
    ("impartial NoGo of 17", "[impartial nogo_1xn] ................. {N}", 3.9),
    ("Kayles 1000 + 1001 + 1002", "[kayles] 1000 1001 1002 {N}", 6.3),
];

/// What ends sooner counts as this: a formula against a search would outweigh all other cases.
const SHORTEST: f64 = 0.001;

/// Time this thread spent computing, which other programs on the machine do not change.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Time that passed.
fn wall_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[allow(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let threads: Option<usize> = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => None,
        ["--threads", number] => Some(number.parse()?),
        _ => return Err("nothing, or --threads and a number".into()),
    };
    let (unit, seconds): (_, fn() -> f64) = match threads {
        None => ("CPU s", cpu_seconds),
        Some(_) => ("wall s", wall_seconds),
    };
    println!("{:<27} {unit:>9} {:>10} {:>10} {:>9}", "", "nodes", "reference", "speed-up");
    let mut logarithms = 0.0;
    for (name, text, reference) in CASES {
        let start = seconds();
        let helpers = threads.unwrap_or(1).saturating_sub(1);
        let mut session = Session::new().with_helpers(helpers, Session::new);
        let script = session.load(Script::parse(text, Source::Text)?, name)?;
        let mut nodes = 0;
        let mut shown = String::new();
        session.run(
            &script,
            || Budget::with_timeout(Some(Duration::from_mins(10))),
            |case| {
                nodes += case.nodes;
                shown = case.result.unwrap_or_else(|stopped| stopped.to_string());
            },
        );
        let time = (seconds() - start).max(SHORTEST);
        logarithms += (reference / time).ln();
        println!("{name:<27} {time:>9.4} {nodes:>10} {reference:>9.2}s {:>8.1}x  {shown}", reference / time);
    }
    println!("geometric mean of the speed-ups: {:.1}", (logarithms / CASES.len() as f64).exp());
    Ok(())
}
