//! Solves that are stopped and go on.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{QUIXO_4X4, Ran, User};

const GAME: &str = "quixo/4x4";

/// Starts a solve and waits until it has come to this point, or ended.
fn solve_until(user: &User, point: impl Fn() -> bool) -> Child {
    let line = format!("solve {GAME} --threads 1");
    let mut child = user.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !point() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    child
}

fn has_a_volume(user: &User) -> bool {
    let files = fs::read_dir(user.data().join(GAME).join("000")).into_iter().flatten().flatten();
    files.map(|file| file.path()).any(|path| path.extension().is_some_and(|extension| extension == "zvol"))
}

#[test]
fn ctrl_c_keeps_finished_tiers_and_the_solve_goes_on() {
    let user = User::new();
    let child = solve_until(&user, || has_a_volume(&user));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ran = Ran::from(child.wait_with_output().unwrap());
    ran.failed(130, "solve");
    assert!(ran.stderr.contains("kept") && ran.stderr.contains("zermelo solve quixo/4x4"), "{}", ran.stderr);
    assert!(has_a_volume(&user));
    // What is finished can be looked at and verified before the rest is solved.
    assert!(user.ok(&format!("info {GAME}")).contains("Database: partly solved: "));
    assert!(user.ok(&format!("verify {GAME}")).contains("ok; the files are intact"));
    assert!(user.ok(&format!("solve {GAME}")).contains("first player wins in 21"));
    assert!(user.files(GAME) == *QUIXO_4X4, "the database is not the one of an undisturbed solve");
}

/// Kills a solve without warning, so often, and lets it go on each time; if it gets to its end before, it begins anew.
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

// cargo test -p zermelo --test command -- --ignored kills
#[test]
#[ignore = "takes a minute"]
fn twenty_kills_at_any_moment_lose_nothing_that_was_finished() {
    survives_kills(20);
}
