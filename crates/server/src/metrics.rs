//! Figures about the server, in the text format that Prometheus and others read.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::connections::Connections;
use crate::error::ApiError;
use crate::network::{client, is_among};
use crate::state::App;

/// The upper ends of the bars of the histogram, in seconds.
const BARS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

/// Requests by route, method and status.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(Arc<str>, &'static str, u16), u64>>,
    times: Mutex<BTreeMap<Arc<str>, Times>>,
}

#[derive(Default)]
struct Times {
    bars: [u64; BARS.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    fn note(&self, route: &Arc<str>, method: &'static str, status: StatusCode, time: Duration) {
        let key = (Arc::clone(route), method, status.as_u16());
        *self.requests.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default() += 1;
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = times.entry(Arc::clone(route)).or_default();
        let seconds = time.as_secs_f64();
        for (bar, _) in times.bars.iter_mut().zip(BARS).filter(|(_, end)| seconds <= *end) {
            *bar += 1;
        }
        times.count += 1;
        times.seconds += seconds;
    }

    fn write_requests(&self, text: &mut String) {
        head(text, "zermelo_http_requests_total", "counter", "Requests that were answered.");
        for ((route, method, status), count) in &*self.requests.lock().unwrap_or_else(PoisonError::into_inner)
        {
            let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
            let _ = writeln!(text, "zermelo_http_requests_total{{{labels}}} {count}");
        }
        let name = "zermelo_http_request_duration_seconds";
        head(text, name, "histogram", "Time from the header of a request to that of its answer.");
        for (route, times) in &*self.times.lock().unwrap_or_else(PoisonError::into_inner) {
            let ends = BARS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
            for (end, count) in ends.zip(times.bars.iter().chain([&times.count])) {
                let _ = writeln!(text, "{name}_bucket{{route=\"{route}\",le=\"{end}\"}} {count}");
            }
            let _ = writeln!(text, "{name}_sum{{route=\"{route}\"}} {}", times.seconds);
            let _ = writeln!(text, "{name}_count{{route=\"{route}\"}} {}", times.count);
        }
    }
}

/// Counts every request, however it is answered.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    // Paths that lead to the page are without number, and so would be their figures.
    let route: Arc<str> =
        request.extensions().get::<MatchedPath>().map_or_else(|| "page".into(), |path| path.as_str().into());
    let method = match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    let started = Instant::now();
    let response = next.run(request).await;
    app.metrics.note(&route, method, response.status(), started.elapsed());
    response
}

/// `GET /metrics`, for those who may see it.
pub(crate) async fn show(
    State(app): State<App>,
    connections: Option<axum::Extension<Arc<Connections>>>,
    request: Request,
) -> Response {
    let client = client(&request, &app.config.trusted);
    if !is_among(client, &app.config.observers) && !is_in_process(client) {
        return ApiError::new(StatusCode::FORBIDDEN, "the figures of this server are not for everybody")
            .into_response();
    }
    let mut text = String::new();
    app.metrics.write_requests(&mut text);
    if let Some(connections) = connections {
        write_connections(&mut text, &connections);
    }
    write_work(&mut text, &app);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// Returns whether a request has not come over the network.
fn is_in_process(client: IpAddr) -> bool {
    client.is_unspecified()
}

fn write_connections(text: &mut String, connections: &Connections) {
    let figures = connections.figures();
    gauge(text, "zermelo_connections", "Connections that are open.", figures.open as u64);
    let name = "zermelo_connections_total";
    head(text, name, "counter", "Connections that were taken, refused, or closed to make room for others.");
    let each = [("taken", figures.accepted), ("refused", figures.refused), ("closed", figures.pushed_out)];
    for (what, count) in each {
        let _ = writeln!(text, "{name}{{what=\"{what}\"}} {count}");
    }
}

fn write_work(text: &mut String, app: &App) {
    let (running, waiting) = app.service.computations();
    let name = "zermelo_computations";
    head(text, name, "gauge", "Solves and counts in the background.");
    let _ = writeln!(text, "{name}{{state=\"running\"}} {running}\n{name}{{state=\"waiting\"}} {waiting}");
    gauge(
        text,
        "zermelo_variants_open",
        "Variants of games that are kept open.",
        app.service.open_variants() as u64,
    );
    let (held, most) = app.service.tables();
    let name = "zermelo_table_bytes";
    head(text, name, "gauge", "Memory that tables of open variants hold, and how much they may.");
    let _ = writeln!(text, "{name}{{what=\"held\"}} {held}\n{name}{{what=\"most\"}} {most}");
    let (hits, misses) = app.service.cache_hits();
    let name = "zermelo_block_cache_total";
    head(text, name, "counter", "Blocks of databases that were asked for, by whether they were in memory.");
    let _ = writeln!(text, "{name}{{result=\"hit\"}} {hits}\n{name}{{result=\"miss\"}} {misses}");
}

fn gauge(text: &mut String, name: &str, about: &str, value: u64) {
    head(text, name, "gauge", about);
    let _ = writeln!(text, "{name} {value}");
}

fn head(text: &mut String, name: &str, kind: &str, about: &str) {
    let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_every_bar_that_they_fit_in() {
        let metrics = Metrics::default();
        let route: Arc<str> = "/a/{b}".into();
        for milliseconds in [1, 3, 20_000] {
            metrics.note(&route, "GET", StatusCode::OK, Duration::from_millis(milliseconds));
        }
        metrics.note(&route, "POST", StatusCode::NOT_FOUND, Duration::ZERO);
        let mut text = String::new();
        metrics.write_requests(&mut text);
        for line in [
            "zermelo_http_requests_total{route=\"/a/{b}\",method=\"GET\",status=\"200\"} 3",
            "zermelo_http_requests_total{route=\"/a/{b}\",method=\"POST\",status=\"404\"} 1",
            "zermelo_http_request_duration_seconds_bucket{route=\"/a/{b}\",le=\"0.0005\"} 1",
            "zermelo_http_request_duration_seconds_bucket{route=\"/a/{b}\",le=\"0.005\"} 3",
            "zermelo_http_request_duration_seconds_bucket{route=\"/a/{b}\",le=\"10\"} 3",
            "zermelo_http_request_duration_seconds_bucket{route=\"/a/{b}\",le=\"+Inf\"} 4",
            "zermelo_http_request_duration_seconds_count{route=\"/a/{b}\"} 4",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
