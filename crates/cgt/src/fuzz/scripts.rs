//! Scripts of sums: reading them, and answering what they ask in several ways.

use std::time::Duration;

use crate::{Answer, Budget, Command, Game, Script, Session, Source, Stopped, Switches};

/// Limits of one answer. The clock only guards against what the number of positions does not bound.
const MOST_NODES: u64 = 300;
const MOST_TIME: Duration = Duration::from_millis(200);
const MOST_BYTES: usize = 64 << 20;

/// So many sums of a script are answered, and so many commands of each.
const MOST_SUMS: usize = 3;
const MOST_COMMANDS: usize = 4;

/// Reads a script and answers its first commands, with and without values and with the games in reverse
/// order.
pub fn scripts(data: &[u8]) {
    if let Err(error) = Script::parse_bytes(data, Source::File) {
        assert!(!error.to_string().is_empty());
    }
    let Ok(script) = Script::parse_bytes(data, Source::Text) else { return };
    let mut first = Session::new().with_memory(MOST_BYTES);
    let mut without_values =
        Session::with_switches(Switches { values: false, ..Switches::default() }).with_memory(MOST_BYTES);
    for sum in script.sums.iter().take(MOST_SUMS) {
        let Ok(games) = first.read_sum(sum) else { continue };
        let other_games = without_values.read_sum(sum).expect("read by another session");
        check_texts(&mut first, &games);
        let reversed: Vec<Game> = games.iter().rev().copied().collect();
        for command in sum.commands.iter().take(MOST_COMMANDS) {
            let answers = [
                answer(&mut first, &games, command),
                answer(&mut without_values, &other_games, command),
                answer(&mut first, &reversed, command)
                    .filter(|_| !matches!(command, Command::WinningMoves { .. })),
            ];
            let mut found = answers.iter().flatten();
            if let Some(one) = found.next() {
                assert!(found.all(|other| other == one), "{} {command}: {answers:?}", sum.games_text());
            }
        }
    }
}

/// Returns the answer, if it does not take too much.
fn answer(session: &mut Session, games: &[Game], command: &Command) -> Option<Answer> {
    let mut budget = Budget::with_timeout(Some(MOST_TIME)).with_limit(Some(MOST_NODES));
    match session.answer(games, command, &mut budget) {
        Err(Stopped::Contradiction) => panic!("{command}: {}", Stopped::Contradiction),
        answered => answered.ok(),
    }
}

/// Every position is printed so that it is read as the same.
fn check_texts(session: &mut Session, games: &[Game]) {
    for &game in games {
        let title = session.evaluator.parts.title(game).to_owned();
        let text = session.text(game);
        let again = session.read(&title, &text);
        assert_eq!(again.map(|game| session.text(game)), Ok(text), "{title}");
    }
}
