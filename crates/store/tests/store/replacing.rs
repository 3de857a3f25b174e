//! A database that is made anew while others read it.

use std::fs;
use std::path::Path;

use serde_json::Value;
use zermelo_core::Outcome;
use zermelo_store::{Database, Folder, StoreError};

use crate::{LEVEL, identity, narrow, open};

/// More volumes than a database keeps open, so that files are opened again while it is read.
const VOLUMES: u32 = 200;

/// Writes a table of one slot into each volume; its code tells in which generation.
fn write(folder: &Folder, volumes: std::ops::Range<u32>, code: u8) {
    for volume in volumes {
        folder.write_volume(volume, &[narrow(&volume.to_string(), &[code])], LEVEL).unwrap();
    }
}

fn start_over(directory: &Path) -> Folder {
    Folder::start_over(directory, identity()).unwrap()
}

/// The database in a directory after it was written with the code.
fn made(directory: &Path, code: u8) -> Database {
    let folder = start_over(directory);
    write(&folder, 0..VOLUMES, code);
    folder.finish(Value::Null).unwrap();
    Database::open(directory, Some(&identity())).unwrap()
}

fn has_all(database: &Database, code: u8) -> bool {
    let expected = made_of(code);
    (0..VOLUMES).all(|volume| database.outcome(&volume.to_string(), 0).unwrap() == Some(expected))
}

/// The outcome that stands for a code.
fn made_of(code: u8) -> Outcome {
    crate::decode(code.into()).unwrap()
}

fn volumes(directory: &Path) -> usize {
    fs::read_dir(directory.join("000")).unwrap().count()
}

#[test]
fn readers_of_the_old_database_are_not_disturbed_until_the_last_has_gone() {
    let home = tempfile::tempdir().unwrap();
    let old = made(home.path(), 1);
    assert!(old.is_current() && !old.is_being_replaced().unwrap());

    let folder = start_over(home.path());
    write(&folder, 0..VOLUMES, 2);
    assert!(folder.replaces() && !folder.is_finished() && old.is_being_replaced().unwrap());
    let opened_meanwhile = Database::open(home.path(), Some(&identity())).unwrap();
    assert!(has_all(&opened_meanwhile, 1));
    drop(opened_meanwhile);

    folder.finish(Value::Null).unwrap();
    assert!(folder.is_finished() && !old.is_current());
    let new = Database::open(home.path(), Some(&identity())).unwrap();
    assert!(has_all(&old, 1) && has_all(&new, 2));
    old.check_files::<StoreError>(|_, _| Ok(())).unwrap();
    assert!(!folder.remove_replaced().unwrap());

    drop(old);
    assert!(folder.remove_replaced().unwrap());
    drop(folder);
    assert!(has_all(&new, 2) && new.is_current());
    assert_eq!(volumes(home.path()), VOLUMES as usize);
    let files: Vec<_> = fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files.len(), 3, "{files:?}");
}

#[test]
fn what_is_left_of_replaced_databases_goes_when_the_next_writer_comes() {
    let home = tempfile::tempdir().unwrap();
    let first = made(home.path(), 1);
    let second = made(home.path(), 2);
    let third = made(home.path(), 3);
    assert!(has_all(&first, 1) && has_all(&second, 2) && has_all(&third, 3));
    drop(first);
    assert!(!open(home.path()).remove_replaced().unwrap());
    assert_eq!(volumes(home.path()), 2 * VOLUMES as usize);
    assert!(has_all(&second, 2));
    drop(second);
    assert!(open(home.path()).is_finished());
    assert_eq!(volumes(home.path()), VOLUMES as usize);
    assert!(has_all(&third, 3) && third.is_current());
}

#[test]
fn an_interrupted_replacement_goes_on_and_the_old_database_stays_meanwhile() {
    let home = tempfile::tempdir().unwrap();
    drop(made(home.path(), 1));
    write(&start_over(home.path()), 0..3, 2);
    let old = Database::open(home.path(), Some(&identity())).unwrap();
    assert!(has_all(&old, 1) && old.is_being_replaced().unwrap());

    let folder = open(home.path());
    assert!(
        folder.replaces() && folder.has_volume(2, &["2"]).unwrap() && !folder.has_volume(3, &["3"]).unwrap()
    );
    write(&folder, 3..VOLUMES, 2);
    assert!(has_all(&old, 1));
    drop(old);
    folder.finish(Value::Null).unwrap();
    assert!(has_all(&Database::open(home.path(), None).unwrap(), 2));
    assert_eq!(volumes(home.path()), VOLUMES as usize);
}

#[test]
fn a_replacement_that_is_given_up_leaves_no_volumes() {
    let home = tempfile::tempdir().unwrap();
    drop(made(home.path(), 1));
    write(&start_over(home.path()), 0..3, 2);
    let folder = start_over(home.path());
    assert_eq!(volumes(home.path()), VOLUMES as usize);
    assert!(!folder.has_volume(0, &["0"]).unwrap());
    drop(folder);
    assert!(open(home.path()).is_finished());
    assert!(has_all(&Database::open(home.path(), None).unwrap(), 1));
}

/// A machine that stops between two steps of the exchange leaves one of two states.
#[test]
fn an_exchange_that_stops_half_way_leaves_one_database() {
    let home = tempfile::tempdir().unwrap();
    let manifest = home.path().join("manifest.json");
    let (retired, aside) = (home.path().join("manifest.0.json"), home.path().join("aside"));
    drop(made(home.path(), 1));
    // The old manifest has its second name, and the new one is not there yet.
    write(&start_over(home.path()), 0..VOLUMES, 2);
    fs::hard_link(&manifest, &retired).unwrap();
    assert!(has_all(&Database::open(home.path(), None).unwrap(), 1));
    let folder = open(home.path());
    assert!(!retired.exists() && folder.replaces());
    // The new one is there, and the old volumes are, too.
    fs::hard_link(&manifest, &aside).unwrap();
    let reader = Database::open(home.path(), None).unwrap();
    folder.finish(Value::Null).unwrap();
    drop((reader, folder));
    assert!(retired.exists() && volumes(home.path()) == 2 * VOLUMES as usize);
    assert!(has_all(&Database::open(home.path(), None).unwrap(), 2));
    assert!(open(home.path()).is_finished());
    assert!(!retired.exists() && volumes(home.path()) == VOLUMES as usize);
    assert!(has_all(&Database::open(home.path(), None).unwrap(), 2));
}

/// Readers come and go while a writer makes the database anew again and again; each sees one generation only.
#[test]
fn every_reader_sees_one_database_whenever_it_comes() {
    const LAST: u8 = 20;
    let home = tempfile::tempdir().unwrap();
    let make = |generation: u8| {
        let folder = start_over(home.path());
        // The code of an outcome with this remoteness.
        write(&folder, 0..3, 4 * generation);
        folder.finish(Value::Null).unwrap();
    };
    let read = || {
        let database = Database::open(home.path(), Some(&identity())).unwrap();
        let read = |volume: u32| database.outcome(&volume.to_string(), 0).unwrap().unwrap();
        let outcomes = [0, 1, 2].map(read);
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{outcomes:?}");
        outcomes[0].remoteness().unwrap()
    };
    make(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut last = 0;
                while last < LAST.into() {
                    let seen = read();
                    assert!(seen >= last, "{seen} after {last}");
                    last = seen;
                }
            });
        }
        (1..=LAST).for_each(make);
    });
    assert!(open(home.path()).remove_replaced().unwrap());
    assert_eq!(volumes(home.path()), 3);
}
