use std::time::Duration;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
use zermelo_cgt::*;
fn main() {
    let timeout: f64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let verbose = std::env::var("V").is_ok();
    let (mut ok, mut wrong, mut stopped, mut none, mut fast) = (0, 0, 0, 0, 0);
    let t0 = cpu();
    for path in std::env::args().skip(2) {
        let bytes = std::fs::read(&path).unwrap_or_else(|_| path.clone().into_bytes());
        let src = if std::path::Path::new(&path).exists() { Source::File } else { Source::Text };
        let script = match Script::parse_bytes(&bytes, src) {
            Ok(s) => s,
            Err(e) => {
                println!("{path}: {e}");
                continue;
            }
        };
        for sum in &script.sums {
            for command in &sum.commands {
                let mut session = Session::new();
                let games = match session.read_sum(sum) {
                    Ok(g) => g,
                    Err(e) => {
                        println!("{path}: {e}");
                        break;
                    }
                };
                let mut effort = Effort::with_timeout(Some(Duration::from_secs_f64(timeout)));
                let start = cpu();
                let answer = session.answer(&games, command, &mut effort);
                let time = cpu() - start;
                let good = match (&answer, command) {
                    (Err(_), _) => {
                        stopped += 1;
                        println!(
                            "{path}:{} {command} STOPPED {} nodes {} {time:.2}s {:?}",
                            sum.place,
                            effort.nodes,
                            session.stats(),
                            sum.games.iter().map(|g| g.text.as_str()).collect::<Vec<_>>()
                        );
                        continue;
                    }
                    (Ok(Answer::Wins(w)), Command::Solve { expected: Some(e), .. }) => Some(w == e),
                    (Ok(Answer::Nim(w)), Command::NimValue { expected: Some(e), .. }) => Some(w == e),
                    (Ok(Answer::Thermograph(t)), Command::Thermograph { expected: Some(e) }) => {
                        let f = |w: &Wall| {
                            w.points()
                                .iter()
                                .map(|p| (p.value.clone(), p.temperature.clone()))
                                .collect::<Vec<_>>()
                        };
                        Some([f(t.left()), f(t.right())] == *e)
                    }
                    _ => None,
                };
                if time < 0.5 {
                    fast += 1
                }
                match good {
                    Some(true) => ok += 1,
                    None => none += 1,
                    Some(false) => {
                        wrong += 1;
                        println!("{path}:{} {command} WRONG {answer:?} {:?}", sum.place, sum.games)
                    }
                }
                if verbose {
                    println!(
                        "{path} {} {command} {answer:?} {:.4}s {} nodes {}",
                        sum.place.line,
                        time,
                        effort.nodes,
                        session.stats()
                    );
                } else if time > 0.5 {
                    println!(
                        "{path} {} {command} SLOW {:.4}s {} nodes {}",
                        sum.place.line,
                        time,
                        effort.nodes,
                        session.stats()
                    );
                }
            }
        }
    }
    println!(
        "ok {ok} wrong {wrong} stopped {stopped} no expectation {none}; under 0.5 s {fast}; total {:.1}s",
        cpu() - t0
    );
}
