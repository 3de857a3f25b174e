//! Databases that are listed, removed, and moved between machines.

use std::fs;

use serde_json::json;

use super::User;

#[test]
fn a_database_moves_to_another_machine_and_says_the_same_there() {
    let [here, there] = [User::new(), User::new()];
    for game in ["quixo/3x3", "tictactoe/regular", "connect4/4x5"] {
        here.ok(&format!("solve {game}"));
        let archive = here.data().join("archive").join(game);
        let line = format!("{game} {}", archive.display());
        assert!(here.ok(&format!("db export {line}")).contains("every checksum was compared"));
        here.run(&format!("db export {line}")).failed(2, "a second export to the same place");
        let imported = there.json(&format!("db import {}", archive.display()));
        assert_eq!((&imported["game"], &imported["complete"]), (&json!(game), &json!(true)));
        assert_eq!(there.files(game), here.files(game), "{game}");
        there.ok(&format!("verify {game}"));
    }
    // A second import replaces the first one.
    there.ok(&format!("db import {}", here.data().join("archive/quixo/3x3").display()));
    assert!(there.ok("solve quixo/3x3").contains("first player wins in 7"));
    let list = there.json("db list");
    let states: Vec<_> = list.as_array().unwrap().iter().map(|one| (&one["game"], &one["state"])).collect();
    let complete = json!("complete");
    let games = [json!("connect4/4x5"), json!("quixo/3x3"), json!("tictactoe/regular")];
    assert_eq!(states, games.iter().map(|game| (game, &complete)).collect::<Vec<_>>());
    assert_eq!(list[1]["origin"]["method"], "tiers");
    assert_eq!(list[0]["origin"]["method"], "engine");
}

#[test]
fn a_part_and_the_counts_go_along() {
    let [here, there] = [User::new(), User::new()];
    here.ok("solve quixo/4x4 --tiers 8x8o");
    here.ok(&format!("db export quixo/4x4 {}", here.data().join("part").display()));
    let imported = there.json(&format!("db import {}", here.data().join("part").display()));
    assert_eq!(imported["complete"], false);
    assert!(there.ok("solve quixo/4x4").contains("first player wins in 21"));

    here.ok("solve tictactoe");
    here.ok("analyze tictactoe");
    here.ok(&format!("db export tictactoe {}", here.data().join("whole").display()));
    there.ok(&format!("db import {}", here.data().join("whole").display()));
    assert_eq!(there.json("info tictactoe")["analysis"]["positions"], 5478);
}

#[test]
fn a_damaged_or_foreign_archive_replaces_nothing() {
    let [here, there] = [User::new(), User::new()];
    here.ok("solve quixo/3x3");
    there.ok("solve quixo/3x3 --level 1");
    let archive = here.data().join("archive");
    here.ok(&format!("db export quixo/3x3 {}", archive.display()));
    let before = there.files("quixo/3x3");
    let import = format!("db import {}", archive.display());
    let volume = archive.join("000/00000.zvol");
    let sound = fs::read(&volume).unwrap();
    for place in [0, 20, sound.len() / 3, sound.len() / 2, sound.len() - 5] {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x10;
        fs::write(&volume, bytes).unwrap();
        there.run(&import).failed(3, &format!("byte {place} of {}", sound.len()));
        assert_eq!(there.files("quixo/3x3"), before, "byte {place}");
    }
    fs::write(&volume, &sound[..sound.len() - 1]).unwrap();
    there.run(&import).failed(3, "a volume that is cut short");
    fs::remove_file(&volume).unwrap();
    there.run(&import).failed(3, "a volume that is missing");
    fs::write(&volume, &sound).unwrap();
    let manifest = archive.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("3x3", "4x4")).unwrap();
    there.run(&import).failed(3, "a manifest that was changed");
    assert_eq!(there.files("quixo/3x3"), before);
    fs::write(&manifest, text).unwrap();
    there.ok(&import);
    assert_eq!(
        there.json("info quixo/3x3")["database"]["bytes"],
        here.json("info quixo/3x3")["database"]["bytes"]
    );
}

#[test]
fn a_database_that_is_removed_is_gone_and_can_be_made_again() {
    let user = User::new();
    user.ok("solve tictactoe");
    user.ok("solve quixo/3x3");
    assert!(user.ok("db rm tictactoe").contains("removed"));
    assert!(!user.data().join("tictactoe/regular").exists());
    user.run("db rm tictactoe").failed(2, "a second time");
    assert_eq!(user.json("db list").as_array().unwrap().len(), 1);
    assert!(user.ok("db list").contains("1 database"));
    user.ok("solve tictactoe");
}
