//! When the system, the disk or the database is to blame.

use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use zermelo_core::Outcome;
use zermelo_store::{Database, Folder, Table, Words};

use super::{Ran, User};

/// The program in a shell that first says this about its limits; it has a minute.
fn limited(user: &User, limits: &str, line: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec timeout 60 \"$0\" \"$@\""), env!("CARGO_BIN_EXE_zermelo")]);
    shell.args(line.split_whitespace()).env("ZERMELO_DATA", user.data()).stdin(Stdio::null());
    Ran::from(shell.output().unwrap())
}

#[test]
fn only_regular_files_are_read_and_nothing_waits_for_a_pipe() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let (pipe, zeros) = (user.data().join("pipe"), user.data().join("zeros"));
    let fifo = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, fifo, rustix::fs::Mode::RUSR, 0).unwrap();
    symlink("/dev/zero", &zeros).unwrap();
    let run = |line: &str, what: &str| {
        let ran = limited(&user, "ulimit -v 2000000", line);
        ran.failed(3, line);
        assert!(ran.stderr.contains(&format!("it is {what}, not a regular file")), "{line}: {}", ran.stderr);
    };
    let named = [(&*pipe, "a pipe"), (&zeros, "a device"), (user.data(), "a directory")];
    for (path, what) in named {
        run(&format!("sum --file {}", path.display()), what);
        run(&format!("sum {{B}} --html --compare {}", path.display()), what);
    }
    let tests = user.data().join("tests");
    fs::create_dir(&tests).unwrap();
    fs::rename(&pipe, tests.join("a.test")).unwrap();
    run(&format!("sum --tests {}", tests.display()), "a pipe");
    // Files of a database of which something else has the name.
    for file in ["manifest.json", "000/00000.zvol"] {
        let path = user.data().join("quixo/3x3").join(file);
        let kept = user.data().join("kept");
        fs::rename(&path, &kept).unwrap();
        for (other, what) in [(tests.join("a.test"), "a pipe"), (zeros.clone(), "a device")] {
            symlink(&other, &path).unwrap();
            for command in ["query", "solve", "verify"] {
                let ran = limited(&user, "ulimit -v 2000000", &format!("{command} quixo/3x3"));
                let said = format!("{}{}", ran.stdout, ran.stderr);
                assert!(matches!(ran.code, Some(1 | 3)), "{command} with {what} for {file}: {said}");
                let told = said.contains(&format!("it is {what}")) || said.contains("is damaged");
                assert!(told, "{command} with {what} for {file}: {said}");
            }
            fs::remove_file(&path).unwrap();
        }
        fs::rename(&kept, &path).unwrap();
    }
    user.ok("verify quixo/3x3");
    let ran = limited(&user, "exec </dev/zero; ulimit -v 2000000", "play tictactoe --lines");
    assert!(ran.code == Some(0) && !ran.stderr.contains("memory"), "{}", ran.stderr);
}

#[test]
fn without_memory_a_command_is_right_or_ends_with_code_3() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    user.ok("solve sim/5");
    let right: Vec<(&str, String)> = [
        "analyze quixo/3x3",
        "verify quixo/3x3",
        "query sim/5",
        "nim 0.77 --up-to 1000",
        "value domineering 4x4",
        "games",
    ]
    .map(|line| (line, user.ok(line)))
    .into();
    let kibibytes = |limit: usize| format!("ulimit -c 0; ulimit -v {limit}");
    // Where there is not even room for the program, the system ends it.
    let least = (20_000..)
        .step_by(2_000)
        .find(|&limit| limited(&user, &kibibytes(limit), "--version").code == Some(0));
    let (mut answered, mut refused) = (0, 0);
    for limit in (least.unwrap()..).step_by(7_000).take(12) {
        let judge = |line: &str, answer: Option<&String>| {
            let ran = limited(&user, &kibibytes(limit), line);
            if ran.code == Some(0) {
                assert!(
                    answer.is_none_or(|answer| *answer == ran.stdout),
                    "{line} within {limit}: {}",
                    ran.stdout
                );
                return true;
            }
            ran.failed(3, &format!("{line} within {limit} KiB"));
            false
        };
        for (line, answer) in &right {
            *if judge(line, Some(answer)) { &mut answered } else { &mut refused } += 1;
        }
        for line in ["solve quixo/3x3 --force --threads 4", "solve sim/5 --force"] {
            *if judge(line, None) { &mut answered } else { &mut refused } += 1;
        }
    }
    assert!(
        answered > 20 && refused > 2,
        "{answered} answered, {refused} refused: not the limits that matter"
    );
    // Whatever was interrupted, the next solve goes on.
    user.ok("solve quixo/3x3");
    user.ok("verify quixo/3x3");
}

#[test]
fn a_limit_on_the_size_of_files_is_code_3() {
    let user = User::new();
    let ran = limited(&user, "ulimit -c 0; ulimit -f 1", "solve quixo/3x3");
    ran.failed(3, "solve quixo/3x3");
    assert!(ran.stderr.contains("File too large"), "{}", ran.stderr);
    // The limit was not met halfway: nothing is left that would be in the way.
    user.ok("solve quixo/3x3");
    user.ok("verify quixo/3x3");
}

#[test]
fn a_place_that_cannot_be_written_is_code_3() {
    let user = User::new();
    let file = user.data().join("file");
    fs::write(&file, "in the way").unwrap();
    for command in ["solve tictactoe", "query tictactoe", "analyze tictactoe", "play tictactoe"] {
        user.run(&format!("{command} --data {}", file.display())).failed(3, command);
    }
    user.run("solve tictactoe --data /proc/zermelo").failed(3, "solve");
}

#[test]
fn small_games_are_solved_in_memory_where_nothing_can_be_written() {
    let user = User::new();
    // Not even root can make directories in /proc.
    for (line, answer) in [
        ("query tictactoe", "tie in 9"),
        ("query quixo/3x3", "win in 7"),
        ("analyze tictactoe", "5,478 positions"),
        ("play tictactoe --computer both", "a tie"),
    ] {
        let ran = user.run(&format!("{line} --data /proc/zermelo"));
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
        assert!(ran.stdout.contains(answer), "{line}: {}", ran.stdout);
        let told = ran.stderr.lines().filter(|told| told.contains("nothing is kept")).count();
        assert_eq!(told, 1, "{line}: {}", ran.stderr);
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
fn only_what_is_left_to_solve_needs_memory() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let files = user.files("quixo/3x3");
    assert!(user.ok("solve quixo/3x3 --memory 1M").contains("first player wins in 7"));
    assert!(user.ok("solve quixo/3x3 --memory 1M --tiers 1x1o").contains("first player wins in 7"));
    user.run("solve quixo/3x3 --memory 1M --tiers nowhere").failed(2, "solve");
    user.run("solve quixo/3x3 --memory 1M --force").failed(3, "solve");
    assert_eq!(user.files("quixo/3x3"), files, "the old database was given up for nothing");
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
    // The same bytes under new names.
    let volumes = |files: Vec<(String, Vec<u8>)>| -> Vec<Vec<u8>> {
        files.into_iter().filter(|(name, _)| name.starts_with("000/")).map(|(_, bytes)| bytes).collect()
    };
    assert_eq!(volumes(user.files("quixo/3x3")), volumes(sound));
}

#[test]
fn a_second_solve_says_what_is_damaged_and_without_that_file_makes_it_anew() {
    for (game, first) in [
        ("quixo/3x3", "solve quixo/3x3"),
        ("quixo/3x3", "solve quixo/3x3 --tiers 2x2o"),
        ("nim/2_3_5_7", "solve nim"),
    ] {
        let user = User::new();
        user.ok(first);
        let sound = user.files(game);
        user.damage(game);
        let damaged = user.files(game);
        for again in [first.to_owned(), format!("solve {game}")] {
            let ran = user.run(&again);
            ran.failed(3, &again);
            for word in ["000/00000.zvol", "checksum does not match", "remove the damaged files", "--force"] {
                assert!(ran.stderr.contains(word), "{again}: {}", ran.stderr);
            }
            assert!(!ran.stdout.contains("player wins"), "{}", ran.stdout);
        }
        assert_eq!(user.files(game), damaged, "it was changed");
        fs::remove_file(user.volume(game)).unwrap();
        user.ok(first);
        assert_eq!(user.files(game), sound, "{first}");
    }
}

#[test]
fn wrong_values_in_sound_files_are_found_and_reported() {
    let user = User::new();
    user.ok("solve nim/3_3_3");
    user.rewrite_as_words(
        "nim/3_3_3",
        |word, outcome| if word == "3_3_3" { Outcome::Win(9) } else { outcome },
    );

    let ran = user.run("verify nim/3_3_3");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    assert!(ran.stdout.contains("1 of 64 values"), "{}", ran.stdout);
    assert!(ran.stdout.contains("3_3_3: stored win in 9, expected win in 7"), "{}", ran.stdout);
    let json: serde_json::Value = serde_json::from_str(&user.run("verify nim/3_3_3 --json").stdout).unwrap();
    assert_eq!(json["examples"][0]["stored"]["value"], "win");
}

/// Solves quixo/3x3 and puts a database with sound checksums in its place, with one constant table of each of
/// these lengths in place of the first tiers.
fn forge_tables(user: &User, lengths: &[usize]) {
    user.ok("solve quixo/3x3");
    let directory = user.data().join("quixo/3x3");
    let database = Database::open(&directory, None).unwrap();
    let codes: Vec<Vec<u8>> = lengths.iter().map(|&length| vec![0; length]).collect();
    let tables = database.tables().zip(&codes).map(|(name, codes)| Table {
        name,
        words: Words::Narrow(codes),
        decode: &|_| Some(Outcome::Draw),
        exceptions: &[],
        sparse: false,
    });
    let folder = Folder::start_over(&directory, database.manifest().identity.clone()).unwrap();
    folder.write_volume(0, &tables.collect::<Vec<_>>(), 3).unwrap();
    folder.finish(database.manifest().summary.clone()).unwrap();
}

#[test]
fn a_whole_database_without_some_tiers_is_damaged_and_not_just_unsolved() {
    let user = User::new();
    forge_tables(&user, &[]);
    let query = user.run("query quixo/3x3");
    query.failed(3, "query");
    assert!(query.stderr.contains("does not list tier"), "{}", query.stderr);
    let verify = user.run("verify quixo/3x3");
    assert!(verify.code == Some(1) && verify.stdout.contains("does not list tier"), "{}", verify.stdout);
}

#[test]
fn a_table_of_the_wrong_length_is_damage() {
    let user = User::new();
    forge_tables(&user, &[1_000_000]);
    let verify = user.run("verify quixo/3x3");
    assert!(verify.code == Some(1) && verify.stdout.contains("it has 1000000 slots"), "{}", verify.stdout);
    user.run("analyze quixo/3x3").failed(3, "analyze");
}

#[test]
fn tiers_are_verified_by_name() {
    let user = User::new();
    user.ok("solve quixo/4x4 --tiers 8x7o");
    let all = user.ok("verify quixo/4x4");
    let one = user.ok("verify quixo/4x4 --tiers 8x7o");
    assert!(all.contains("ok;") && one.contains("ok;") && one != all, "{all}{one}");
    for (tier, complaint) in [("9x9o", "there is no tier '9x9o'"), ("0x0o", "tier 0x0o is not solved yet")] {
        let ran = user.run(&format!("verify quixo/4x4 --tiers {tier}"));
        ran.failed(2, tier);
        assert!(ran.stderr.contains(complaint), "{}", ran.stderr);
    }
    user.ok("solve nim");
    user.run("verify nim --tiers 1").failed(2, "a game without tiers");
}

#[test]
fn a_database_that_does_not_fit_into_memory_is_not_read() {
    let user = User::new();
    user.ok("solve nim");
    // Databases of packed positions are read piece by piece, those of words as a whole.
    user.rewrite_as_words("nim/2_3_5_7", |_, outcome| outcome);
    for command in ["verify", "analyze"] {
        let ran = user.run(&format!("{command} nim --memory 10K"));
        ran.failed(3, command);
        assert!(ran.stderr.contains("576 positions") && ran.stderr.contains("--memory"), "{}", ran.stderr);
    }
}

#[test]
fn a_damaged_position_is_code_3_for_a_query() {
    let user = User::new();
    user.ok("solve nim");
    user.damage("nim/2_3_5_7");
    let ran = user.run("query nim");
    ran.failed(3, "query");
    assert!(ran.stderr.contains("is damaged") && ran.stderr.contains("--force"), "{}", ran.stderr);
}

#[test]
fn a_truncated_database_is_mended_by_a_solve() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let sound = user.files("quixo/3x3");
    let volume = user.volume("quixo/3x3");
    let length = fs::metadata(&volume).unwrap().len();
    fs::File::options().write(true).open(volume).unwrap().set_len(length / 2).unwrap();
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
    fs::rename(user.data().join("tictactoe/regular"), user.data().join("tictactoe/misere")).unwrap();
    let ran = user.run("query tictactoe/misere");
    ran.failed(3, "query");
    assert!(ran.stderr.contains("--force"), "{}", ran.stderr);
    assert!(user.ok("solve tictactoe/misere --force").contains("a tie in 9"));
}

#[test]
fn two_writers_do_not_meet() {
    let user = User::new();
    let directory = user.data().join("tictactoe/regular");
    fs::create_dir_all(&directory).unwrap();
    let lock = fs::File::create(directory.join("lock")).unwrap();
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
