//! The server as its visitors see it, without a network between.

mod api;
mod contract;
mod fuzz;
mod manners;
mod pictures;
mod schema;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use serde_json::Value as Json;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tower::ServiceExt;
use zermelo_library::Library;
use zermelo_server::{Config, Limits, Service, router};

/// A server with all games. Small ones are solved when they are first looked at; for the others the memory
/// does not suffice, so that both kinds are seen.
struct Site {
    service: Arc<Service>,
    router: Router,
    runtime: Runtime,
    // The databases go when the last test has ended.
    _home: TempDir,
    _close: watch::Sender<bool>,
}

/// One site for all tests, since solving takes time.
static SITE: LazyLock<Site> = LazyLock::new(|| Site::new(patient()));

fn patient() -> Config {
    Config { patience: Duration::from_mins(1), timeout: Duration::from_mins(5), ..Config::default() }
}

/// What came back.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Site {
    fn new(config: Config) -> Site {
        Site::with_limits(config, |_| {})
    }

    fn with_limits(config: Config, change: impl FnOnce(&mut Limits)) -> Site {
        let home = tempfile::tempdir().unwrap();
        let library = Library::new(zermelo_games::families(), home.path().to_owned());
        let mut limits = Limits {
            slots: 300_000,
            memory: 60_000_000,
            waiting: 1000,
            longest: Duration::from_secs(30),
            thinking: Duration::from_millis(20),
            ..Limits::default()
        };
        change(&mut limits);
        let service = Arc::new(Service::new(library, limits).unwrap());
        let (close, closing) = watch::channel(false);
        let router = router(Arc::clone(&service), config, closing);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        Site { service, router, runtime, _home: home, _close: close }
    }

    /// Sends a request to `localhost`, unless it names another host.
    fn send(&self, mut request: Request<Body>) -> Answer {
        request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
        self.send_as_it_is(request)
    }

    fn send_as_it_is(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let bytes = to_bytes(body, usize::MAX).await.unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Answer { status: parts.status, headers: parts.headers, text }
        })
    }

    fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap())
    }

    /// A request that has to be answered with JSON.
    #[track_caller]
    fn json(&self, path: &str) -> Json {
        let answer = self.get(path);
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        answer.json()
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        let request = Request::builder().method(Method::POST).uri(path);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_owned())).unwrap())
    }

    /// All games as `family/variant`, by their usual variant.
    fn usual_variants(&self) -> Vec<(String, String)> {
        let families = self.service.library().families().iter();
        families.map(|family| (family.id.to_owned(), family.default_variant().id.to_owned())).collect()
    }
}

/// Text in an address, with everything written as numbers that could mean something else.
fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(one).collect()
}
