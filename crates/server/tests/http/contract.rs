//! What the GamesmanUni client relies on, for every game: one test for each item of the list.

use std::collections::{BTreeSet, HashSet};

use axum::http::{StatusCode, header};
use serde_json::Value as Json;

use super::{Answer, SITE, Site, patient};

const ROOT: &str = "/universal/v1/";
/// Names of images and sounds that the client has.
const IMAGES: &str = include_str!("../data/uni_images.txt");
const SOUNDS: &str = include_str!("../data/uni_sounds.txt");
/// Random games that are looked at of each game, and moves of each.
const GAMES: u64 = 3;
const PLIES: usize = 14;

/// A position as it has to be asked for: the client does not encode it, only browsers encode a few characters.
fn position_path(game: &str, variant: &str, position: &str) -> String {
    format!("{ROOT}{game}/{variant}/positions/?p={position}")
}

fn ask(game: &str, variant: &str, position: &str) -> Json {
    SITE.json(&position_path(game, variant, position))
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_else(|| panic!("no text '{key}' in {json}"))
}

fn number(json: &Json, key: &str) -> i64 {
    json[key].as_i64().unwrap_or_else(|| panic!("no number '{key}' in {json}"))
}

fn list<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json[key].as_array().unwrap_or_else(|| panic!("no list '{key}' in {json}"))
}

/// Calls `visit` with answers about positions of random games, of every game.
fn in_random_games(mut visit: impl FnMut(&str, &str, &Json)) {
    for (game, variant) in SITE.usual_variants() {
        let start = SITE.json(&format!("{ROOT}{game}/{variant}/"));
        for seed in 0..GAMES {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = text(&start, "startPosition").to_owned();
            for _ in 0..PLIES {
                let answer = ask(&game, &variant, &position);
                visit(&game, &variant, &answer);
                let moves = list(&answer, "moves");
                if moves.is_empty() {
                    break;
                }
                text(&moves[random.usize(..moves.len())], "position").clone_into(&mut position);
            }
        }
    }
}

#[test]
fn all_questions_are_answered_with_and_without_a_slash_and_to_any_origin() {
    let both = |bare: String, query: &str| {
        let ask = || [format!("{bare}{query}"), format!("{bare}/{query}")].map(|path| SITE.get(&path));
        // A live solver that is short of time finds more each time it is asked, until it has found all.
        let differ = |answers: &[Answer; 2]| answers[0].text != answers[1].text;
        let mut answers = ask();
        for _ in 0..50 {
            if differ(&answers) {
                answers = ask();
            }
        }
        for answer in &answers {
            assert_eq!(answer.status, StatusCode::OK, "{bare}: {}", answer.text);
            assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*", "{bare}");
            assert!(answer.header(header::CONTENT_TYPE).starts_with("application/json"), "{bare}");
            assert!(answer.json().is_object() || answer.json().is_array(), "{bare}");
        }
        assert_eq!(answers[0].text, answers[1].text, "{bare}");
        answers[0].json()
    };
    let games = both("/universal/v1".to_owned(), "");
    let listed: HashSet<&str> = games.as_array().unwrap().iter().map(|game| text(game, "id")).collect();
    for (game, variant) in SITE.usual_variants() {
        assert!(listed.contains(game.as_str()), "{game}");
        let answer = both(format!("{ROOT}{game}"), "");
        assert!(list(&answer, "variants").iter().any(|v| text(v, "id") == variant), "{game}");
        let start = both(format!("{ROOT}{game}/{variant}"), "");
        let position = text(&start, "startPosition");
        both(format!("{ROOT}{game}/{variant}/positions"), &format!("?p={position}"));
        let told = both(format!("{ROOT}{game}/{variant}/instructions"), "?locale=en-US");
        assert!(text(&told, "instructions").starts_with("# "), "{game}");
    }
}

#[test]
fn every_variant_takes_the_start_that_it_announces() {
    // Nothing is solved here.
    let site = Site::with_limits(patient(), |limits| limits.waiting = 0);
    let families = site.service.library().families().to_vec();
    for family in &families {
        for variant in &family.variants {
            let here = format!("{ROOT}{}/{}", family.id, variant.id);
            let start = site.json(&format!("{here}/"));
            let start = text(&start, "startPosition");
            let view = site.json(&format!("{here}/positions/?p={start}"));
            assert_eq!((text(&view, "position"), list(&view, "moves").is_empty()), (start, false), "{here}");
        }
    }
}

#[test]
fn games_are_listed_with_a_type_and_a_section_and_names_without_colons() {
    for game in SITE.json(ROOT).as_array().unwrap() {
        assert!(text(game, "id").chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{game}");
        assert!(!["health", "games"].contains(&text(game, "id")));
        assert!(!text(game, "name").contains(':') && text(game, "type") == "twoPlayer", "{game}");
        assert!(["v0", "v1", "v2", "v3"].contains(&text(game, "gui")), "{game}");
    }
}

#[test]
fn mistakes_are_errors_to_any_origin_and_never_null() {
    let cases = [
        ("nosuchgame/", StatusCode::NOT_FOUND, "Invalid Game"),
        ("nosuchgame/regular/", StatusCode::NOT_FOUND, "Invalid Game"),
        ("nosuchgame/regular/positions/?p=1_", StatusCode::NOT_FOUND, "Invalid Game"),
        ("nosuchgame/regular/instructions/", StatusCode::NOT_FOUND, "Invalid Game"),
        ("tictactoe/nosuchvariant/", StatusCode::NOT_FOUND, "Invalid Variant"),
        ("tictactoe/nosuchvariant/positions/?p=1_---------", StatusCode::NOT_FOUND, "Invalid Variant"),
        ("tictactoe/regular/positions/", StatusCode::BAD_REQUEST, "Invalid Position"),
        ("tictactoe/regular/positions/?p=", StatusCode::BAD_REQUEST, "Invalid Position"),
        ("tictactoe/regular/positions/?p=1_--------", StatusCode::BAD_REQUEST, "Invalid Position"),
        // It is the other player's turn.
        ("tictactoe/regular/positions/?p=2_---------", StatusCode::BAD_REQUEST, "Invalid Position"),
        ("tictactoe/regular/positions/?p=---------", StatusCode::BAD_REQUEST, "Invalid Position"),
    ];
    for (path, status, error) in cases {
        let answer = SITE.get(&format!("{ROOT}{path}"));
        assert_eq!((answer.status, text(&answer.json(), "error")), (status, error), "{path}");
        assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*", "{path}");
    }
}

#[test]
fn moves_are_always_there_and_remoteness_tells_ends_draws_and_what_is_unsolved() {
    let mut ends = 0;
    in_random_games(|game, _, answer| {
        let over = list(answer, "moves").is_empty();
        ends += usize::from(over);
        for (what, json) in list(answer, "moves").iter().map(|m| ("move", m)).chain([("position", answer)]) {
            let remoteness = number(json, "remoteness");
            match text(json, "positionValue") {
                "draw" => assert_eq!(remoteness, -200, "{game} {what}: {json}"),
                "unsolved" => assert_eq!(remoteness, -1, "{game} {what}: {json}"),
                "win" | "lose" | "tie" => assert!(remoteness >= 0, "{game} {what}: {json}"),
                other => panic!("{game} {what} has the value {other}"),
            }
        }
        assert_eq!(over, number(answer, "remoteness") == 0, "{game}: {answer}");
    });
    assert!(ends > 5, "only {ends} games came to their end");
}

fn rank(value: &str) -> usize {
    ["win", "tie", "draw", "lose", "unsolved"].iter().position(|known| *known == value).unwrap()
}

#[test]
fn moves_are_sorted_valued_by_the_turn_and_one_keeps_the_value_of_the_position() {
    let mut solved = HashSet::new();
    in_random_games(|game, _, answer| {
        let moves = list(answer, "moves");
        let order = |m: &Json| (rank(text(m, "moveValue")), number(m, "deltaRemoteness"));
        assert!(moves.is_sorted_by_key(order), "{game}: {answer}");
        let turn = |json: &Json| text(json, "autoguiPosition").chars().next().unwrap();
        for m in moves {
            let value = match (text(m, "positionValue"), turn(m) == turn(answer)) {
                ("win", false) => "lose",
                ("lose", false) => "win",
                (same, _) => same,
            };
            assert_eq!(text(m, "moveValue"), value, "{game}: {m}");
            let part = text(m, "move").starts_with('~');
            assert_eq!(part, turn(m) == turn(answer), "{game}: {m}");
            assert_eq!(part, text(m, "position").contains(';'), "{game}: {m}");
        }
        let value = text(answer, "positionValue");
        if value != "unsolved" && !moves.is_empty() {
            solved.insert(game.to_owned());
            assert_eq!(text(&moves[0], "moveValue"), value, "{game}: {answer}");
            let one_more = i64::from(turn(&moves[0]) != turn(answer));
            if value != "draw" {
                let after = number(&moves[0], "remoteness");
                assert_eq!(number(answer, "remoteness"), after + one_more, "{game}: {answer}");
            }
        }
    });
    assert!(solved.len() > 15, "only {solved:?} are solved");
}

/// A position, and its moves with the positions after them and how they are shown.
fn without_values(answer: &Json) -> (&str, BTreeSet<[&str; 3]>) {
    let moves =
        list(answer, "moves").iter().map(|m| ["move", "position", "autoguiMove"].map(|key| text(m, key)));
    (text(answer, "position"), moves.collect())
}

#[test]
fn positions_go_through_an_address_as_they_are_and_come_back() {
    in_random_games(|game, variant, answer| {
        let position = text(answer, "position");
        assert!(
            !position.contains(['#', '&', '+', '%', ':', ' ', '"', '<', '>', '\'']),
            "{game}: {position}"
        );
        assert!(position.starts_with("1_") || position.starts_with("2_"), "{game}: {position}");
        // A live solver may know more by the time it is asked again, so values are left out.
        assert_eq!(without_values(&ask(game, variant, position)), without_values(answer), "{game}");
        let mut signs = HashSet::new();
        for m in list(answer, "moves") {
            assert!(!text(m, "move").contains(':'), "{game}: {m}");
            assert!(signs.insert(text(m, "autoguiMove")), "{game}: {m} is not the only one of its kind");
        }
    });
}

#[test]
fn pictures_are_drawn_with_what_the_client_has() {
    let known = |names: &str, name: &str| names.lines().any(|line| line == name);
    in_random_games(|game, variant, answer| {
        let about = SITE.json(&format!("{ROOT}{game}/{variant}/"));
        let data = &about["imageAutoGUIData"];
        let theme = &data["themes"][data["defaultTheme"].as_str().unwrap_or("none")];
        let drawn = list(answer, "moves").iter().chain([answer]).map(|json| text(json, "autoguiPosition"));
        for picture in drawn {
            let (turn, rest) = picture.split_at(2);
            assert!(turn == "1_" || turn == "2_", "{game}: {picture}");
            let plain = |c: char| c.is_ascii_alphanumeric() || "-.~".contains(c);
            assert!(!rest.is_empty() && rest.chars().all(plain), "{game}: {picture}");
            if !data.is_null() {
                let entities = rest.split('~').next().unwrap();
                assert!(entities.len() <= list(theme, "centers").len(), "{game}: {picture}");
                assert_eq!(rest.matches('~').count(), entities.matches('.').count(), "{game}: {picture}");
                for key in entities.chars().filter(|c| !"-.".contains(*c)) {
                    let image = &theme["charImages"][key.to_string()]["image"];
                    assert!(image.is_string(), "{game}: no image of '{key}'");
                }
            }
        }
        for m in list(answer, "moves") {
            let shown = text(m, "autoguiMove");
            let button =
                matches!(shown.split('_').next(), Some("A" | "M" | "L" | "T")) && shown.contains('_');
            let of_its_own = ["tictactoe", "sim", "quarto"].contains(&game);
            if (data.is_null() && !of_its_own) || !button {
                assert_eq!(shown, text(m, "move"), "{game}");
            }
        }
        if let Some(images) = theme["charImages"].as_object() {
            let images = images.values().map(|image| text(image, "image"));
            for image in images.chain(theme["background"].as_str()) {
                assert!(known(IMAGES, image), "{game}: the client has no image '{image}'");
            }
            for sound in theme["sounds"].as_object().unwrap().values() {
                assert!(known(SOUNDS, sound.as_str().unwrap()), "{game}: the client has no sound {sound}");
            }
        }
    });
}

#[test]
fn tic_tac_toe_and_sim_are_as_their_own_pages_want_them() {
    let about = SITE.json(&format!("{ROOT}tictactoe/regular/"));
    assert!(about["imageAutoGUIData"].is_null());
    let answer = ask("tictactoe", "regular", "2_x--------");
    let m = list(&answer, "moves").iter().find(|m| text(m, "position") == "1_x---o----").unwrap();
    assert!(text(m, "autoguiMove").starts_with("A_o_4_"), "{m}");
    let answer = ask("sim", "regular", "1_---------------");
    assert!(list(&answer, "moves").iter().any(|m| text(m, "move") == "56"), "{answer}");
}

#[test]
fn parts_of_moves_are_accepted_and_unknown_ones_refused() {
    let start = "1_WBB--RB--RB--RRG";
    let answer = ask("lgame", "regular", start);
    let mut current = answer;
    for depth in 1..=2 {
        let m = &list(&current, "moves")[0];
        assert!(text(m, "move").starts_with('~'), "{m}");
        let position = text(m, "position").to_owned();
        assert_eq!(position.matches(';').count(), depth, "{position}");
        let value = (m["positionValue"].clone(), m["remoteness"].clone());
        current = ask("lgame", "regular", &position);
        assert_eq!((current["positionValue"].clone(), current["remoteness"].clone()), value);
    }
    let last = &list(&current, "moves")[0];
    assert!(!text(last, "move").contains('~') && text(last, "position").starts_with("2_"), "{last}");
    for (game, variant) in SITE.usual_variants() {
        let about = SITE.json(&format!("{ROOT}{game}/{variant}/"));
        for wrong in [";", ";;", ";nosuchpart", ";~", ";1;2;3;4"] {
            let path = position_path(&game, &variant, &format!("{}{wrong}", text(&about, "startPosition")));
            assert_eq!(SITE.get(&path).status, StatusCode::BAD_REQUEST, "{path}");
        }
    }
}

#[test]
fn win_by_is_denied_in_all_three_places_and_custom_variants_are_read_or_refused() {
    for (game, variant) in SITE.usual_variants() {
        let answer = SITE.json(&format!("{ROOT}{game}"));
        assert_eq!(answer["supportsWinBy"], false, "{game}");
        assert!(list(&answer, "variants").iter().all(|v| v["supportsWinBy"] == false), "{game}");
        assert_eq!(SITE.json(&format!("{ROOT}{game}/{variant}"))["supportsWinBy"], false, "{game}");
    }
    for custom in ["nim/5_5", "kayles/20"] {
        let (game, variant) = custom.split_once('/').unwrap();
        assert_eq!(SITE.json(&format!("{ROOT}{game}"))["allowCustomVariantCreation"], true);
        let start = SITE.json(&format!("{ROOT}{custom}/"));
        assert!(!list(&ask(game, variant, text(&start, "startPosition")), "moves").is_empty(), "{custom}");
    }
    for wrong in [
        "nim/0",
        "nim/1_x",
        "nim/255_255_255_255_255_255_255_255",
        "kayles/-1",
        "kayles/99999999999",
        "nim/..",
    ] {
        let answer = SITE.get(&format!("{ROOT}{wrong}/"));
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{wrong}: {}", answer.text);
    }
}

/// Values and remoteness of starts as the reference server gives them.
#[test]
fn starts_are_worth_what_the_reference_server_says() {
    let known = [
        ("3spot/regular", "1_---BWRBWR0000", "win", 24),
        ("achi/regular", "1_---------", "win", 9),
        ("chungtoi/regular", "1_---------", "draw", -200),
        ("lgame/regular", "1_WBB--RB--RB--RRG", "draw", -200),
        ("mutorere/regular", "1_-ooooxxxx", "draw", -200),
        ("notakto/regular", "1_---------", "win", 6),
        ("tictactoe/regular", "1_---------", "tie", 9),
        ("sim/regular", "1_---------------", "lose", 15),
    ];
    for (id, start, value, remoteness) in known {
        let (game, variant) = id.split_once('/').unwrap();
        let about = SITE.json(&format!("{ROOT}{id}/"));
        assert_eq!(text(&about, "startPosition"), start, "{id}");
        let answer = ask(game, variant, start);
        if text(&answer, "positionValue") != "unsolved" {
            assert_eq!(
                (text(&answer, "positionValue"), number(&answer, "remoteness")),
                (value, remoteness),
                "{id}"
            );
        }
    }
    assert_eq!(text(&ask("tictactoe", "regular", "1_---------"), "positionValue"), "tie");
}

#[test]
fn the_prefix_can_be_chosen() {
    let config = zermelo_server::Config { prefix: Some("/games/".to_owned()), ..super::patient() };
    let site = Site::new(config);
    for root in ["/games/", "/games", ROOT] {
        assert!(site.json(root).is_array(), "{root}");
    }
    assert_eq!(site.json("/games/nim/")["id"], "nim");
    assert_eq!(site.json("/universal/v1/nim/")["id"], "nim");
}
