use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use rayon::prelude::*;
use zermelo_core::Outcome;
use zermelo_store::{BlockCache, Database, Result, SLOTS_PER_BLOCK, StoreError, StoredTable};

use crate::{LEVEL, decode, identity, narrow, open, sparse, wide};

/// Every way to read a table gives the outcomes that were written, and in a sparse table no others.
fn check_slots(database: &Database, table: &StoredTable, expected: &[Option<Outcome>], sparse: bool) {
    assert_eq!(table.len(), expected.len() as u64);
    let agree = |found: &Option<Outcome>, expected: &Option<Outcome>| {
        if sparse || expected.is_some() { found == expected } else { found.is_some() }
    };
    let mut loaded = vec![None; expected.len()];
    table.load(&mut loaded, |outcome| outcome).unwrap();
    assert!(loaded.iter().zip(expected).all(|(found, expected)| agree(found, expected)));
    for (slot, found) in loaded.iter().enumerate() {
        assert_eq!(database.outcome(table.name(), slot as u64).unwrap(), *found);
    }
    assert!(database.outcome(table.name(), expected.len() as u64).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn slot_tables_come_back(
        narrow_words in vec(prop_oneof![Just(255), any::<u8>()], 0..300),
        wide_words in vec(prop_oneof![Just(u16::MAX), any::<u16>()], 0..600),
        constant in vec(Just(17u8), 0..50),
        unused in vec(Just(255u8), 0..50),
        long in vec(0u8..7, SLOTS_PER_BLOCK - 2..2 * SLOTS_PER_BLOCK + 3),
    ) {
        let home = tempfile::tempdir().unwrap();
        let folder = open(home.path());
        folder.write_volume(0, &[narrow("narrow", &narrow_words), narrow("constant", &constant)], LEVEL).unwrap();
        folder.write_volume(300, &[narrow("unused", &unused), wide("wide", &wide_words)], LEVEL).unwrap();
        folder.write_volume(2, &[narrow("long", &long), sparse("sparse", &narrow_words)], LEVEL).unwrap();
        folder.write_volume(3, &[sparse("empty", &unused)], LEVEL).unwrap();
        folder.finish(serde_json::Value::Null).unwrap();
        let database = Database::open(home.path(), Some(&identity())).unwrap();
        let outcomes = |words: &[u8]| words.iter().map(|&word| decode(word.into())).collect::<Vec<_>>();
        for (name, expected) in [
            ("narrow", outcomes(&narrow_words)),
            ("sparse", outcomes(&narrow_words)),
            ("empty", outcomes(&unused)),
            ("constant", outcomes(&constant)),
            ("unused", outcomes(&unused)),
            ("long", outcomes(&long)),
            ("wide", wide_words.iter().map(|&word| decode(word)).collect()),
        ] {
            let sparse = name == "sparse" || name == "empty";
            check_slots(&database, &database.table(name).unwrap(), &expected, sparse);
            check_slots(&database, &folder.table(name).unwrap(), &expected, sparse);
        }
        let mut names: Vec<&str> = database.tables().collect();
        prop_assert_eq!(&names, &["narrow", "constant", "long", "sparse", "empty", "unused", "wide"]);
        names.retain(|name| database.table(name).unwrap().palette().count() == 1);
        prop_assert!(names.contains(&"constant") && names.contains(&"unused"));
        let within = |done, all| -> Result<()> {
            assert!(done <= all);
            Ok(())
        };
        database.check_files(within).unwrap();
    }

    #[test]
    fn keyed_tables_come_back(
        entries in btree_map("[a-cé ]{0,5}", 0u16..200, 0..80),
        others in vec("[a-cé ]{0,5}", 10),
    ) {
        let home = tempfile::tempdir().unwrap();
        let folder = open(home.path());
        let entries: BTreeMap<String, Outcome> =
            entries.into_iter().map(|(word, code)| (word, decode(code).unwrap())).collect();
        folder.write_keyed(0, "words", entries.iter().map(|(word, outcome)| (word, *outcome)), LEVEL).unwrap();
        folder.finish(serde_json::Value::Null).unwrap();
        let database = Database::open(home.path(), None).unwrap();
        for word in entries.keys().chain(&others) {
            prop_assert_eq!(database.lookup(word).unwrap(), entries.get(word).copied());
        }
        let mut found = Vec::new();
        let keep = |word: &str, outcome| -> Result<()> {
            found.push((word.to_owned(), outcome));
            Ok(())
        };
        database.for_each_keyed(keep).unwrap();
        prop_assert_eq!(found, entries.into_iter().collect::<Vec<_>>());
        database.check_files(|_, _| Result::<()>::Ok(())).unwrap();
    }
}

#[test]
fn keyed_tables_of_many_blocks_come_back() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    let outcome = |n: u32| Outcome::Lose(n % 50);
    let entries = (0..60_000).map(|n| (format!("{n:09}"), outcome(n)));
    let info = folder.write_keyed(0, "words", entries, LEVEL).unwrap();
    assert!(info.bytes < 600_000, "{}", info.bytes);
    folder.finish(serde_json::Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap();
    for n in (0..60_000).step_by(7) {
        assert_eq!(database.lookup(&format!("{n:09}")).unwrap(), Some(outcome(n)));
        assert_eq!(database.lookup(&format!("{n:09}x")).unwrap(), None);
    }
    assert_eq!(database.lookup("").unwrap(), None);
    let mut count = 0;
    let visit = |_: &str, _| -> Result<()> {
        count += 1;
        Ok(())
    };
    database.for_each_keyed(visit).unwrap();
    assert_eq!(count, 60_000);
    database.check_files(|_, _| Result::<()>::Ok(())).unwrap();
}

#[test]
fn more_volumes_than_open_files_are_written_and_read_by_many_threads() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    let names: Vec<String> = (0..300).map(|n| format!("tier {n}")).collect();
    names.par_iter().enumerate().for_each(|(number, name)| {
        folder.write_volume(number as u32, &[narrow(name, &[0, 1, 2, number as u8 & 127])], LEVEL).unwrap();
    });
    folder.finish(serde_json::Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap().with_cache(&BlockCache::new(64));
    std::thread::scope(|scope| {
        for start in 0..4 {
            let (database, names) = (&database, &names);
            scope.spawn(move || {
                for number in (0..900).map(|step| (step * 7 + start * 75) % 300) {
                    let found = database.outcome(&names[number], 3).unwrap();
                    assert_eq!(found, decode(number as u16 & 127));
                }
            });
        }
    });
}

#[test]
fn reading_stops_when_the_reader_has_had_enough() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    folder.write_keyed(0, "words", [("a", Outcome::Draw), ("b", Outcome::Draw)], LEVEL).unwrap();
    folder.finish(serde_json::Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap();
    let mut calls = 0;
    let mut stop = || {
        calls += 1;
        Err(StoreError::Locked { path: "enough".into() })
    };
    assert!(matches!(database.check_files(|_, _| stop()), Err(StoreError::Locked { .. })));
    assert!(matches!(database.for_each_keyed(|_, _| stop()), Err(StoreError::Locked { .. })));
    assert_eq!(calls, 2);
}
