use std::fs;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zermelo_core::{Key, Outcome};
use zermelo_store::{Database, Folder, Identity, Packing, Result, StoreError};

use crate::{LEVEL, decode, identity, narrow, open, wide};

const NARROW: [u8; 12] = [0, 3, 8, 255, 8, 3, 1, 2, 40, 0, 0, 3];
const WORDS: [(&str, Outcome); 3] = [("a", Outcome::Win(5)), ("b/x", Outcome::Draw), ("c", Outcome::Tie(0))];

const POSITIONS: [(u128, Outcome); 3] =
    [(5, Outcome::Lose(2)), (1 << 69, Outcome::Draw), ((1 << 69) + 300, Outcome::Tie(0))];

/// A database with every kind of table.
fn small_database() -> (TempDir, Vec<PathBuf>) {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    let constant = [4u8; 3];
    folder.write_volume(0, &[narrow("narrow", &NARROW), narrow("constant", &constant)], LEVEL).unwrap();
    folder.write_volume(1, &[wide("wide", &wide_words())], LEVEL).unwrap();
    folder.write_keyed(2, "words", WORDS, LEVEL).unwrap();
    let packing = Packing { bits: 70, fingerprint: "packed so".to_owned() };
    let outcomes = POSITIONS.map(|(_, outcome)| outcome).to_vec();
    folder
        .write_positions(3, "positions", packing, outcomes, LEVEL, |writer| {
            writer.push(&[0, 1, 2].map(|place| (POSITIONS[place].0, place as u32)))
        })
        .unwrap();
    folder.finish(serde_json::json!({ "start": "win in 5" })).unwrap();
    let names = ["manifest.json", "000/00000.zvol", "000/00001.zvol", "000/00002.zvol", "000/00003.zvol"];
    let files = names.iter().map(|name| home.path().join(name)).collect();
    (home, files)
}

/// More than 256 outcomes, so two bytes per slot.
fn wide_words() -> Vec<u16> {
    (0..400).map(|n| n * 4).collect()
}

/// Looks everything up; panics if an outcome is wrong.
fn look_everything_up(directory: &Path) -> Result<()> {
    let database = Database::open(directory, Some(&identity()))?;
    // No early return: after one refusal the other probes must still be right or refused.
    let mut first_error = None;
    let mut note = |result: Result<()>| first_error = first_error.take().or(result.err());
    for (slot, &code) in NARROW.iter().enumerate() {
        note(database.outcome("narrow", slot as u64).map(|found| {
            assert!(
                decode(code.into()).is_none_or(|outcome| Some(outcome) == found),
                "wrong outcome for slot {slot}"
            );
        }));
    }
    for slot in 0..3 {
        note(database.outcome("constant", slot).map(|found| assert_eq!(found, decode(4))));
    }
    for (slot, &code) in wide_words().iter().enumerate().step_by(57) {
        note(database.outcome("wide", slot as u64).map(|found| assert_eq!(found, decode(code))));
    }
    for (word, outcome) in WORDS {
        note(database.lookup(word).map(|found| assert_eq!(found, Some(outcome))));
    }
    note(database.lookup("bb").map(|found| assert_eq!(found, None)));
    for (key, outcome) in POSITIONS {
        note(database.position("positions", key.widened()).map(|found| assert_eq!(found, Some(outcome))));
        note(database.position("positions", (key + 1).widened()).map(|found| assert_eq!(found, None)));
    }
    match first_error {
        Some(error) => Err(error),
        None => database.check_files(|_, _| Ok(())),
    }
}

/// The error that a damaged database gives; panics if the damage goes unnoticed.
fn refusal(directory: &Path, damage: &str) -> StoreError {
    let result = catch_unwind(AssertUnwindSafe(|| look_everything_up(directory)));
    let result = result.unwrap_or_else(|_| panic!("{damage}: a panic"));
    result.expect_err(&format!("{damage}: not noticed"))
}

#[test]
fn every_flipped_byte_of_every_file_is_noticed() {
    let (home, files) = small_database();
    look_everything_up(home.path()).unwrap();
    for file in files {
        let opened = fs::File::options().write(true).open(&file).unwrap();
        for (place, good) in (0..).zip(fs::read(&file).unwrap()) {
            for pattern in [1, 32, 128, 255] {
                opened.write_all_at(&[good ^ pattern], place).unwrap();
                let error = refusal(home.path(), &format!("{} byte {place} ^ {pattern}", file.display()));
                assert!(matches!(error, StoreError::Corrupt { .. }), "{place} ^ {pattern}: {error}");
            }
            opened.write_all_at(&[good], place).unwrap();
        }
    }
    look_everything_up(home.path()).unwrap();
}

#[test]
fn every_truncation_and_every_appended_byte_is_noticed_on_opening() {
    let (home, files) = small_database();
    for file in files {
        let good = fs::read(&file).unwrap();
        for length in 0..good.len() {
            fs::write(&file, &good[..length]).unwrap();
            assert!(Database::open(home.path(), None).is_err(), "{} cut to {length}", file.display());
        }
        for extra in [0, b'\n', b' ', 255] {
            fs::write(&file, [&good[..], &[extra]].concat()).unwrap();
            assert!(Database::open(home.path(), None).is_err(), "{} with {extra} appended", file.display());
        }
        fs::write(&file, &good).unwrap();
    }
    look_everything_up(home.path()).unwrap();
}

#[test]
fn a_missing_volume_is_noticed_on_opening() {
    let (home, files) = small_database();
    fs::remove_file(&files[2]).unwrap();
    let error = Database::open(home.path(), None).err().unwrap();
    assert!(error.to_string().contains("00001.zvol is damaged: the manifest lists it"), "{error}");
}

#[test]
fn exchanged_volumes_are_noticed() {
    let (home, files) = small_database();
    let other = tempfile::tempdir().unwrap();
    let folder =
        Folder::open_for_writing(other.path(), Identity::new("game", "variant", "newer rules")).unwrap();
    folder.write_volume(0, &[narrow("narrow", &NARROW), narrow("constant", &[4; 3])], LEVEL).unwrap();
    // Of the same game but of other tables, and of other rules.
    for wrong in [files[2].clone(), other.path().join("000/00000.zvol")] {
        let good = fs::read(&files[1]).unwrap();
        fs::copy(wrong, &files[1]).unwrap();
        refusal(home.path(), "exchanged volume");
        fs::write(&files[1], good).unwrap();
    }
}

#[test]
fn another_game_and_another_version_are_told_apart() {
    let (home, files) = small_database();
    let error = Database::open(home.path(), Some(&Identity::new("game", "other", "rules"))).err().unwrap();
    assert!(matches!(&error, StoreError::WrongGame { found, .. } if **found == identity()), "{error}");
    assert!(
        error.to_string().ends_with("holds game/variant (rules rules), not game/other (rules rules)"),
        "{error}"
    );

    // A volume of version 4: the checksum is right, the number is not ours.
    let mut volume = fs::read(&files[1]).unwrap();
    volume[16] = 4;
    let crc = crc32fast::hash(&volume[..44]);
    volume[44..48].copy_from_slice(&crc.to_le_bytes());
    fs::write(&files[1], volume).unwrap();
    let error = look_everything_up(home.path()).unwrap_err();
    assert!(matches!(error, StoreError::WrongVersion { found: 4, supported: 3, .. }), "{error}");

    let mut manifest: serde_json::Value = zermelo_store::read_record(&files[0]).unwrap();
    manifest["format"] = 7.into();
    manifest.as_object_mut().unwrap().remove("checksum");
    zermelo_store::write_record(&files[0], &manifest).unwrap();
    let error = Database::open(home.path(), None).err().unwrap();
    assert!(matches!(error, StoreError::WrongVersion { found: 7, .. }), "{error}");
}
