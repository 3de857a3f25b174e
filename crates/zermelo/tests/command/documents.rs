//! Help, man pages, completions.

use super::{Ran, User};

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
    let page = user.ok("man solve");
    assert!(page.contains("zermelo\\-solve") && page.contains(".SH EXAMPLES"), "{page}");
    assert!(page.contains("[OPTIONS] <GAME>") && !page.contains("EXTRA"), "{page}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = user.ok(&format!("completions {shell}"));
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        // PowerShell and elvish complete options only.
        let knows_games = script.contains("quixo/4x4") && script.contains("hareandhounds");
        assert_eq!(knows_games, ["bash", "zsh", "fish"].contains(&shell), "{shell}");
    }
}

#[test]
fn without_a_command_there_is_a_tour() {
    let tour = User::new().ok("");
    assert!(tour.contains("zermelo play tictactoe") && tour.contains("--help"));
    assert!(User::new().ok("--version").starts_with("zermelo "));
}

#[test]
fn errors_are_coloured_where_that_is_wanted() {
    let user = User::new();
    let error = |variables: &[&str]| {
        let mut command = user.command("info chess");
        command.env_remove("NO_COLOR").envs(variables.iter().map(|name| (name, "1")));
        Ran::from(command.output().unwrap()).stderr
    };
    assert!(error(&[]).starts_with("error: "));
    assert!(error(&["CLICOLOR_FORCE"]).starts_with("\u{1b}["));
    assert!(error(&["CLICOLOR_FORCE", "NO_COLOR"]).starts_with("error: "));
}
