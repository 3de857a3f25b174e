//! How fast games are solved from rules alone:
//! `exploration_rates [drops ROWS COLUMNS | dao ROWS COLUMNS] [--memory MEGABYTES] [--directory DIRECTORY]`.
//!
//! With a directory, what does not fit into memory goes there, and an exploration that is killed goes on from
//! there.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement for people")]

#[path = "../tests/exploration/dao.rs"]
mod dao;
#[path = "../tests/exploration/drops.rs"]
mod drops;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use zermelo_core::{Game, Rules, Tally, with_packed};
use zermelo_solve::{Event, Observer, Run, WorkDirectory, explore_in, unlimited};

/// How often it says how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// Says from time to time how far the exploration is.
struct Teller {
    begin: Instant,
    last: Mutex<Instant>,
}

impl Observer for Teller {
    fn event(&self, event: Event) {
        let mut last = self.last.lock().expect("nobody panics here");
        let is_note = matches!(event, Event::Note(_));
        if is_note || last.elapsed() > TOLD_EVERY {
            println!("{:6.1} s: {event:?}", self.begin.elapsed().as_secs_f64());
            *last = Instant::now();
        }
    }
}

/// Where an exploration puts what does not fit into memory; nowhere without a directory.
fn work_directory(directory: Option<&String>) -> WorkDirectory {
    match directory {
        Some(directory) => WorkDirectory::new(directory.into(), "rates", Duration::from_secs(25)),
        None => WorkDirectory::in_memory(),
    }
}

fn measure<G: Game>(game: &G, memory: u64, work: &WorkDirectory) {
    let rules = Rules::new(game);
    with_packed!(rules.erased(), game => {
        let begin = Instant::now();
        let teller = Teller { begin, last: Mutex::new(begin) };
        let run = Run { memory, observer: &teller, ..unlimited() };
        let solved = explore_in(game, work, &run).expect("a solution");
        let solving = begin.elapsed();
        let begin = Instant::now();
        let mut tally = Tally::default();
        let palette = solved.palette();
        for range in solved.ranges() {
            for (_, number) in solved.read(range).expect("readable lists") {
                let place = palette.binary_search_by_key(&number, |entry| entry.0).expect("in the palette");
                tally.add(palette[place].1, 1);
            }
        }
        let per = |time: Duration| time.as_nanos() as f64 / solved.len() as f64;
        println!("{} positions, start {}, {:.0} ns a position; reading {:.0}", solved.len(), solved.start(), per(solving), per(begin.elapsed()));
        println!("longest {:?}", tally.max_remoteness());
    });
    work.remove();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or(""));
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let place = args.iter().position(|arg| arg == name)?;
        let value = args.drain(place..place + 2).nth(1);
        Some(value.expect("drained two"))
    };
    let memory = option("--memory")
        .map_or(u64::MAX, |text| 1_000_000 * text.parse::<u64>().expect("a number of megabytes"));
    let work = work_directory(option("--directory").as_ref());
    let number =
        |place: usize, usual: u32| args.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("dao") => measure(&dao::Dao::new(number(1, 4), number(2, 4)), memory, &work),
        _ => measure(&drops::Drops { rows: number(1, 5), columns: number(2, 5) }, memory, &work),
    }
}
