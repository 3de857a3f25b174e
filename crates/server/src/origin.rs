//! Which pages may ask what of the server.
//!
//! Everybody may read, also pages of other sites, but two things are refused. A site whose name is given the
//! address of this machine would be taken for this server (DNS rebinding), so names that are not ours are
//! refused. And what starts something must not be asked for by pages of other sites: such requests have to
//! come from a page of this server, or say that their body is JSON, which no browser sends elsewhere without
//! asking first; and the answer to that is no.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::state::App;

/// Refuses requests that name no host, several, or one that this server is not.
pub(crate) async fn check_host(State(app): State<App>, request: Request, next: Next) -> Response {
    let checked = host(&request).and_then(|host| check_name(host, app.config.names.as_deref()));
    match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Refuses what pages of other sites ask for, unless it only reads.
pub(crate) async fn check_origin(request: Request, next: Next) -> Response {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if reads || is_from_here(request.headers()) {
        return next.run(request).await;
    }
    let sentence = "pages of other sites may not do this; programs may, with the header 'Content-Type: application/json'";
    ApiError::new(StatusCode::FORBIDDEN, sentence).into_response()
}

/// The host that a request names, with its port.
fn host(request: &Request) -> Result<&str, ApiError> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(ApiError::bad("a request has to name one host, in one header 'Host'"));
    };
    let host = host.to_str().map_err(|_| ApiError::bad("the header 'Host' is not text"))?;
    // A whole address in the first line comes before the header, so both have to be right.
    match request.uri().authority() {
        Some(authority) if !authority.as_str().eq_ignore_ascii_case(host) => {
            Err(ApiError::bad("the address of the request and its header 'Host' name different hosts"))
        }
        _ => Ok(host),
    }
}

/// That a host is an address, this machine, or has one of these names; without names, any.
fn check_name(host: &str, names: Option<&[String]>) -> Result<(), ApiError> {
    let Some(bare) = without_port(host) else {
        return Err(ApiError::bad(format!("'{host}' is not a host")));
    };
    let address = bare.strip_prefix('[').and_then(|bare| bare.strip_suffix(']')).unwrap_or(bare);
    let name = bare.trim_end_matches('.').to_ascii_lowercase();
    // Nobody else can make a name out of an address, nor of these.
    let is_own = address.parse::<IpAddr>().is_ok() || name == "localhost" || name.ends_with(".localhost");
    let is_known = names.is_none_or(|names| names.iter().any(|known| known.eq_ignore_ascii_case(&name)));
    if is_own || is_known {
        return Ok(());
    }
    let sentence =
        format!("this server is not called '{name}'; 'zermelo serve --host {name}' gives it that name");
    Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, sentence))
}

/// `example.org` for `example.org:80`; `None` for what cannot be a host.
fn without_port(host: &str) -> Option<&str> {
    let port_at = host.rfind(':').filter(|at| !host[*at..].contains(']'));
    let (bare, port) = port_at.map_or((host, ""), |at| (&host[..at], &host[at + 1..]));
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    let is_host = !bare.is_empty() && bare.chars().all(allowed) && port.bytes().all(|c| c.is_ascii_digit());
    is_host.then_some(bare)
}

/// Returns whether a request comes from a page of this server, or from a program that no page can pretend to
/// be.
fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or_default();
    if let Some(origin) = text(header::ORIGIN) {
        let authority =
            origin.split_once("://").map(|(scheme, authority)| without_usual_port(scheme, authority));
        return authority.is_some_and(|authority| {
            let host = without_usual_port(origin.split("://").next().unwrap_or_default(), host);
            authority.eq_ignore_ascii_case(host)
        });
    }
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn without_usual_port<'a>(scheme: &str, authority: &'a str) -> &'a str {
    let port = if scheme == "https" { ":443" } else { ":80" };
    authority.strip_suffix(port).unwrap_or(authority)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_refused_and_addresses_are_not() {
        let names = vec!["games.example".to_owned()];
        let status = |host, names| check_name(host, names).err().map(|error: ApiError| error.status());
        for own in [
            "127.0.0.1",
            "127.0.0.1:8080",
            "[::1]:8080",
            "[::1]",
            "localhost:1",
            "LOCALHOST",
            "a.localhost.",
            "192.168.1.5:80",
            "games.example",
            "Games.Example:443",
            "games.example.",
        ] {
            assert_eq!(status(own, Some(&names)), None, "{own}");
        }
        for other in
            ["evil.example", "games.example.evil.example:8080", "127.0.0.1.evil.example", "localhost.evil"]
        {
            assert_eq!(status(other, Some(&names)), Some(StatusCode::MISDIRECTED_REQUEST), "{other}");
            assert_eq!(status(other, None), None, "{other}");
        }
        for wrong in ["", ":80", "a b", "a:b", "a/b", "a@b", "<script>"] {
            assert_eq!(status(wrong, None), Some(StatusCode::BAD_REQUEST), "{wrong}");
        }
    }

    #[test]
    fn actions_come_from_here_or_from_programs() {
        let here = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "games.example:8080".parse().unwrap());
            for (name, value) in pairs {
                headers.insert(*name, value.parse().unwrap());
            }
            is_from_here(&headers)
        };
        let json = ("content-type", "application/json; charset=utf-8");
        assert!(here(&[("origin", "http://games.example:8080")]) && here(&[json]));
        assert!(here(&[("sec-fetch-site", "same-origin")]));
        assert!(!here(&[]) && !here(&[("content-type", "text/plain")]));
        for origin in [
            "http://games.example",
            "http://evil.example:8080",
            "null",
            "http://games.example:8080.evil.example",
        ] {
            assert!(!here(&[("origin", origin)]) && !here(&[("origin", origin), json]), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert!(!here(&[("sec-fetch-site", site)]) && !here(&[("sec-fetch-site", site), json]), "{site}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "games.example".parse().unwrap());
        headers.insert(header::ORIGIN, "https://games.example".parse().unwrap());
        assert!(is_from_here(&headers));
    }
}
