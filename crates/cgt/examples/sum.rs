//! Runs files of sums, or a sum given as text, and prints every case that is slow or not as
//! expected. Times are those of the processor.
//!
//! `cargo run --release -p zermelo-cgt --example sum -- SECONDS (FILE | TEXT)…`

use std::path::Path;
use std::time::Duration;

use zermelo_cgt::{Budget, Script, Session, Source, Verdict};

/// Cases that take longer are printed.
const SLOW: Duration = Duration::from_millis(500);

/// Time this thread spent computing, which other programs on the machine do not change.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[allow(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().ok_or("how many seconds per case?")?.parse()?;
    let timeout = Duration::try_from_secs_f64(seconds)?;
    let mut counts = [0_usize; 4];
    let mut quick = 0_usize;
    for argument in arguments {
        let is_file = Path::new(&argument).exists();
        let parsed = if is_file {
            Script::parse_bytes(&std::fs::read(&argument)?, Source::File)
        } else {
            Script::parse(&argument, Source::Text)
        };
        let mut session = Session::new();
        let loaded = parsed.and_then(|script| session.load(script, &argument));
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(error) => {
                println!("{argument}: {error}");
                continue;
            }
        };
        let mut before = cpu_time();
        session.run(
            &loaded,
            || Budget::with_timeout_by(cpu_time, timeout),
            |case| {
                let time = cpu_time().saturating_sub(before);
                before = cpu_time();
                counts[case.verdict as usize] += 1;
                quick += usize::from(time < SLOW && case.verdict != Verdict::Stopped);
                if !is_file || time >= SLOW || matches!(case.verdict, Verdict::Fail | Verdict::Stopped) {
                    let result = case.result.unwrap_or_else(|stopped| stopped.to_string());
                    println!(
                        "{}:{} {} = {result} {} {:.3} s, {} nodes: {}",
                        case.source,
                        case.line,
                        case.command,
                        case.verdict,
                        time.as_secs_f64(),
                        case.nodes,
                        case.games
                    );
                }
            },
        );
    }
    let [pass, fail, unchecked, stopped] = counts;
    println!("{pass} pass, {fail} fail, {unchecked} unchecked, {stopped} stopped; {quick} within 0.5 s");
    Ok(())
}
