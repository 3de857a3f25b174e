//! Databases: what is read is what was written, or an error.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use zermelo_cgt::rulesets::TITLES;
use zermelo_cgt::{Budget, BuildError, Database, DatabaseError, DatabaseExtent, Session};

use crate::oracle;
use crate::positions::small_position_of;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("databases").join(name)
}

fn up_to(size: &str) -> DatabaseExtent {
    DatabaseExtent::UpTo(size.parse().expect("a size"))
}

fn build(folder: &Path, title: &str, max: &str) -> PathBuf {
    let built = Session::new().build_database(title, &up_to(max), folder, &mut Budget::unlimited());
    built.expect("a database")
}

fn session_with(folder: &Path, title: &str) -> Session {
    let database = Database::open(folder, title).expect("intact").expect("present");
    let mut session = Session::new();
    session.use_database(Arc::new(database)).expect("a known title");
    session
}

#[test]
fn stored_values_are_the_values_by_definition() {
    let folder = folder("values");
    build(&folder, "clobber", "2x3");
    let mut session = session_with(&folder, "clobber");
    for text in ["XO", "XOX|OXO", "XO.|OXO", "XXO|OOX", "X.O|OXX"] {
        let game = session.read("clobber", text).expect("legal");
        let value = session.value(&[game]);
        let plain = oracle::read("clobber", text).expect("legal");
        assert_eq!(value, oracle::value(plain.as_ref(), session.arena()), "{text}");
    }
}

#[test]
fn stored_nim_values_are_the_nim_values_by_definition() {
    let folder = folder("nim");
    build(&folder, "impartial nogo_1xn", "7");
    let mut session = session_with(&folder, "impartial nogo_1xn");
    for text in [".......", "..X....", ".X..O..", "......"] {
        let game = session.read("impartial nogo_1xn", text).expect("legal");
        let mut budget = Budget::unlimited();
        let nim = session.nim_value(&[game], &mut budget);
        let plain = oracle::read("impartial nogo_1xn", text).expect("legal");
        assert_eq!(nim, Ok(oracle::nim_value(plain.as_ref())), "{text}");
        assert_eq!(budget.nodes, 0, "{text} is looked up, not searched");
    }
}

/// Every ruleset, also in its impartial form: what play leads to from a position is in the database, with its value.
#[test]
fn databases_of_all_rulesets_hold_what_play_leads_to() {
    let folder = folder("everything");
    let mut random = Rng::with_seed(1);
    let mut stored = 0;
    for title in TITLES.iter().flat_map(|&title| [title.to_owned(), format!("impartial {title}")]) {
        let text = small_position_of(&mut random, &title);
        let extent = DatabaseExtent::From(vec![text.clone()]);
        Session::new()
            .build_database(&title, &extent, &folder, &mut Budget::unlimited())
            .unwrap_or_else(|error| panic!("{title}: {error}"));
        let database = Database::open(&folder, &title).expect("intact").expect("present");
        assert_eq!(database.size, format!("from {text}"));
        stored += database.len();
        let is_impartial = database.is_impartial;
        let mut session = session_with(&folder, &title);
        let plain = oracle::read(&title, &text).expect("legal");
        let game = session.read(&title, &text).expect("legal");
        if is_impartial {
            let mut budget = Budget::unlimited();
            let nim = session.nim_value(&[game], &mut budget);
            assert_eq!(nim, Ok(oracle::nim_value(plain.as_ref())), "{title} {text}");
            assert_eq!(budget.nodes, 0, "{title} {text} is looked up, not searched");
        } else {
            let value = session.value(&[game]);
            assert_eq!(value, oracle::value(plain.as_ref(), session.arena()), "{title} {text}");
        }
    }
    assert!(stored > 200, "only {stored} positions were stored");
}

#[test]
fn a_database_that_begins_nowhere_is_refused() {
    let extent = DatabaseExtent::From(vec!["7x".to_owned()]);
    let built = Session::new().build_database("kayles", &extent, &folder("none"), &mut Budget::unlimited());
    assert!(matches!(built, Err(BuildError::Position { .. })));
}

#[test]
fn no_changed_byte_and_no_missing_end_goes_unnoticed() {
    let path = build(&folder("damage"), "clobber_1xn", "5");
    let bytes = std::fs::read(&path).expect("a file");
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Database::from_bytes(changed, &path).is_err(), "byte {at} is changed");
        assert!(Database::from_bytes(bytes[..at].to_vec(), &path).is_err(), "only {at} bytes");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(matches!(Database::from_bytes(longer, &path), Err(DatabaseError::Damaged { .. })));
}

#[test]
fn what_is_not_there_is_no_error_and_what_cannot_be_made_is() {
    let folder = folder("none");
    assert!(matches!(Database::open(&folder, "clobber"), Ok(None)));
    let mut session = Session::new();
    let mut build =
        |title, max| session.build_database(title, &up_to(max), &folder, &mut Budget::unlimited()).err();
    assert!(matches!(build("chess", "2x2"), Some(BuildError::Title(_))));
    assert!(matches!(build("nimber", "2x2"), Some(BuildError::NoBoards(_))));
    assert!(matches!(build("clobber", "9x9"), Some(BuildError::TooMany { .. })));
}
