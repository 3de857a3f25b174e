//! What holds for all answers: caching, limits, the page.

use std::collections::HashSet;

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
    assert_eq!(refused.header(header::RETRY_AFTER), "1");
}

#[test]
fn visitors_of_a_trusted_proxy_are_told_apart_and_others_are_not_believed() {
    // Requests in this process have this address.
    let here = "0.0.0.0".parse().unwrap();
    let refused = |trusted| {
        let site = Site::new(zermelo_server::Config { rate: Some(5), trusted, ..patient() });
        let ask = |visitor: u8| {
            let told = format!("10.9.9.9, 192.0.2.{visitor}");
            let request =
                Request::get("/healthz").header("x-forwarded-for", told).body(Body::empty()).unwrap();
            site.send(request).status == StatusCode::TOO_MANY_REQUESTS
        };
        (0..60).filter(|visitor| ask(visitor % 3)).count()
    };
    assert_eq!(refused(vec![here]), 0);
    assert!((30..=40).contains(&refused(Vec::new())));
}

#[test]
fn a_request_names_one_host_that_this_server_is() {
    let site = Site::new(zermelo_server::Config { names: Some(vec!["games.example".into()]), ..patient() });
    let ask = |hosts: &[&str], path: &str| {
        let mut request = Request::get(path);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        let answer = site.send_as_it_is(request.body(Body::empty()).unwrap());
        assert_eq!(answer.status == StatusCode::OK, !answer.text.contains("error"), "{}", answer.text);
        answer.status
    };
    for own in
        ["localhost:8080", "127.0.0.1:8080", "[::1]", "192.168.7.7", "games.example", "GAMES.example:80"]
    {
        assert_eq!(ask(&[own], "/healthz"), StatusCode::OK, "{own}");
        assert_eq!(ask(&[own], "/"), StatusCode::OK, "{own}");
    }
    for path in ["/healthz", "/", "/api/v1/games", "/universal/v1/", "/metrics"] {
        assert_eq!(ask(&["evil.example"], path), StatusCode::MISDIRECTED_REQUEST, "{path}");
        assert_eq!(ask(&[], path), StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(ask(&["localhost", "localhost"], path), StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(ask(&["localhost", "evil.example"], path), StatusCode::BAD_REQUEST, "{path}");
    }
    // A whole address in the first line must not say something else.
    assert_eq!(ask(&["localhost"], "http://localhost/healthz"), StatusCode::OK);
    assert_eq!(ask(&["localhost"], "http://evil.example/healthz"), StatusCode::BAD_REQUEST);
    assert_eq!(ask(&["evil.example"], "http://evil.example/healthz"), StatusCode::MISDIRECTED_REQUEST);
}

#[test]
fn pages_of_other_sites_read_and_start_nothing() {
    let here = "/api/v1/games/quixo/3x3";
    let post = |path: &str, headers: &[(&str, &str)]| {
        let request =
            headers.iter().fold(Request::post(path), |request, (name, value)| request.header(*name, *value));
        SITE.send(request.body(Body::from("{\"positions\":[]}")).unwrap()).status
    };
    let json = ("content-type", "application/json");
    for headers in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "https://evil.example"), json],
        &[("origin", "http://localhost:3000"), json],
        &[("origin", "null"), json],
        &[("sec-fetch-site", "cross-site"), json],
        &[("content-type", "text/plain")],
        &[],
    ] {
        for action in ["solve", "positions"] {
            assert_eq!(post(&format!("{here}/{action}"), headers), StatusCode::FORBIDDEN, "{headers:?}");
        }
    }
    assert_eq!(SITE.json(here)["status"], "unsolved");
    for headers in
        [&[("origin", "http://localhost"), json][..], &[("sec-fetch-site", "same-origin"), json], &[json]]
    {
        assert_eq!(post(&format!("{here}/positions"), headers), StatusCode::OK, "{headers:?}");
    }
    let read = Request::get("/api/v1/games").header(header::ORIGIN, "https://evil.example");
    let read = SITE.send(read.body(Body::empty()).unwrap());
    assert_eq!((read.status, read.header(header::ACCESS_CONTROL_ALLOW_ORIGIN)), (StatusCode::OK, "*"));
    // What browsers ask before they send anything but the plainest requests.
    let may_i = Request::options(format!("{here}/positions"))
        .header(header::ORIGIN, "https://evil.example")
        .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
        .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type");
    let no = SITE.send(may_i.body(Body::empty()).unwrap());
    assert_eq!(no.header(header::ACCESS_CONTROL_ALLOW_METHODS), "GET");
    assert_eq!(no.header(header::ACCESS_CONTROL_ALLOW_HEADERS), "");
}

#[test]
fn every_answer_tells_browsers_what_it_may_not_be_used_for() {
    let paths =
        ["/", "/games/quixo/4x4", "/healthz", "/api/v1/games", "/api/v1/openapi.json", "/universal/v1/"];
    let wrong =
        ["/api/v1/nothing", "/nothing.js", "/api/v1/games/tictactoe/regular/position?p=xxx", "/metrics"];
    for path in paths.iter().chain(&wrong) {
        let answer = SITE.get(path);
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]
        {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        let is_page = answer.header(header::CONTENT_TYPE).starts_with("text/html");
        assert_eq!(policy.contains("script-src 'self'"), is_page, "{path}: {policy}");
    }
    let refused = SITE.send_as_it_is(Request::get("/").body(Body::empty()).unwrap());
    assert_eq!(refused.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let site = Site::new(zermelo_server::Config { body: std::time::Duration::from_millis(50), ..patient() });
    let silence = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
    let request = Request::post("/api/v1/games/tictactoe/regular/positions")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from_stream(silence))
        .unwrap();
    let answer = site.send(request);
    assert_eq!(answer.status, StatusCode::REQUEST_TIMEOUT);
    assert!(answer.json()["error"].as_str().unwrap().contains("0.05 seconds"), "{}", answer.text);
}

#[test]
fn the_figures_of_the_server_are_in_the_usual_format() {
    let site = Site::new(patient());
    site.get("/api/v1/games/tictactoe");
    site.get("/api/v1/games/nothing");
    site.get("/some/where");
    site.get("/api/v1/games/tictactoe/regular/position");
    let answer = site.get("/metrics");
    assert!(answer.header(header::CONTENT_TYPE).starts_with("text/plain; version=0.0.4"));
    let requests = "zermelo_http_requests_total{route=";
    for line in [
        format!("{requests}\"/api/v1/games/{{game}}\",method=\"GET\",status=\"200\"}} 1"),
        format!("{requests}\"/api/v1/games/{{game}}\",method=\"GET\",status=\"404\"}} 1"),
        format!("{requests}\"page\",method=\"GET\",status=\"200\"}} 1"),
        "zermelo_http_request_duration_seconds_count{route=\"/api/v1/games/{game}\"} 2".to_owned(),
        "zermelo_variants_open 1".to_owned(),
        "zermelo_computations{state=\"waiting\"} 0".to_owned(),
    ] {
        assert!(answer.text.lines().any(|other| other == line), "{line}\n{}", answer.text);
    }
    check_text_format(&answer.text);
}

/// Checks figures against the text format 0.0.4 of Prometheus: metrics one after the other, each announced with help and
/// type; names, labels and numbers of the right kind, no series twice; bars of histograms that grow up to their count.
fn check_text_format(text: &str) {
    assert!(text.ends_with('\n'));
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let (mut announced, mut seen) = (Vec::new(), HashSet::new());
    // The last bar: of which series, how high, and whether it has no end.
    let (mut bar, mut has_last_bar) = ((Vec::new(), 0.0), false);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let name = help.split(' ').next().unwrap();
            let kind = lines.next().and_then(|line| line.strip_prefix(&format!("# TYPE {name} ")));
            let kind = kind.unwrap_or_else(|| panic!("{name} has no type"));
            assert!(is_name(name) && ["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(!announced.contains(&(name, kind)), "{name} is announced twice");
            announced.push((name, kind));
            continue;
        }
        let (series, number) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        let number: f64 = number.parse().unwrap_or_else(|_| panic!("{line}"));
        assert!(number >= 0.0 && seen.insert(series), "{line}");
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let labels = labels.strip_suffix('}').unwrap_or_else(|| panic!("{line}"));
        let labels: Vec<(&str, &str)> = labels
            .split_terminator("\",")
            .map(|label| label.strip_suffix('"').unwrap_or(label).split_once("=\"").unwrap())
            .collect();
        for (label, value) in &labels {
            assert!(is_name(label) && !value.contains(['"', '\\', '\n']), "{line}");
        }
        let &(metric, kind) = announced.last().unwrap_or_else(|| panic!("{line}"));
        let part = name.strip_prefix(metric).unwrap_or_else(|| panic!("{line} is not of {metric}"));
        let mut others = labels.clone();
        others.retain(|(label, _)| *label != "le");
        match (kind, part) {
            ("counter" | "gauge", "") | ("histogram", "_sum") => {}
            ("histogram", "_bucket") => {
                let end: f64 = labels.iter().find(|(label, _)| *label == "le").unwrap().1.parse().unwrap();
                assert!(bar.0 != others || number >= bar.1, "{line}");
                bar = (others, number);
                has_last_bar = end.is_infinite();
            }
            ("histogram", "_count") => {
                assert!(has_last_bar && bar == (others, number), "{line}");
            }
            _ => panic!("{line}"),
        }
    }
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
