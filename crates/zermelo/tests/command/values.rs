//! `zermelo value`.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Ran, User};

/// The value of a game that may contain spaces.
fn value(user: &User, game: &str, options: &[&str]) -> Ran {
    Ran::from(user.command("value").arg(game).args(options).output().unwrap())
}

#[test]
fn a_value_is_told_as_text_and_as_json() {
    let user = User::new();
    let text = value(&user, "{3|1} - 1", &[]);
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    for line in ["value          {2|0}", "outcome        N", "mean           1", "temperature    1"] {
        assert!(text.stdout.contains(line), "{line}: {}", text.stdout);
    }
    let json = value(&user, "{3|1} - 1", &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["value"], "{2|0}");
    assert_eq!(
        (&json["outcome"], &json["leftStop"], &json["rightStop"]),
        (&json!("N"), &json!("2"), &json!("0"))
    );
    assert_eq!(json["thermograph"]["left"][1], json!({ "value": "1", "temperature": "1" }));
}

#[test]
fn a_game_may_begin_with_a_sign() {
    let user = User::new();
    assert!(value(&user, "-1*", &[]).stdout.contains("value          -1*"));
    assert!(value(&user, "-{2|1}", &["--json"]).stdout.contains("\"{-1|-2}\""));
    assert!(value(&user, "+-1", &[]).stdout.contains("value          +-1"));
}

#[test]
fn the_thermograph_is_drawn() {
    let user = User::new();
    let file = user.data().join("picture.svg");
    let path = file.to_str().unwrap();
    assert_eq!(value(&user, "{3|1||-2}", &["--thermograph", path]).code, Some(0));
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("{3|1||-2}"));
    let nowhere = user.data().join("no/such/place.svg");
    let refused = value(&user, "1", &["--thermograph", nowhere.to_str().unwrap()]);
    assert_eq!(refused.code, Some(3), "{}", refused.stderr);
}

#[test]
fn malformed_games_are_refused_with_their_place() {
    let user = User::new();
    for (game, hint) in [
        ("{1|", "column 4"),
        ("1/3", "power of two"),
        ("{1|2|3}", "bar"),
        ("", "column 1"),
        (&"{".repeat(100_000), "nested"),
    ] {
        let ran = value(&user, game, &[]);
        assert_eq!(ran.code, Some(2), "{hint}");
        assert!(ran.stderr.contains(hint), "{}", ran.stderr);
    }
}

/// The options of a sum of many switches are sums of all but one of them, so that it is far too large to be found.
#[test]
fn limits_hold_in_additions() {
    let user = User::new();
    let sum = (1..=50).map(|left| format!("{{{left}|*}}")).collect::<Vec<_>>().join(" + ");
    for (option, most, hint) in
        [("--timeout", "0.5", "time is over"), ("--memory", "24MiB", "the memory budget is used up")]
    {
        let start = Instant::now();
        let ran = value(&user, &sum, &[option, most]);
        assert_eq!(ran.code, Some(3), "{}", ran.stderr);
        assert!(ran.stderr.contains(hint), "{}", ran.stderr);
        // Other programs use the machine, too.
        assert!(start.elapsed() < Duration::from_secs(10), "{option}: {:?}", start.elapsed());
    }
}
