//! How fast games are solved from rules alone: `exploration_rates [drops ROWS COLUMNS | dao]`.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement for people")]

#[path = "../tests/exploration/dao.rs"]
mod dao;
#[path = "../tests/exploration/drops.rs"]
mod drops;

use std::time::Instant;

use zermelo_core::{Game, Rules, Tally, with_packed};
use zermelo_solve::{explore, unlimited};

fn measure<G: Game>(game: &G) {
    let rules = Rules::new(game);
    with_packed!(rules.erased(), game => {
        let begin = Instant::now();
        let solved = explore(game, &unlimited()).expect("a solution");
        let solving = begin.elapsed();
        let begin = Instant::now();
        let mut tally = Tally::default();
        let palette = solved.palette();
        for range in solved.ranges() {
            for (_, number) in solved.read(range).expect("in memory") {
                let place = palette.binary_search_by_key(&number, |entry| entry.0).expect("in the palette");
                tally.add(palette[place].1, 1);
            }
        }
        let per = |time: std::time::Duration| time.as_nanos() as f64 / solved.len() as f64;
        println!("{} positions, start {}, {:.0} ns a position; reading {:.0}", solved.len(), solved.start(), per(solving), per(begin.elapsed()));
        println!("longest {:?}", tally.max_remoteness());
    });
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or(""));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |place: usize, usual: u32| args.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("dao") => measure(&dao::Dao::new()),
        _ => measure(&drops::Drops { rows: number(1, 5), columns: number(2, 5) }),
    }
}
