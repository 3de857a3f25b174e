//! Help, man pages, completions.

use super::User;

const COMMANDS: &[&str] = &[
    "games",
    "info",
    "solve",
    "analyze",
    "query",
    "start",
    "random",
    "play",
    "serve",
    "verify",
    "db",
    "test",
    "bench",
    "value",
    "sum",
    "play-sum",
    "cgt-db",
    "nim",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_with_examples() {
    let user = User::new();
    for command in COMMANDS {
        let help = user.ok(&format!("{command} --help"));
        assert!(help.contains("Usage: zermelo ") && help.contains("Example"), "{command}: {help}");
    }
    let help = user.ok("--help");
    assert!(COMMANDS.iter().all(|command| help.contains(command)), "{help}");
    assert!(help.contains("Exit codes") && !help.contains("metered"), "{help}");
    assert_eq!(user.ok("help"), help);
    assert_eq!(user.ok("help solve"), user.ok("solve --help"));
}

#[test]
fn man_pages_and_completions_are_generated() {
    let user = User::new();
    assert!(user.ok("man").contains(".TH zermelo 1"));
    assert!(user.ok("man solve").contains("zermelo\\-solve"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = user.ok(&format!("completions {shell}"));
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
}

#[test]
fn without_a_command_there_is_a_tour() {
    let tour = User::new().ok("");
    assert!(tour.contains("zermelo play tictactoe") && tour.contains("--help"));
    assert!(User::new().ok("--version").starts_with("zermelo "));
}
