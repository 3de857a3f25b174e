//! The API of the page: as its description says, and right.

use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::http::{StatusCode, header};
use serde_json::{Value as Json, json};

use super::schema::mismatch;
use super::{SITE, encoded};

const API: &str = "/api/v1/games";

fn description() -> Json {
    SITE.json("/api/v1/openapi.json")
}

/// Checks an answer against the description of its path.
#[track_caller]
fn as_described(document: &Json, path: &str, method: &str, answer: &Json) {
    let responses = &document["paths"][path][method]["responses"];
    let good = responses.as_object().unwrap().iter().find(|(code, _)| code.starts_with('2')).unwrap().1;
    let schema = &good["content"]["application/json"]["schema"];
    assert_eq!(mismatch(document, schema, answer), None, "{method} {path}");
}

#[test]
fn answers_about_every_game_are_as_described() {
    let document = description();
    as_described(&document, "/healthz", "get", &SITE.json("/healthz"));
    as_described(&document, "/api/v1/games", "get", &SITE.json(API));
    for (game, variant) in SITE.usual_variants() {
        as_described(&document, "/api/v1/games/{game}", "get", &SITE.json(&format!("{API}/{game}")));
        let base = "/api/v1/games/{game}/{variant}";
        let here = format!("{API}/{game}/{variant}");
        let about = SITE.json(&here);
        as_described(&document, base, "get", &about);
        let start = SITE.json(&format!("{here}/position"));
        as_described(&document, &format!("{base}/position"), "get", &start);
        assert_eq!(start["position"], about["start"], "{game}");
        assert_eq!(start["figures"].is_null(), about["look"].is_null(), "{game}");
        let line = SITE.json(&format!("{here}/line?length=5"));
        as_described(&document, &format!("{base}/line"), "get", &line);
        let random = SITE.json(&format!("{here}/random?seed=7"));
        as_described(&document, &format!("{base}/random"), "get", &random);
        let random = random["position"].as_str().unwrap();
        let batch = json!({ "positions": [random, "no position", ""] }).to_string();
        let answer = SITE.post(&format!("{here}/positions"), &batch);
        assert_eq!(answer.status, StatusCode::OK, "{game}: {}", answer.text);
        as_described(&document, &format!("{base}/positions"), "post", &answer.json());
        let first = &answer.json()["positions"][0];
        let alone = SITE.json(&format!("{here}/position?p={}", encoded(random)));
        // Who was still thinking may have found something in between.
        if first["thinking"] == false {
            assert_eq!(*first, alone);
        }
        assert_eq!(answer.json()["positions"][1]["position"], "no position");
        let found = SITE.json(&format!("{here}/search?limit=3&seed=1"));
        as_described(&document, &format!("{base}/search"), "get", &found);
        let puzzles = SITE.json(&format!("{here}/search?puzzle=1&limit=3&seed=1"));
        as_described(&document, &format!("{base}/search"), "get", &puzzles);
        let counts = SITE.json(&format!("{here}/analysis"));
        as_described(&document, &format!("{base}/analysis"), "get", &counts);
        // A live solver may know the value of what is not solved; nobody has counted that.
        let solved = SITE.json(&here)["status"] == "solved";
        assert_eq!(counts["status"] == "ready", solved, "{game}: {counts}");
        assert!(!solved || start["value"] != "unsolved", "{game}: {start}");
    }
}

#[test]
fn every_route_is_described_and_every_described_path_is_a_route() {
    let document = description();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let here = path.replace("{game}", "tictactoe").replace("{variant}", "regular");
        for method in methods.as_object().unwrap().keys() {
            let answer = if method == "post" { SITE.post(&here, "{}") } else { SITE.get(&here) };
            assert_ne!(answer.status, StatusCode::NOT_FOUND, "{method} {path}");
            assert_ne!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        }
    }
}

#[test]
fn tic_tac_toe_has_its_known_values() {
    let here = format!("{API}/tictactoe/regular");
    let start = SITE.json(&format!("{here}/position"));
    assert_eq!(
        (&start["value"], &start["remoteness"], &start["turn"]),
        (&json!("tie"), &json!(9), &json!(1))
    );
    // The second player answers in the middle, or loses.
    let corner = SITE.json(&format!("{here}/position?p=x--------"));
    let moves = corner["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["name"], &moves[0]["value"]), (&json!("b2"), &json!("tie")));
    assert!(moves[1..].iter().all(|m| m["value"] == "lose"));
    assert_eq!(moves[0]["sign"], json!({ "kind": "piece", "at": 4, "piece": "o" }));
    assert_eq!(corner["figures"]["on"], json!([["x", 0]]));
    let slowest = &moves[1];
    assert_eq!(slowest["delta"], 0);
    assert_eq!(slowest["remoteness"].as_u64(), slowest["childRemoteness"].as_u64().map(|r| r + 1));
    let line = SITE.json(&format!("{here}/line"));
    assert_eq!(line["moves"].as_array().unwrap().len(), 9);
    assert_eq!(line["moves"][8]["value"], "tie");
}

#[test]
fn the_counts_of_tic_tac_toe_are_the_published_ones() {
    let here = format!("{API}/tictactoe/regular/analysis");
    let counts = SITE.json(&here);
    // Positions reachable from the empty board, and up to symmetry.
    assert_eq!(counts["analysis"]["positions"], 5478);
    assert_eq!(counts["analysis"]["canonical"], 765);
    let csv = SITE.get(&format!("{here}?format=csv"));
    assert!(csv.header(header::CONTENT_TYPE).starts_with("text/csv"));
    let rows: Vec<&str> = csv.text.lines().collect();
    assert_eq!(rows[0], "value,remoteness,positions,canonical");
    let sum: u64 = rows[1..].iter().map(|row| row.split(',').nth(2).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 5478);
    assert_eq!(SITE.get(&format!("{here}?format=xml")).status, StatusCode::BAD_REQUEST);
}

#[test]
fn a_search_finds_what_was_asked_for_and_puzzles_have_one_solution() {
    let here = format!("{API}/tictactoe/regular");
    let found = SITE.json(&format!("{here}/search?value=win&min=3&max=3&limit=10&seed=2"));
    let found = found["positions"].as_array().unwrap();
    assert_eq!(found.len(), 10);
    for one in found {
        let view = SITE.json(&format!("{here}/position?p={}", one["position"].as_str().unwrap()));
        assert_eq!((&view["value"], &view["remoteness"]), (&json!("win"), &json!(3)), "{one}");
    }
    let puzzles = SITE.json(&format!("{here}/search?puzzle=1&limit=10&seed=2"));
    let puzzles = puzzles["positions"].as_array().unwrap();
    assert_eq!(puzzles.len(), 10);
    for one in puzzles {
        let view = SITE.json(&format!("{here}/position?p={}", one["position"].as_str().unwrap()));
        let winning: Vec<&Json> =
            view["moves"].as_array().unwrap().iter().filter(|m| m["value"] == "win").collect();
        assert_eq!(winning.len(), 1, "{one}");
        assert_eq!(winning[0]["name"], one["solution"]);
    }
    assert_eq!(SITE.get(&format!("{here}/search?value=great")).status, StatusCode::BAD_REQUEST);
    assert_eq!(SITE.get(&format!("{here}/search?min=-1")).status, StatusCode::BAD_REQUEST);
}

#[test]
fn parts_of_a_move_can_be_asked_for() {
    // White closes a mill with g7 and takes one of two men; everywhere else a move has one part.
    let here = format!("{API}/ninemensmorris/regular/position");
    let p = format!("1_14_WW{}B{}B", "-".repeat(8), "-".repeat(12));
    let view = SITE.json(&format!("{here}?p={p}"));
    let parts: Vec<&Json> = view["moves"].as_array().unwrap().iter().filter(|m| m["part"] == true).collect();
    assert_eq!(parts.len(), 1, "{parts:?}");
    assert_eq!((&parts[0]["name"], &parts[0]["position"]), (&json!("g7"), &json!(format!("{p};g7"))));
    let taking = SITE.json(&format!("{here}?p={}", encoded(&format!("{p};g7"))));
    assert_eq!(taking["figures"]["on"].as_array().unwrap().len(), 5);
    let mut takes: Vec<&Json> =
        taking["moves"].as_array().unwrap().iter().map(|m| &m["sign"]["at"]).collect();
    takes.sort_by_key(|at| at.as_u64());
    assert_eq!(takes, [&json!(10), &json!(23)]);
    let l = SITE.json(&format!("{API}/lgame/regular/position"));
    assert!(l["moves"].as_array().unwrap().iter().all(|m| m["part"] == true && m["sign"]["kind"] == "dot"));
    let next = l["moves"][0]["position"].as_str().unwrap();
    let between = SITE.json(&format!("{API}/lgame/regular/position?p={}", encoded(next)));
    assert_eq!(between["position"], next);
    assert_eq!((&between["value"], &between["turn"]), (&l["moves"][0]["value"], &l["turn"]));
    assert_ne!(between["figures"], l["figures"]);
}

#[test]
fn a_small_game_is_solved_on_demand_with_progress_and_a_large_one_names_the_command() {
    let here = format!("{API}/quixo/2x2");
    let answer = SITE.post(&format!("{here}/solve"), "");
    assert!([StatusCode::ACCEPTED, StatusCode::OK].contains(&answer.status), "{}", answer.text);
    let events = SITE.get(&format!("{here}/progress"));
    assert!(events.header(header::CONTENT_TYPE).starts_with("text/event-stream"));
    let last = events.text.trim_end().rsplit("\n\n").next().unwrap();
    assert!(last.contains("event: done") && last.contains("\"status\":\"solved\""), "{}", events.text);
    assert_eq!(SITE.post(&format!("{here}/solve"), "").status, StatusCode::OK);

    let large = format!("{API}/quixo/5x5");
    let about = SITE.json(&large);
    assert_eq!((&about["solvable"], &about["status"]), (&json!(false), &json!("unsolved")));
    assert_eq!(about["command"], "zermelo solve quixo/5x5");
    // How large it is is found out in the background; until then the answer is to come again.
    let deadline = Instant::now() + Duration::from_mins(5);
    let refused = loop {
        let refused = SITE.post(&format!("{large}/solve"), "");
        if refused.status != StatusCode::SERVICE_UNAVAILABLE {
            break refused;
        }
        assert!(refused.text.contains("how large") && Instant::now() < deadline, "{}", refused.text);
    };
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.text.contains("zermelo solve quixo/5x5"), "{}", refused.text);
    let view = SITE.json(&format!("{large}/position"));
    assert_eq!((&view["value"], &view["over"]), (&json!("unsolved"), &json!(false)));
    assert!(!view["moves"].as_array().unwrap().is_empty());
    assert!(SITE.get(&format!("{large}/progress")).text.contains("event: failed"));
}

#[test]
fn a_collection_of_endgames_has_no_value_and_a_game_has() {
    for (game, variant, value) in [("xiangqi", "3", Json::Null), ("tictactoe", "regular", json!("tie"))] {
        let here = format!("{API}/{game}/{variant}");
        SITE.post(&format!("{here}/solve"), "");
        let events = SITE.get(&format!("{here}/progress")).text;
        assert!(events.contains(&format!("\"value\":{value}")), "{events}");
        let is_collection = value.is_null();
        let about = SITE.json(&here);
        assert_eq!((&about["status"], &about["collection"]), (&json!("solved"), &json!(is_collection)));
        // The list is made anew every two seconds.
        let listed = || SITE.json(&format!("{API}/{game}"))["variants"][0].clone();
        let deadline = Instant::now() + Duration::from_secs(20);
        while listed()["status"] != "solved" {
            assert!(Instant::now() < deadline, "{}", listed());
            sleep(Duration::from_millis(100));
        }
        assert_eq!((&listed()["value"], &listed()["collection"]), (&value, &json!(is_collection)));
    }
}
