//! A load generator: many visitors who ask the server for positions as fast as they can.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zermelo_library::Library;

use crate::exit::Failure;
use crate::free_memory::kibibytes;

/// Visitors at the same time, each with a connection that stays open.
const VISITORS: usize = 8;

/// How long the server is asked, first to warm up and then measured.
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(8);

/// Different positions that are asked for.
const POSITIONS: u64 = 5_000;

/// What the visitors saw.
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// Seconds within which 99 % of the answers came.
    pub(crate) p99: f64,
    pub(crate) errors: usize,
    /// Bytes by which the server grew while it was measured.
    pub(crate) growth: f64,
}

/// Starts a server on a solved game and asks it for random positions.
pub(crate) fn load(library: &Library, data: &TempDir, game: &str) -> Result<Load, Failure> {
    let failed = |what: String| Failure::Environment(format!("the server under load {what}"));
    let handle = library.open(game)?;
    let paths: Vec<String> = (0..POSITIONS)
        .map(|seed| format!("/api/v1/games/{game}/position?p={}", handle.game.random(seed)))
        .collect();
    let server = Server::start(data).map_err(|error| failed(format!("cannot be started: {error}")))?;
    let visit =
        |span| visit(&server.address, &paths, span).map_err(|error| failed(format!("went away: {error}")));
    visit(WARM_UP)?;
    let before = server.memory();
    let mut seen = visit(MEASURED)?;
    let growth = server.memory() - before;
    seen.seconds.sort_by(f64::total_cmp);
    let place = (seen.seconds.len() * 99 / 100).min(seen.seconds.len().saturating_sub(1));
    Ok(Load {
        per_second: seen.seconds.len() as f64 / MEASURED.as_secs_f64(),
        p99: seen.seconds.get(place).copied().unwrap_or(f64::NAN),
        errors: seen.errors,
        growth,
    })
}

/// A server in a process of its own; it ends when this is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &TempDir) -> io::Result<Server> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["serve", "--quiet", "--port", "0", "--data"]).arg(data.path());
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("it is piped")).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { process, address })
    }

    fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        kibibytes(&status, "VmRSS:").map_or(f64::NAN, |bytes| bytes as f64)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Default)]
struct Seen {
    /// How long each answer took.
    seconds: Vec<f64>,
    errors: usize,
}

fn visit(address: &str, paths: &[String], span: Duration) -> io::Result<Seen> {
    let next = AtomicUsize::new(0);
    let end = Instant::now() + span;
    thread::scope(|scope| {
        let visitors: Vec<_> =
            (0..VISITORS).map(|_| scope.spawn(|| one_visitor(address, paths, &next, end))).collect();
        let mut all = Seen::default();
        for visitor in visitors {
            let seen = visitor.join().expect("visitors do not panic")?;
            all.seconds.extend(seen.seconds);
            all.errors += seen.errors;
        }
        Ok(all)
    })
}

fn one_visitor(address: &str, paths: &[String], next: &AtomicUsize, end: Instant) -> io::Result<Seen> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut answers = BufReader::new(stream.try_clone()?);
    let mut requests = stream;
    let (mut seen, mut body) = (Seen::default(), Vec::new());
    loop {
        let asked = Instant::now();
        if asked > end {
            return Ok(seen);
        }
        let path = &paths[next.fetch_add(1, Relaxed) % paths.len()];
        write!(requests, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n")?;
        let good = read_answer(&mut answers, &mut body)?;
        seen.seconds.push(asked.elapsed().as_secs_f64());
        // An answer without a value would mean that nothing was looked up.
        if !good || body.windows(10).any(|word| word == b"\"unsolved\"") {
            seen.errors += 1;
        }
    }
}

/// Reads one answer of known length; whether its status is 200.
fn read_answer(answers: &mut impl BufRead, body: &mut Vec<u8>) -> io::Result<bool> {
    let (mut line, mut length, mut good) = (String::new(), 0, false);
    for place in 0.. {
        line.clear();
        if answers.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end().split_once(": ") {
            _ if place == 0 => good = line.starts_with("HTTP/1.1 200"),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().map_err(io::Error::other)?;
            }
            None if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    body.resize(length, 0);
    answers.read_exact(body)?;
    Ok(good)
}
