//! The server as a program: it says where it is, answers, and stops when asked.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::User;

/// Starts a server on any free port; the process and its address.
fn start(user: &User) -> (Child, String) {
    start_logging(user.command("serve --port 0"), Stdio::null())
}

/// The same with its log.
fn start_logging(mut command: Command, log: Stdio) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("'{line}' is not an address")).to_owned();
    (child, address)
}

fn get(address: &str, path: &str) -> String {
    send(address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"))
}

fn send(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Ends a server; what it has logged.
fn stop(mut child: Child) -> String {
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{log}");
    log
}

#[test]
fn a_server_prints_its_address_solves_a_small_game_and_stops_when_asked() {
    let user = User::new();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (mut child, address) = start(&user);
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert!(get(&address, "/healthz").ends_with("{\"status\":\"ok\"}"));
        assert!(get(&address, "/").contains("<html"));
        // The first visitor may come too early for the values, but not for long.
        let patience = Instant::now() + Duration::from_mins(1);
        while !get(&address, "/api/v1/games/tictactoe/regular/position").contains("\"value\":\"tie\"") {
            assert!(Instant::now() < patience, "tic-tac-toe is not solved");
            sleep(Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "after {signal:?}");
    }
}

#[test]
fn an_address_that_is_taken_is_an_error() {
    let user = User::new();
    let (mut child, address) = start(&user);
    let port = address.rsplit(':').next().unwrap();
    user.run(&format!("serve --port {port}")).failed(3, "a port that is taken");
    child.kill().unwrap();
    child.wait().unwrap();
    user.run("serve --prefix games").failed(2, "a prefix without slashes");
}

#[test]
fn a_database_that_is_made_anew_is_served_throughout() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    let volumes =
        |user: &User| user.files("quixo/3x3").iter().filter(|(name, _)| name.starts_with("000/")).count();
    let before = volumes(&user);
    let path = |seed: u64| {
        let position = user.ok(&format!("random quixo/3x3 --seed {seed}"));
        format!("/api/v1/games/quixo/3x3/position?p={}", position.trim())
    };
    let body_from =
        |address: &str, path: &str| get(address, path).split_once("\r\n\r\n").unwrap().1.to_owned();
    let (child, address) = start_logging(user.command("serve --port 0"), Stdio::piped());
    let known: Vec<(String, String)> =
        (0..20).map(path).map(|path| (path.clone(), body_from(&address, &path))).collect();
    assert!(known.iter().all(|(_, answer)| !answer.contains("\"unsolved\"") && !answer.contains("error")));
    stop(child);
    // This one knows the database and has read nothing of it when it is replaced for the first time.
    let (child, address) = start_logging(user.command("serve --port 0"), Stdio::piped());
    let body = |path: &str| body_from(&address, path);
    assert!(body("/api/v1/games/quixo/3x3").contains("\"solved\""));
    user.ok("solve quixo/3x3 --force --level 12");
    let (query, asked) = (user.json("query quixo/3x3"), AtomicU32::new(0));
    let (over, began) = (AtomicBool::new(false), Instant::now());
    let goes_on = || !over.load(Relaxed) && began.elapsed() < Duration::from_mins(2);
    let visit = || {
        for (path, answer) in known.iter().cycle() {
            assert_eq!(body(path), *answer, "{path}");
            asked.fetch_add(1, Relaxed);
            if !goes_on() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(visit);
        scope.spawn(visit);
        scope.spawn(|| {
            while goes_on() {
                assert_eq!(user.json("query quixo/3x3"), query);
                assert!(user.ok("verify quixo/3x3").contains("ok; the files are intact"));
            }
        });
        for level in [19, 3, 12, 19, 3] {
            user.ok(&format!("solve quixo/3x3 --force --level {level}"));
        }
        over.store(true, Relaxed);
    });
    assert!(asked.into_inner() >= 400);
    assert!(user.ok("solve quixo/3x3").contains("first player wins in 7"));
    assert_eq!(volumes(&user), before, "old files are left");
    assert!(!stop(child).contains("ERROR"));
}

#[test]
fn an_interrupted_replacement_leaves_the_database_and_goes_on_later() {
    let user = User::new();
    user.ok("solve quixo/4x4 --level 1");
    let small = |user: &User| user.json("info quixo/4x4").to_string();
    let before = small(&user);
    // Only some tiers of the next database.
    assert!(user.ok("solve quixo/4x4 --force --level 7 --tiers 8x7o").contains("tier 8x7o"));
    assert_eq!(small(&user), before);
    assert!(user.ok("query quixo/4x4").contains("win in 21"));
    let goes_on = user.ok("solve quixo/4x4 --level 7");
    assert!(goes_on.contains("first player wins in 21"), "{goes_on}");
    assert_ne!(small(&user), before);
    let again = user.run("solve quixo/4x4");
    assert!(again.stderr.contains("solved already"), "{}", again.stderr);
}

#[test]
fn a_server_with_few_descriptors_can_be_reached_while_others_ask_for_nothing() {
    let user = User::new();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 64; exec \"$0\" serve --port 0", env!("CARGO_BIN_EXE_zermelo")]);
    command.env("ZERMELO_DATA", user.data());
    let (child, address) = start_logging(command, Stdio::piped());
    let half = |i| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(if i % 2 == 0 { b"GET / HTTP/1.1\r\nhost: 127" } else { b"" }).unwrap();
        stream
    };
    let held: Vec<TcpStream> = (0..200).map(half).collect();
    for _ in 0..20 {
        assert!(get(&address, "/healthz").ends_with("{\"status\":\"ok\"}"));
    }
    drop(held);
    let log = stop(child);
    assert!(log.contains("16 connections may be open instead of 2000"), "{log}");
    assert_eq!(log.matches("those that have waited longest make room").count(), 1, "{log}");
}

#[test]
fn a_solve_is_logged_once_and_nothing_when_quiet() {
    for (line, lines) in
        [("serve --port 0", 1), ("serve --port 0 --quiet", 0), ("serve --port 0 --log debug --quiet", 0)]
    {
        let user = User::new();
        let (child, address) = start_logging(user.command(line), Stdio::piped());
        let here = "/api/v1/games/tictactoe/regular";
        let solve = format!(
            "POST {here}/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\nconnection: close\r\n\
             content-length: 0\r\n\r\n"
        );
        for _ in 0..5 {
            assert!(send(&address, &solve).starts_with("HTTP/1.1 20"));
            get(&address, &format!("{here}/position"));
        }
        let log = stop(child);
        assert_eq!(log.matches("solving").count(), lines, "{line}: {log}");
        assert_eq!(log.is_empty(), lines == 0, "{line}: {log}");
    }
}

#[test]
fn a_solve_of_another_process_is_waited_for_and_logged_once() {
    let user = User::new();
    let directory = user.data().join("tictactoe/regular");
    fs::create_dir_all(&directory).unwrap();
    // What a process that writes the database holds.
    let held = File::create(directory.join("lock")).unwrap();
    held.lock().unwrap();
    let (child, address) = start_logging(user.command("serve --port 0"), Stdio::piped());
    let ask = || get(&address, "/api/v1/games/tictactoe/regular/position");
    for _ in 0..10 {
        assert!(ask().contains("\"value\":\"unsolved\""));
    }
    drop(held);
    let patience = Instant::now() + Duration::from_mins(1);
    while !ask().contains("\"value\":\"tie\"") {
        assert!(Instant::now() < patience, "tic-tac-toe is not solved");
        sleep(Duration::from_millis(50));
    }
    let log = stop(child);
    assert_eq!(log.matches("solving").count(), 2, "{log}");
    assert_eq!(log.matches("another process is solving it").count(), 1, "{log}");
    assert!(!log.contains("not solved"), "{log}");
}

#[test]
fn a_server_on_this_machine_has_no_names_but_those_it_is_given() {
    let user = User::new();
    let ask = |address: &str, host: &str| {
        let answer =
            send(address, &format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"));
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    for (line, own) in
        [("serve --port 0", "421"), ("serve --port 0 --host games.example,other.example", "200")]
    {
        let (child, address) = start_logging(user.command(line), Stdio::piped());
        assert_eq!(ask(&address, "games.example"), own, "{line}");
        assert_eq!(ask(&address, "evil.example"), "421", "{line}");
        assert_eq!(ask(&address, &address), "200", "{line}");
        stop(child);
    }
    for wrong in ["--trust-proxy nobody", "--metrics-to 10.0.0.0/40", "--connections 0", "--idle 0"] {
        user.run(&format!("serve {wrong}")).failed(2, wrong);
    }
}

/// The memory of a process in bytes: now, and at most so far.
fn memory(child: &Child) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() * 1024
    };
    (of("VmRSS:"), of("VmHWM:"))
}

#[test]
fn boards_whose_size_takes_long_to_find_out_hold_up_nobody() {
    let user = User::new();
    let (child, address) = start_logging(user.command("serve --port 0 --threads 1"), Stdio::piped());
    let began = Instant::now();
    let mut boards = Vec::new();
    for rows in 5..8 {
        for columns in 5..9 {
            boards.extend((4..6).map(|run| format!("connect4/{rows}x{columns}x{run}")));
        }
    }
    boards.insert(0, "connect4/7x7x5".to_owned());
    for board in &boards {
        let answer = get(&address, &format!("/api/v1/games/{board}"));
        assert!(
            answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 404"),
            "{board}: {answer}"
        );
    }
    // Each of these took 16 seconds once, or a board that needed it.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    let asked = Instant::now();
    while !get(&address, "/api/v1/games/tictactoe/regular/position").contains("\"value\":\"tie\"") {
        assert!(asked.elapsed() < Duration::from_secs(30), "a small game waits for large ones");
        sleep(Duration::from_millis(20));
    }
    let began = Instant::now();
    stop(child);
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

/// Looks at positions of many games and boards; memory has to stay within what was promised, and 200 MB.
fn memory_stays_within_the_promise(rounds: u64) {
    let user = User::new();
    let line = "serve --port 0 --memory 512M --cache 64M --log warn";
    let (child, address) = start_logging(user.command(line), Stdio::piped());
    let most = 512_000_000 + 64_000_000 + 200_000_000;
    let games = [
        "connect4/6x7",
        "connect4/7x6x4",
        "connect4/5x6x4",
        "connect4/6x6x4",
        "connect4/7x7x4",
        "connect4/5x7x5",
        "connect4/4x9x4",
        "connect4/8x8x4",
        "tictactoe/regular",
        "quixo/3x3",
        "quixo/4x4",
        "sim/5",
        "chomp/4x7",
        "nim/3_5_7",
        "lgame/regular",
        "teeko/regular",
    ];
    for seed in 0..rounds {
        let game = games[(seed * 7 % games.len() as u64) as usize];
        let random = get(&address, &format!("/api/v1/games/{game}/random?seed={seed}"));
        let body = random.split_once("\r\n\r\n").unwrap().1;
        let json: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{random}"));
        let Some(position) = json["position"].as_str() else { continue };
        let position = position.replace('+', "%2B").replace(';', "%3B");
        get(&address, &format!("/api/v1/games/{game}/position?p={position}"));
        let (now, peak) = memory(&child);
        assert!(now < most && peak < most, "{now} bytes now and {peak} at most, after {seed} rounds: {game}");
    }
    stop(child);
}

#[test]
fn a_server_keeps_within_its_memory() {
    memory_stays_within_the_promise(60);
}

/// `cargo test --release -p zermelo --test command -- --ignored --nocapture a_long_mix`
#[test]
#[ignore = "takes an hour"]
fn a_long_mix_of_requests_keeps_within_the_memory() {
    memory_stays_within_the_promise(50_000);
}

#[test]
fn a_disk_quota_ends_solving_but_not_looking() {
    let user = User::new();
    user.ok("solve tictactoe");
    let (child, address) = start_logging(user.command("serve --port 0 --disk 1k"), Stdio::piped());
    assert!(get(&address, "/api/v1/games/tictactoe/regular/position").contains("\"value\":\"tie\""));
    let solve = |game: &str| {
        let path = format!("/api/v1/games/{game}/solve");
        send(
            &address,
            &format!(
                "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            ),
        )
    };
    let refused = solve("quixo/3x3");
    assert!(refused.contains("may take 1.0 kB"), "{refused}");
    assert!(get(&address, "/api/v1/games/quixo/3x3/position").contains("\"value\":\"unsolved\""));
    stop(child);
}

#[test]
fn visitors_have_only_those_games_solved_that_they_may() {
    let user = User::new();
    let solves = |policy: &str, game: &str| {
        let (child, address) =
            start_logging(user.command(&format!("serve --port 0 --solve {policy}")), Stdio::piped());
        let began = Instant::now();
        let mut solved = false;
        while !solved && began.elapsed() < Duration::from_secs(4) {
            solved =
                !get(&address, &format!("/api/v1/games/{game}/position")).contains("\"value\":\"unsolved\"");
            sleep(Duration::from_millis(50));
        }
        stop(child);
        solved
    };
    assert!(!solves("none", "tictactoe/regular"));
    assert!(!solves("listed", "nim/2_2"));
    assert!(solves("listed", "tictactoe/regular"));
    assert!(solves("open", "nim/2_2"));
}
