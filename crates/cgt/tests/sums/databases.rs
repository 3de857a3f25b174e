//! Databases: what is read is what was written, or an error.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use zermelo_cgt::{BoardSize, BuildError, Database, DatabaseError, Effort, Session};

use crate::oracle;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("databases").join(name)
}

fn size(text: &str) -> BoardSize {
    text.parse().expect("a size")
}

fn build(folder: &Path, title: &str, max: &str) -> PathBuf {
    let built = Session::new().build_database(title, size(max), folder, &mut Effort::unlimited());
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
        let mut effort = Effort::unlimited();
        let nim = session.nim_value(&[game], &mut effort);
        let plain = oracle::read("impartial nogo_1xn", text).expect("legal");
        assert_eq!(nim, Ok(oracle::nim_value(plain.as_ref())), "{text}");
        assert_eq!(effort.nodes, 0, "{text} is looked up, not searched");
    }
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
        |title, max| session.build_database(title, size(max), &folder, &mut Effort::unlimited()).err();
    assert!(matches!(build("chess", "2x2"), Some(BuildError::Title(_))));
    assert!(matches!(build("nimber", "2x2"), Some(BuildError::NoBoards(_))));
    assert!(matches!(build("clobber", "9x9"), Some(BuildError::TooMany { .. })));
}
