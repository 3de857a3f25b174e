use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;
use zermelo_core::Outcome;
use zermelo_files::faults::{Operation, Verdict, watch};
use zermelo_store::{Database, Folder, Identity, StoreError};

use crate::{LEVEL, identity, narrow, open};

#[test]
fn an_interrupted_solve_goes_on_where_it_stopped() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_volume(0, &[narrow("a", &[1, 2]), narrow("b", &[3])], LEVEL).unwrap();
    drop(folder);
    assert!(matches!(Database::open(home.path(), None), Err(StoreError::Unfinished { .. })));

    let folder = open(home.path());
    assert!(folder.discarded().is_empty() && !folder.is_finished());
    assert!(folder.has_volume(0, &["a", "b"]).unwrap());
    assert!(!folder.has_volume(1, &["c"]).unwrap());
    assert_eq!(folder.table("b").unwrap().palette().collect::<Vec<_>>(), [Outcome::Win(0)]);
    folder.write_volume(1, &[narrow("c", &[0, 1])], LEVEL).unwrap();
    folder.finish(Value::Null).unwrap();
    assert!(folder.is_finished());
    assert_eq!(Database::open(home.path(), None).unwrap().tables().collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn a_finished_database_that_changes_is_unfinished() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_volume(0, &[narrow("a", &[1, 2])], LEVEL).unwrap();
    folder.finish(Value::Null).unwrap();
    drop(folder);
    let folder = open(home.path());
    assert!(folder.is_finished());
    assert!(!folder.has_volume(0, &["a", "b"]).unwrap(), "a volume of other tables is no use");
    assert!(!folder.is_finished());
    folder.write_volume(0, &[narrow("a", &[1, 2]), narrow("b", &[5])], LEVEL).unwrap();
    assert!(folder.has_volume(0, &["a", "b"]).unwrap());
}

#[test]
fn damaged_files_are_discarded_with_the_reason() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_volume(0, &[narrow("a", &[1, 2])], LEVEL).unwrap();
    folder.write_volume(1, &[narrow("b", &[1, 2])], LEVEL).unwrap();
    folder.finish(Value::Null).unwrap();
    drop(folder);
    fs::write(home.path().join("000/00001.zvol"), "rubbish").unwrap();
    let folder = open(home.path());
    let reasons: Vec<String> = folder.discarded().iter().map(ToString::to_string).collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons[0].ends_with("00001.zvol is damaged: it is shorter than the header of a volume"));
    assert!(
        reasons[1].ends_with("manifest.json is damaged: it does not describe the volumes that are there")
    );
    assert!(folder.has_volume(0, &["a"]).unwrap() && !folder.has_volume(1, &["b"]).unwrap());
    assert!(!folder.is_finished() && !home.path().join("000/00001.zvol").exists());
}

#[test]
fn another_game_is_neither_mixed_in_nor_removed_unless_asked() {
    let home = tempfile::tempdir().unwrap();
    open(home.path()).write_volume(0, &[narrow("a", &[1, 2])], LEVEL).unwrap();
    let other = Identity::new("game", "variant", "newer rules");
    let error = Folder::open_for_writing(home.path(), other.clone()).err().unwrap();
    assert!(matches!(error, StoreError::WrongGame { .. }), "{error}");
    assert!(open(home.path()).has_volume(0, &["a"]).unwrap());

    let folder = Folder::start_over(home.path(), other).unwrap();
    assert!(!folder.has_volume(0, &["a"]).unwrap());
    assert!(!home.path().join("000/00000.zvol").exists());
}

#[test]
fn leftover_temporary_files_are_removed_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("000")).unwrap();
    let leftovers = ["000/00003.zvol.tmp", "manifest.json.tmp"];
    let strangers = ["000/notes.tmp", "notes.tmp", "analysis.json.tmp", "123", "notes.txt"];
    for name in leftovers.iter().chain(&strangers) {
        fs::write(home.path().join(name), "half").unwrap();
    }
    open(home.path());
    assert!(leftovers.iter().all(|name| !home.path().join(name).exists()));
    assert!(strangers.iter().all(|name| home.path().join(name).exists()));
}

#[test]
fn two_writers_cannot_share_a_directory() {
    let home = tempfile::tempdir().unwrap();
    let first = open(home.path());
    for second in [Folder::open_for_writing, Folder::start_over] {
        let error = second(home.path(), identity()).err().unwrap();
        assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    }
    drop(first);
    open(home.path());
}

#[test]
fn the_system_s_refusals_keep_their_kind() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Folder::open_for_writing(&file.join("below"), identity()).err().unwrap();
    assert_eq!(error.io_kind(), Some(ErrorKind::NotADirectory), "{error}");

    let sealed = home.path().join("sealed");
    fs::create_dir(&sealed).unwrap();
    fs::set_permissions(&sealed, fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser may write anyway; then there is nothing to test here.
    if fs::write(sealed.join("probe"), "").is_err() {
        let error = Folder::open_for_writing(&sealed, identity()).err().unwrap();
        assert_eq!(error.io_kind(), Some(ErrorKind::PermissionDenied), "{error}");
    }
}

#[test]
fn a_full_disk_is_said_to_be_full_and_leaves_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    let is_full = watch(home.path(), |operation| match operation {
        Operation::Write { .. } => Verdict::Fail(ErrorKind::StorageFull.into()),
        _ => Verdict::Proceed,
    });
    let error = folder.write_volume(0, &[narrow("a", &[1, 2])], LEVEL).unwrap_err();
    assert_eq!(error.io_kind(), Some(ErrorKind::StorageFull), "{error}");
    drop(is_full);
    assert_eq!(fs::read_dir(home.path().join("000")).unwrap().count(), 0);
    assert!(!folder.has_volume(0, &["a"]).unwrap());
}

#[test]
fn what_cannot_be_stored_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_volume(0, &[narrow("a", &[1])], LEVEL).unwrap();
    let twice = [narrow("b", &[1]), narrow("b", &[1])];
    for refused in [
        folder.write_volume(1, &[narrow("a", &[1])], LEVEL),
        folder.write_volume(1, &twice, LEVEL),
        folder.write_keyed(1, "w", [("b", Outcome::Draw), ("a", Outcome::Draw)], LEVEL),
        folder.write_keyed(1, "w", [("a", Outcome::Draw), ("a", Outcome::Draw)], LEVEL),
        folder.write_keyed(1, "w", [("a\tb", Outcome::Draw)], LEVEL),
        folder.write_keyed(1, "w", [("a\nb", Outcome::Draw)], LEVEL),
        folder.write_keyed(1, "w", [("a".repeat(1 << 16), Outcome::Draw)], LEVEL),
    ] {
        assert!(matches!(refused, Err(StoreError::Unstorable { .. })), "{refused:?}");
    }
    assert_eq!(fs::read_dir(home.path().join("000")).unwrap().count(), 1);
}

#[test]
fn the_wrong_way_to_read_a_table_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_volume(0, &[narrow("slots", &[0, 1])], LEVEL).unwrap();
    folder.write_keyed(1, "words", [("a", Outcome::Draw)], LEVEL).unwrap();
    folder.finish(Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap();
    assert!(matches!(database.outcome("words", 0), Err(StoreError::WrongUse { .. })));
    assert!(matches!(database.outcome("absent", 0), Err(StoreError::NoTable { .. })));
    assert!(matches!(database.outcome("slots", 2), Err(StoreError::NoSlot { .. })));
    let slots = database.table("slots").unwrap();
    assert!(matches!(slots.load(&mut [0u8; 3], |_| 0), Err(StoreError::WrongUse { .. })));
    assert!(matches!(slots.for_each_entry(|_, _| Ok(())), Err(StoreError::WrongUse { .. })));
    let words = database.table("words").unwrap();
    assert!(matches!(words.load(&mut [0u8; 1], |_| 0), Err(StoreError::WrongUse { .. })));
}
