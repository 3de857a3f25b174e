//! Solves that are stopped and go on.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{QUIXO_4X4, Ran, User};

const GAME: &str = "quixo/4x4";

/// Starts a solve and waits until it has come to this point, or ended.
fn solve_until(user: &User, point: impl Fn() -> bool) -> Child {
    solve_with("", user, point)
}

fn solve_with(options: &str, user: &User, point: impl Fn() -> bool) -> Child {
    let line = format!("solve {GAME} --threads 1 {options}");
    let mut child = user.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !point() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    child
}

fn has_a_volume(user: &User) -> bool {
    volumes(user) > 0
}

#[test]
fn signals_that_ask_to_stop_keep_finished_tiers_and_the_solve_goes_on() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let user = User::new();
        let child = solve_until(&user, || has_a_volume(&user));
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        ran.failed(code, "solve");
        let told = ran.stderr.contains("kept") && ran.stderr.contains("zermelo solve quixo/4x4");
        assert!(told, "{}", ran.stderr);
        assert!(has_a_volume(&user));
        // What is finished can be looked at and verified before the rest is solved.
        assert!(user.ok(&format!("info {GAME}")).contains("Database: partly solved: "));
        assert!(user.ok(&format!("verify {GAME}")).contains("ok; the files are intact"));
        assert!(user.ok(&format!("solve {GAME}")).contains("first player wins in 21"));
        assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
    }
}

#[test]
fn the_second_signal_ends_a_solve_at_once() {
    let user = User::new();
    let child = solve_until(&user, || has_a_volume(&user));
    let pid = Pid::from_child(&child);
    // Both wait until the process goes on, so that there is no time between them.
    for signal in [Signal::STOP, Signal::INT, Signal::TERM, Signal::CONT] {
        kill_process(pid, signal).unwrap();
    }
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert!(matches!(ran.code, Some(130 | 143)), "{:?}", ran.code);
    assert_eq!(ran.stderr, "", "it still had time to say something");
    assert!(user.ok(&format!("solve {GAME}")).contains("first player wins in 21"));
    assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
}

/// Makes a command start with this signal ignored, as `nohup` does.
fn ignoring(command: &Command, signal: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' {signal}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_zermelo")]);
    // What stands before the arguments is the program, or `env` that starts it.
    let wrapped = if command.get_program() == "env" { 2 } else { 0 };
    shell.args(command.get_args().skip(wrapped)).stdin(Stdio::null());
    let variables = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    shell.envs(variables);
    shell
}

#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    for (name, signal) in [("HUP", Signal::HUP), ("INT", Signal::INT)] {
        let user = User::new();
        let mut command = ignoring(&user.command(&format!("solve {GAME} --threads 1")), name);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let runs = |child: &mut Child| child.try_wait().unwrap().is_none();
        while runs(&mut child) && !has_a_volume(&user) {
            sleep(Duration::from_millis(1));
        }
        assert!(runs(&mut child));
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert!(ran.code == Some(0) && ran.stdout.contains("first player wins in 21"), "{}", ran.stderr);
    }
}

#[test]
fn a_command_with_nothing_to_put_away_is_ended_by_the_first_signal() {
    let user = User::new();
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut command = user.command("play tictactoe --lines");
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("Type a move"), "{line}");
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

/// Kills a solve without warning, so often, and lets it go on each time; if it gets to its end before, it
/// begins anew.
fn survives_kills(kills: u64) {
    let finish = |user: &User| {
        assert!(user.ok(&format!("solve {GAME}")).contains("first player wins in 21"));
        assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
    };
    let mut user = User::new();
    for kill in 0..kills {
        let directory = user.data().join(GAME);
        let mut child = solve_until(&user, || directory.join("lock").exists());
        // Moments all over the second or so that the solve takes.
        sleep(Duration::from_millis(kill * 131 % 700));
        child.kill().unwrap();
        child.wait().unwrap();
        if directory.join("manifest.json").exists() {
            finish(&user);
            user = User::new();
        }
    }
    finish(&user);
}

#[test]
fn kills_at_any_moment_lose_nothing_that_was_finished() {
    survives_kills(3);
}

/// The tiers in work that are kept.
fn kept(user: &User) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(user.data().join(GAME).join("solving")).into_iter().flatten().flatten();
    files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end != "tmp")).collect()
}

/// Returns how many volumes are written.
fn volumes(user: &User) -> usize {
    let files = fs::read_dir(user.data().join(GAME).join("000")).into_iter().flatten().flatten();
    files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "zvol")).count()
}

/// A solve that was killed in the middle of a tier, several times.
fn killed_in_a_tier() -> User {
    let user = User::new();
    let mut kills = 0;
    for _ in 0..50 {
        // What is there when a volume appears may be of its tiers; what comes after that is of a tier in
        // work.
        let seen = RefCell::new((0, Vec::new()));
        let is_in_work = || {
            let (now, kept) = (volumes(&user), kept(&user));
            let mut seen = seen.borrow_mut();
            if now != seen.0 {
                *seen = (now, kept);
                return false;
            }
            now > 0 && kept.iter().any(|path| !seen.1.contains(path))
        };
        let mut child = solve_with("--keep-every 0", &user, is_in_work);
        child.kill().unwrap();
        child.wait().unwrap();
        // The tier may have come to its end in this moment.
        kills += usize::from(is_in_work());
        if kills == 3 {
            return user;
        }
    }
    panic!("it always got to the end of a tier before it could be killed");
}

#[test]
fn a_solve_that_is_killed_in_a_tier_goes_on_there() {
    let user = killed_in_a_tier();
    let solved = user.run(&format!("solve {GAME}"));
    assert!(solved.stdout.contains("first player wins in 21"), "{}", solved.stdout);
    assert!(!solved.stderr.contains("begins again"), "{}", solved.stderr);
    assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
    assert!(!user.data().join(GAME).join("solving").exists());
}

#[test]
fn a_damaged_tier_in_work_begins_again_with_a_message() {
    let user = killed_in_a_tier();
    // All of them: one may be of a tier that had just got to its end, and is not read any more.
    for path in kept(&user) {
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
    }
    let solved = user.run(&format!("solve {GAME}"));
    assert!(solved.stdout.contains("first player wins in 21"), "{}", solved.stdout);
    assert!(solved.stderr.contains("it is damaged); it begins again"), "{}", solved.stderr);
    assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
}

// cargo test -p zermelo --test command -- --ignored kills
#[test]
#[ignore = "takes a minute"]
fn twenty_kills_at_any_moment_lose_nothing_that_was_finished() {
    survives_kills(20);
}
