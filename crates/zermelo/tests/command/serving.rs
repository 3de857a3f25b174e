//! The server as a program: it says where it is, answers, and stops when asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::User;

/// Starts a server on any free port; the process and its address.
fn start(user: &User) -> (Child, String) {
    let mut command = user.command("serve --port 0");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("'{line}' is not an address")).to_owned();
    (child, address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_server_prints_its_address_solves_a_small_game_and_stops_when_asked() {
    let user = User::new();
    for signal in [Signal::INT, Signal::TERM] {
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
