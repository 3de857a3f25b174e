//! The benchmarks: what is measured, and what it should be.

use std::env;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value as Json;
use tempfile::TempDir;
use zermelo_library::Library;

use crate::exit::Failure;
use crate::load::load;
use crate::text::count;

/// One benchmark: a name and how to take its readings.
pub(crate) struct Benchmark {
    pub(crate) name: &'static str,
    /// The id of the game that is measured: a program of other games has other benchmarks.
    pub(crate) game: &'static str,
    pub(crate) run: fn(&Library) -> Result<Vec<Reading>, Failure>,
}

/// All benchmarks.
pub(crate) const BENCHMARKS: [Benchmark; 14] = [
    Benchmark { name: "quixo-4x4-solve", game: "quixo", run: |_| quixo_solve() },
    Benchmark { name: "quixo-4x4-threads", game: "quixo", run: |_| quixo_threads() },
    Benchmark { name: "quixo-4x4-analyze", game: "quixo", run: |_| quixo_analyze() },
    Benchmark { name: "quixo-4x4-verify", game: "quixo", run: |_| quixo_verify() },
    Benchmark { name: "quixo-3x3", game: "quixo", run: |_| quixo_small() },
    Benchmark { name: "connect4-5x5", game: "connect4", run: |_| connect4("5x5", 1.0, 1.2e6, Some(27.8)) },
    Benchmark { name: "connect4-6x5", game: "connect4", run: |_| connect4("6x5", 10.0, 12e6, None) },
    Benchmark { name: "connect4-5x6", game: "connect4", run: |_| connect4("5x6", 20.0, 30e6, None) },
    Benchmark { name: "sim", game: "sim", run: |_| exploration("sim", Some(Target::AtLeast(5e6))) },
    Benchmark { name: "othello", game: "othello", run: |_| exploration("othello", None) },
    Benchmark { name: "chungtoi", game: "chungtoi", run: |_| quick("chungtoi") },
    Benchmark { name: "lgame", game: "lgame", run: |_| quick("lgame") },
    Benchmark {
        name: "serve-tictactoe",
        game: "tictactoe",
        run: |library| served(library, "tictactoe/regular", 5_000.0),
    },
    Benchmark {
        name: "serve-quixo-4x4",
        game: "quixo",
        run: |library| served(library, "quixo/4x4", 2_000.0),
    },
];

/// How a number is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Seconds,
    Bytes,
    PerSecond,
    Times,
    Count,
}

impl Unit {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unit::Seconds => "seconds",
            Unit::Bytes => "bytes",
            Unit::PerSecond => "per second",
            Unit::Times => "times",
            Unit::Count => "count",
        }
    }
}

/// What a reading should be.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    pub(crate) fn bound(self) -> f64 {
        let (Target::AtMost(bound) | Target::AtLeast(bound)) = self;
        bound
    }

    pub(crate) fn is_met_by(self, value: f64) -> bool {
        match self {
            Target::AtMost(bound) => value <= bound,
            Target::AtLeast(bound) => value >= bound,
        }
    }
}

/// One measured number.
pub(crate) struct Reading {
    pub(crate) measure: String,
    pub(crate) value: f64,
    pub(crate) unit: Unit,
    pub(crate) target: Option<Target>,
    /// What GamesmanOne 1.3 needs for the same on a comparable core.
    pub(crate) reference: Option<f64>,
}

impl Reading {
    fn new(measure: impl Into<String>, value: f64, unit: Unit) -> Reading {
        Reading { measure: measure.into(), value, unit, target: None, reference: None }
    }

    fn target(self, target: Target) -> Reading {
        Reading { target: Some(target), ..self }
    }

    fn reference(self, reference: f64) -> Reading {
        Reading { reference: Some(reference), ..self }
    }
}

/// What one process took, and what it said.
struct Measured {
    result: Json,
    cpu: f64,
    wall: f64,
    peak: f64,
}

impl Measured {
    fn number(&self, key: &str) -> f64 {
        self.result[key].as_f64().unwrap_or(f64::NAN)
    }

    /// So many per CPU second of what the result counts under this key.
    fn per_cpu_second(&self, key: &str) -> f64 {
        self.number(key) / self.cpu
    }
}

fn quixo_solve() -> Result<Vec<Reading>, Failure> {
    let solve = measure(&fresh()?, 1, &["solve", "quixo/4x4"])?;
    Ok(vec![
        Reading::new("CPU time", solve.cpu, Unit::Seconds).target(Target::AtMost(2.5)).reference(44.0),
        Reading::new("wall time", solve.wall, Unit::Seconds),
        Reading::new("peak memory", solve.peak, Unit::Bytes).target(Target::AtMost(64e6)).reference(264e6),
        Reading::new("database", solve.number("bytes"), Unit::Bytes)
            .target(Target::AtMost(0.9e6))
            .reference(1.83e6),
        Reading::new("slots per CPU second", solve.per_cpu_second("slots"), Unit::PerSecond),
    ])
}

fn quixo_threads() -> Result<Vec<Reading>, Failure> {
    let [one, two] = [best_wall(1, "quixo/4x4")?, best_wall(2, "quixo/4x4")?];
    Ok(vec![
        Reading::new("wall time, 1 thread", one, Unit::Seconds),
        Reading::new("wall time, 2 threads", two, Unit::Seconds),
        Reading::new("speed-up by 2 threads", one / two, Unit::Times).target(Target::AtLeast(1.7)),
    ])
}

fn quixo_analyze() -> Result<Vec<Reading>, Failure> {
    let data = fresh()?;
    measure(&data, 1, &["solve", "quixo/4x4"])?;
    let analyze = measure(&data, 1, &["analyze", "quixo/4x4"])?;
    Ok(vec![
        Reading::new("CPU time", analyze.cpu, Unit::Seconds).target(Target::AtMost(5.0)).reference(210.0),
        Reading::new("peak memory", analyze.peak, Unit::Bytes),
    ])
}

fn quixo_verify() -> Result<Vec<Reading>, Failure> {
    let data = fresh()?;
    measure(&data, 1, &["solve", "quixo/4x4"])?;
    let verify = measure(&data, 1, &["verify", "quixo/4x4"])?;
    Ok(vec![
        Reading::new("CPU time", verify.cpu, Unit::Seconds),
        Reading::new("peak memory", verify.peak, Unit::Bytes),
    ])
}

fn quixo_small() -> Result<Vec<Reading>, Failure> {
    let reading = |threads: u16| -> Result<Reading, Failure> {
        let wall = best_wall(threads, "quixo/3x3")?;
        let name = format!("wall time with start-up, {}", count(threads.into(), "thread"));
        Ok(Reading::new(name, wall, Unit::Seconds).target(Target::AtMost(0.05)))
    };
    Ok(vec![reading(1)?, reading(2)?])
}

/// The reference here is the published shard solver.
fn connect4(board: &str, seconds: f64, bytes: f64, reference: Option<f64>) -> Result<Vec<Reading>, Failure> {
    let solve = measure(&fresh()?, 1, &["solve", &format!("connect4/{board}")])?;
    let cpu = Reading::new("CPU time", solve.cpu, Unit::Seconds).target(Target::AtMost(seconds));
    Ok(vec![
        Reading { reference, ..cpu },
        Reading::new("peak memory", solve.peak, Unit::Bytes),
        Reading::new("database", solve.number("bytes"), Unit::Bytes).target(Target::AtMost(bytes)),
    ])
}

fn exploration(game: &str, target: Option<Target>) -> Result<Vec<Reading>, Failure> {
    let solve = measure(&fresh()?, 1, &["solve", game])?;
    let rate = Reading::new("positions per CPU second", solve.per_cpu_second("positions"), Unit::PerSecond);
    Ok(vec![Reading { target, ..rate }, Reading::new("peak memory", solve.peak, Unit::Bytes)])
}

fn quick(game: &str) -> Result<Vec<Reading>, Failure> {
    let solve = measure(&fresh()?, 1, &["solve", game])?;
    Ok(vec![Reading::new("CPU time", solve.cpu, Unit::Seconds).target(Target::AtMost(1.0))])
}

/// Positions over HTTP, with the visitors on the same machine.
fn served(library: &Library, game: &str, target: f64) -> Result<Vec<Reading>, Failure> {
    let data = fresh()?;
    measure(&data, 2, &["solve", game])?;
    let load = load(library, &data, game)?;
    Ok(vec![
        Reading::new("positions per second", load.per_second, Unit::PerSecond)
            .target(Target::AtLeast(target)),
        Reading::new("99 % answered within", load.p99, Unit::Seconds).target(Target::AtMost(0.02)),
        Reading::new("errors", load.errors as f64, Unit::Count).target(Target::AtMost(0.0)),
        Reading::new("memory growth", load.growth, Unit::Bytes).target(Target::AtMost(8e6)),
    ])
}

/// The best of three, because wall time on a busy machine only errs upwards.
fn best_wall(threads: u16, game: &str) -> Result<f64, Failure> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        best = best.min(measure(&fresh()?, threads, &["solve", game])?.wall);
    }
    Ok(best)
}

fn fresh() -> Result<TempDir, Failure> {
    tempfile::tempdir()
        .map_err(|error| Failure::Environment(format!("cannot make a temporary directory: {error}")))
}

/// Runs a command of this program in a process of its own, so that memory and start-up count as a user has them.
fn measure(data: &TempDir, threads: u16, command: &[&str]) -> Result<Measured, Failure> {
    let failed =
        |what: String| Failure::Environment(format!("the benchmark 'zermelo {}' {what}", command.join(" ")));
    let program = env::current_exe().map_err(|error| failed(format!("cannot be started: {error}")))?;
    let mut child = Command::new(program);
    child.arg("metered").args(command).arg("--quiet").arg("--json");
    child.arg("--threads").arg(threads.to_string()).arg("--data").arg(data.path());
    let started = Instant::now();
    let output = child.stderr(Stdio::inherit()).output();
    let wall = started.elapsed().as_secs_f64();
    let output = output.map_err(|error| failed(format!("cannot be started: {error}")))?;
    if output.status.code() == Some(130) {
        return Err(Failure::Interrupted("interrupted".to_owned()));
    }
    if !output.status.success() {
        return Err(failed(format!("ended with {}", output.status)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let (result, used) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    let json =
        |text| serde_json::from_str::<Json>(text).map_err(|error| failed(format!("did not report: {error}")));
    let (result, used) = (json(result)?, json(used)?);
    let number = |key: &str| used[key].as_f64().unwrap_or(f64::NAN);
    Ok(Measured { result, cpu: number("cpuSeconds"), wall, peak: number("peakBytes") })
}
