//! What holds for all answers: caching, limits, the page.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use super::{SITE, Site, patient};

#[test]
fn an_answer_that_has_not_changed_is_not_sent_again() {
    for path in ["/api/v1/games/nim/3_3_3", "/universal/v1/nim/", "/"] {
        let first = SITE.get(path);
        let tag = first.header(header::ETAG);
        assert!(tag.starts_with("W/\""), "{path}");
        let again = Request::get(path).header(header::IF_NONE_MATCH, tag).body(Body::empty()).unwrap();
        let again = SITE.send(again);
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{path}");
        let other = Request::get(path).header(header::IF_NONE_MATCH, "W/\"0\"").body(Body::empty()).unwrap();
        assert_eq!(SITE.send(other).status, StatusCode::OK, "{path}");
    }
}

#[test]
fn long_answers_are_compressed_for_those_who_like_it() {
    let request =
        Request::get("/api/v1/games").header(header::ACCEPT_ENCODING, "gzip").body(Body::empty()).unwrap();
    assert_eq!(SITE.send(request).header(header::CONTENT_ENCODING), "gzip");
    assert_eq!(SITE.get("/api/v1/games").header(header::CONTENT_ENCODING), "");
}

#[test]
fn what_is_too_long_or_too_many_is_refused() {
    let here = "/api/v1/games/tictactoe/regular";
    let long = format!("{here}/position?p={}", "x".repeat(20_000));
    assert_eq!(SITE.get(&long).status, StatusCode::PAYLOAD_TOO_LARGE);
    let body = format!("{{\"positions\":[\"{}\"]}}", "x".repeat(100_000));
    assert_eq!(SITE.post(&format!("{here}/positions"), &body).status, StatusCode::PAYLOAD_TOO_LARGE);
    let many = format!("{{\"positions\":[{}\"x\"]}}", "\"x\",".repeat(100));
    assert_eq!(SITE.post(&format!("{here}/positions"), &many).status, StatusCode::BAD_REQUEST);
    for wrong in ["", "[]", "{}", "{\"positions\":1}", "nonsense"] {
        let answer = SITE.post(&format!("{here}/positions"), wrong);
        assert!(answer.status.is_client_error() && answer.json()["error"].is_string(), "{wrong}");
    }
}

#[test]
fn whoever_asks_too_often_has_to_wait() {
    let site = Site::new(zermelo_server::Config { rate: Some(5), ..patient() });
    let answers: Vec<StatusCode> = (0..40).map(|_| site.get("/healthz").status).collect();
    let good = answers.iter().filter(|status| **status == StatusCode::OK).count();
    assert!((20..30).contains(&good), "{good} of 40 were answered");
    let refused = site.get("/healthz");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.json()["error"].is_string());
    assert_eq!(refused.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
}

#[test]
fn the_page_is_at_every_path_that_is_nothing_else() {
    let index = SITE.get("/");
    assert!(index.header(header::CONTENT_TYPE).starts_with("text/html") && index.text.contains("<html"));
    for path in ["/games/quixo/4x4", "/some/where", "/index.html"] {
        assert_eq!(SITE.get(path).text, index.text, "{path}");
    }
    for path in ["/api/v1/nothing", "/api/v2/games", "/universal/v2/", "/nothing.js", "/a/b.css"] {
        let answer = SITE.get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
    for path in ["/", "/healthz", "/api/v1/games", "/universal/v1/"] {
        let answer = SITE.post(path, "");
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
}

#[test]
fn whatever_game_or_variant_is_asked_for_the_error_is_a_sentence() {
    for path in ["/api/v1/games/nothing", "/api/v1/games/nim/x", "/api/v1/games/nothing/x/position"] {
        let answer = SITE.get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.json()["error"].as_str().unwrap().contains("no "), "{path}");
    }
    for path in ["/api/v1/games/%FF", "/api/v1/games/nim/%FF/position", "/universal/v1/%FF/"] {
        let answer = SITE.get(path);
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
    let wrong = SITE.get("/api/v1/games/tictactoe/regular/position?p=xxx");
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.json()["error"].as_str().unwrap().contains('9'), "{}", wrong.text);
}
