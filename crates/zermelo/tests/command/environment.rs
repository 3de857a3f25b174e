//! When the system, the disk or the database is to blame.

use std::io::Read;
use std::process::Stdio;

use super::User;

#[test]
fn a_place_that_cannot_be_written_is_code_3() {
    let user = User::new();
    let file = user.data().join("file");
    std::fs::write(&file, "in the way").unwrap();
    // Not even root can make directories in /proc.
    for data in [file.to_str().unwrap(), "/proc/zermelo"] {
        for command in ["solve tictactoe", "query tictactoe", "analyze tictactoe", "play tictactoe"] {
            user.run(&format!("{command} --data {data}")).failed(3, command);
        }
    }
}

#[test]
fn a_memory_promise_that_cannot_be_kept_is_code_3() {
    let user = User::new();
    for game in ["quixo/4x4", "sim"] {
        let ran = user.run(&format!("solve {game} --memory 1M"));
        ran.failed(3, game);
        assert!(ran.stderr.contains("--memory"), "{}", ran.stderr);
    }
}

#[test]
fn a_damaged_volume_is_noticed_and_can_be_made_anew() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let sound = user.files("quixo/3x3");
    user.damage("quixo/3x3");
    user.run("analyze quixo/3x3").failed(3, "analyze");
    let verify = user.run("verify quixo/3x3");
    assert_eq!((verify.code, verify.stderr.as_str()), (Some(1), ""));
    assert!(
        verify.stdout.contains(".zvol is damaged") && verify.stdout.contains("--force"),
        "{}",
        verify.stdout
    );
    let json = user.run("verify quixo/3x3 --json");
    assert!(json.code == Some(1) && json.stdout.contains("\"ok\": false"), "{}", json.stdout);
    user.ok("solve quixo/3x3 --force");
    assert_eq!(user.files("quixo/3x3"), sound);
}

#[test]
fn a_damaged_position_is_code_3_for_a_query() {
    let user = User::new();
    user.ok("solve tictactoe");
    user.damage("tictactoe/regular");
    let ran = user.run("query tictactoe");
    ran.failed(3, "query");
    assert!(ran.stderr.contains("is damaged") && ran.stderr.contains("--force"), "{}", ran.stderr);
}

#[test]
fn a_truncated_database_is_mended_by_a_solve() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let sound = user.files("quixo/3x3");
    let (name, bytes) = sound.iter().find(|(name, _)| name.ends_with(".zvol")).unwrap();
    std::fs::write(user.data().join("quixo/3x3").join(name), &bytes[..bytes.len() / 2]).unwrap();
    user.run("query quixo/3x3").failed(3, "query");
    assert_eq!(user.run("verify quixo/3x3").code, Some(1));
    let ran = user.run("solve quixo/3x3");
    assert!(ran.code == Some(0) && ran.stderr.contains("made anew"), "{}", ran.stderr);
    assert_eq!(user.files("quixo/3x3"), sound);
}

#[test]
fn a_database_of_other_rules_is_not_used() {
    let user = User::new();
    user.ok("solve tictactoe");
    std::fs::rename(user.data().join("tictactoe/regular"), user.data().join("tictactoe/misere")).unwrap();
    let ran = user.run("query tictactoe/misere");
    ran.failed(3, "query");
    assert!(ran.stderr.contains("--force"), "{}", ran.stderr);
    assert!(user.ok("solve tictactoe/misere --force").contains("a tie in 9"));
}

#[test]
fn two_writers_do_not_meet() {
    let user = User::new();
    let directory = user.data().join("tictactoe/regular");
    std::fs::create_dir_all(&directory).unwrap();
    let lock = std::fs::File::create(directory.join("lock")).unwrap();
    lock.lock().unwrap();
    let ran = user.run("solve tictactoe");
    ran.failed(3, "solve");
    assert!(ran.stderr.contains("another process"), "{}", ran.stderr);
}

#[test]
fn a_reader_that_leaves_early_ends_the_program_quietly() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    for line in
        ["games", "analyze quixo/3x3 --json", "query quixo/3x3", "completions bash", "man", "--help", ""]
    {
        let mut child = user.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success(), "zermelo {line}: {said}");
        assert_eq!(said, "", "zermelo {line}");
    }
}
