//! `zermelo new`: a crate for a game of one's own. That it compiles is the matter of `tests/template.rs`, and of the long tests.

use std::fs;

use super::User;

#[test]
fn a_new_game_is_a_crate_with_the_name_of_the_game_everywhere() {
    let user = User::new();
    let directory = user.data().join("here/mygame");
    let said = user.ok(&format!("new mygame --directory {}", directory.display()));
    assert!(said.contains("cargo run -- play"), "{said}");
    for file in ["Cargo.toml", "README.md", "src/main.rs", "src/mygame.rs"] {
        let text = fs::read_to_string(directory.join(file)).unwrap();
        assert!(text.contains("mygame"), "{file}: {text}");
        assert!(!["NAME", "TITLE", "SOURCE"].iter().any(|word| text.contains(word)), "{file}: {text}");
    }
}

#[test]
fn what_is_there_is_not_overwritten() {
    let user = User::new();
    let directory = user.data().join("mine");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("precious"), "text").unwrap();
    let ran = user.run(&format!("new mygame --directory {}", directory.display()));
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("not empty"), "{}", ran.stderr);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

#[test]
fn names_that_rust_or_addresses_cannot_take_are_refused() {
    let user = User::new();
    for name in ["", "My", "my-game", "2048", "match", "zermelo", "../up", "ünder"] {
        let ran = user.run(&format!("new {name} --directory {}", user.data().join("x").display()));
        assert_eq!(ran.code, Some(2), "{name}: {}", ran.stderr);
    }
    let source = user.run(&format!("new mygame --source {}", user.data().display()));
    assert_eq!(source.code, Some(2), "{}", source.stderr);
    assert!(source.stderr.contains("crates/zermelo"), "{}", source.stderr);
}
