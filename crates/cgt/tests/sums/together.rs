//! Threads that search together answer like one that searches alone.

use zermelo_cgt::{Budget, Player, Session, Stopped};

/// Sums that take more nodes than are searched before help is called.
const HARD: [(&str, &[&str]); 2] = [("nogo", &["4x4"]), ("domineering", &["6x7"])];

fn answers(mut session: Session, sum: &(&str, &[&str])) -> Vec<(Result<bool, Stopped>, u64)> {
    let (title, texts) = sum;
    let games: Vec<_> = texts.iter().map(|text| session.read(title, text).unwrap()).collect();
    let ask = |player: Player| {
        let mut budget = Budget::unlimited();
        let answer = session.left_or_right_wins(&games, player, &mut budget);
        (answer, budget.nodes)
    };
    Player::BOTH.map(ask).to_vec()
}

#[test]
fn helpers_do_not_change_answers() {
    let mut helped = 0;
    for sum in &HARD {
        let alone = answers(Session::new(), sum);
        let together = answers(Session::new().with_helpers(2, Session::new), sum);
        for (alone, together) in alone.iter().zip(&together) {
            assert_eq!(alone.0, together.0, "{sum:?}");
            helped += u32::from(alone.1 != together.1);
        }
    }
    assert!(helped > 0, "nobody was ever asked for help");
}

/// With little memory everybody has to forget now and then, and may not mix up what is left.
#[test]
fn helpers_with_little_memory_do_not_change_answers() {
    let poor = || Session::new().with_memory(6 << 20);
    for sum in &HARD[..1] {
        let alone = answers(Session::new(), sum);
        let together = answers(poor().with_helpers(1, poor), sum);
        for (alone, together) in alone.iter().zip(together) {
            assert!(together.0 == alone.0 || together.0 == Err(Stopped::Memory), "{together:?}");
        }
    }
}

#[test]
fn time_ends_for_all() {
    let mut session = Session::new().with_helpers(2, Session::new);
    let board = session.read("nogo", "6x6").unwrap();
    let mut budget = Budget::with_timeout(Some(std::time::Duration::from_secs(1)));
    assert_eq!(session.left_or_right_wins(&[board], Player::Left, &mut budget), Err(Stopped::Timeout));
}
