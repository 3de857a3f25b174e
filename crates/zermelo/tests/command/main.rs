//! The real program, run as a user runs it.

mod arguments;
mod databases;
mod documents;
mod environment;
mod full_screen;
mod interruption;
mod own_game;
mod playing;
mod results;
mod serving;
mod sums;
mod values;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value as Json;
use tempfile::TempDir;
use zermelo_core::Outcome;
use zermelo_library::{Library, Solution};
use zermelo_store::Folder;

/// The files of a database of quixo/4x4 that was solved undisturbed.
static QUIXO_4X4: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let user = User::new();
    user.ok("solve quixo/4x4");
    user.files("quixo/4x4")
});

/// The program. Where signals are ignored, as under `nohup`, programs start with them ignored, too, unless
/// `env` sees to it.
fn program() -> Command {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map_or("0", str::trim);
    // The standard library ignores SIGPIPE, and resets that for the programs that it starts.
    if u64::from_str_radix(ignored, 16).is_ok_and(|set| set & !(1 << 12) == 0) {
        return Command::new(env!("CARGO_BIN_EXE_zermelo"));
    }
    let mut command = Command::new("env");
    command.args(["--default-signal", env!("CARGO_BIN_EXE_zermelo")]);
    command
}

/// A user with a data directory of their own.
struct User {
    home: TempDir,
}

impl User {
    fn new() -> User {
        User { home: tempfile::tempdir().unwrap() }
    }

    fn data(&self) -> &Path {
        self.home.path()
    }

    /// Writes the database of an explored game as earlier versions did, by the words of its positions.
    fn rewrite_as_words(&self, game: &str, change: impl Fn(&str, Outcome) -> Outcome) {
        let handle = Library::new(zermelo::games(), self.data().to_owned()).open(game).unwrap();
        let database = handle.database().unwrap().unwrap();
        let (mut entries, mut waiting) = (BTreeMap::new(), vec![handle.game.start()]);
        while let Some(word) = waiting.pop() {
            if let Entry::Vacant(entry) = entries.entry(word) {
                let view = handle.game.view(entry.key(), Solution::of(&database)).unwrap();
                waiting.extend(view.moves.into_iter().map(|m| m.position));
                let outcome = change(entry.key(), view.outcome.unwrap());
                entry.insert(outcome);
            }
        }
        let folder = Folder::start_over(&handle.directory, handle.identity()).unwrap();
        folder.write_keyed(0, "positions", entries, 3).unwrap();
        folder.finish(serde_json::json!({})).unwrap();
    }

    /// The program with these words as arguments, not yet started.
    fn command(&self, line: &str) -> Command {
        let mut command = program();
        command.args(line.split_whitespace()).env("ZERMELO_DATA", self.data()).stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str) -> Ran {
        Ran::from(self.command(line).output().unwrap())
    }

    /// Runs a command that has to succeed; what it printed.
    fn ok(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "zermelo {line}: {}", ran.stderr);
        ran.stdout
    }

    fn json(&self, line: &str) -> Json {
        let text = self.ok(&format!("{line} --json"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("zermelo {line}: {error} in {text}"))
    }

    /// Runs a command with this text on its standard input.
    fn with_input(&self, line: &str, input: &str) -> Ran {
        let mut command = self.command(line);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        // A program that ends before it has read everything is fine.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::from(child.wait_with_output().unwrap())
    }

    /// Every file of a game's database with its bytes; the lock file is not part of it.
    fn files(&self, game: &str) -> Vec<(String, Vec<u8>)> {
        fn walk(directory: &Path, files: &mut Vec<(String, Vec<u8>)>) {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    walk(&path, files);
                } else if path.file_name().unwrap() != "lock" {
                    files.push((path.to_string_lossy().into_owned(), fs::read(path).unwrap()));
                }
            }
        }
        let root = self.data().join(game);
        let mut files = Vec::new();
        walk(&root, &mut files);
        for (name, _) in &mut files {
            *name = Path::new(name).strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        }
        files.sort();
        files
    }

    /// The game's first volume.
    fn volume(&self, game: &str) -> PathBuf {
        let files = self.files(game);
        let (name, _) = files.iter().find(|(name, _)| name.starts_with("000/")).unwrap();
        self.data().join(game).join(name)
    }

    /// Changes one byte among the first blocks of the game's first volume.
    fn damage(&self, game: &str) {
        let path = self.volume(game);
        let mut bytes = fs::read(&path).unwrap();
        let place = bytes.len() / 3;
        bytes[place] ^= 0x55;
        fs::write(path, bytes).unwrap();
    }
}

/// How a run ended.
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The run failed with this code and said why in one paragraph.
    #[track_caller]
    fn failed(&self, code: i32, what: &str) {
        assert_eq!(self.code, Some(code), "{what}: {}{}", self.stdout, self.stderr);
        let error = self.stderr.lines().last().unwrap_or_default();
        assert!(error.starts_with("error: "), "{what}: {}", self.stderr);
        assert_eq!(self.stderr.matches("error: ").count(), 1, "{what}: {}", self.stderr);
        assert!(
            !self.stderr.contains("panicked") && !self.stderr.contains("\n\n"),
            "{what}: {}",
            self.stderr
        );
    }
}
