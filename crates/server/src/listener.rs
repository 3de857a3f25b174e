//! Taking connections, and letting them go.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::config::Config;
use crate::connections::{Connections, Place, Work};
use crate::network::is_among;
use crate::stalling::Stalling;

/// Bytes of a request's header, and of what is kept for a connection in each direction.
const BUFFER: usize = 32 << 10;

/// What happens again and again is logged so often.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// How long the server waits when the system has no descriptor left.
const BREATH: Duration = Duration::from_millis(20);

/// The answer to whoever comes while all connections are at work.
const FULL: &str = "{\"error\":\"the server is full; try again in a while\"}";

/// When the server closes, how often a connection that waits looks whether it may go. Within the first of
/// these a request that is on its way still comes.
const LAST_LOOK: Duration = Duration::from_millis(100);

/// How long that answer may take to be read, and how many are sent at the same time. Others are only cut off.
const FAREWELL: Duration = Duration::from_secs(1);
const FAREWELLS: usize = 8;

/// Takes connections until the server closes, then waits for those that are at work.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    config: &Config,
    connections: Arc<Connections>,
    mut closing: watch::Receiver<bool>,
) {
    let (mut tasks, news) = (JoinSet::new(), News::default());
    let farewells = Arc::new(Semaphore::new(FAREWELLS));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next(), if !tasks.is_empty() => continue,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_the_peer(&error) => continue,
            Err(error) => {
                let open = connections.figures().open;
                news.error(&format!(
                    "no connection can be taken: {error}; {open} are open, and those that have waited longest make room"
                ));
                connections.make_room();
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let counted = (!is_among(peer.ip(), &config.trusted)).then_some(peer.ip());
        let before = connections.figures();
        let Some(place) = connections.admit(counted) else {
            news.warn(&format!(
                "a connection from {} is refused: all {} are at work, which is the limit",
                peer.ip(),
                before.open
            ));
            if let Ok(permit) = Arc::clone(&farewells).try_acquire_owned() {
                tasks.spawn(async move {
                    let _ = tokio::time::timeout(FAREWELL, refuse(stream)).await;
                    drop(permit);
                });
            }
            continue;
        };
        if connections.figures().pushed_out > before.pushed_out {
            news.warn(&format!(
                "{} connections are open, the limit of all or of {}: those that have waited longest make room",
                before.open,
                peer.ip()
            ));
        }
        let (router, idle, closing) = (router.clone(), config.idle, closing.clone());
        tasks.spawn(talk(stream, peer, router, Arc::new(place), idle, closing));
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

/// Says that there is no room. What the other end sends has to be read, since closing a connection with
/// something unread takes the answer back.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\ncontent-type: application/json\r\n\
         x-content-type-options: nosniff\r\ncontent-length: {}\r\n\r\n{FULL}",
        FULL.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

/// Returns whether a connection failed before it was taken, which says nothing about the next one.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection until either side ends it, or its place is needed. When the server
/// closes, what is at work is finished. A connection that has sent half of a request, or nothing, is not
/// waited for.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    place: Arc<Place>,
    idle: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let answer = |request: Request<Incoming>| {
        let work = place.work();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move {
            let response: Response<Body> = router.oneshot(request).await?;
            Ok::<_, Infallible>(response.map(|body| Working { body, _work: work }))
        }
    };
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(idle).max_buf_size(BUFFER);
    let stream = Stalling::new(stream, idle);
    let is_writing = stream.is_writing();
    let stream = TokioIo::new(stream);
    let mut connection = std::pin::pin!(builder.serve_connection(stream, hyper::service::service_fn(answer)));
    let mut is_closing = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "a connection ended");
                }
                return;
            }
            () = place.is_needed() => return,
            _ = closing.wait_for(|closing| *closing), if !is_closing => {
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
            () = tokio::time::sleep(LAST_LOOK), if is_closing => {
                if !place.is_at_work() && !is_writing.load(Relaxed) {
                    return;
                }
            }
        }
    }
}

/// The body of an answer. Its connection is at work until it has been sent.
struct Working {
    body: Body,
    _work: Work,
}

impl HttpBody for Working {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Messages about what may happen thousands of times a second.
#[derive(Default)]
struct News {
    last: Mutex<Option<Instant>>,
}

impl News {
    fn is_due(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| last.elapsed() > LOG_EVERY);
        if due {
            *last = Some(Instant::now());
        }
        due
    }

    fn warn(&self, what: &str) {
        if self.is_due() {
            tracing::warn!("{what}");
        }
    }

    fn error(&self, what: &str) {
        if self.is_due() {
            tracing::error!("{what}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream as Visitor;

    use axum::routing::get;
    use tokio::runtime::Runtime;

    use super::*;
    use crate::connections::Figures;
    use crate::descriptors::raise_limit;

    /// A server that says `hello`, something long, or nothing for a while.
    struct Server {
        address: SocketAddr,
        connections: Arc<Connections>,
        close: watch::Sender<bool>,
        runtime: Runtime,
    }

    impl Server {
        fn new(most: usize, most_per_visitor: Option<usize>, idle: Duration) -> Server {
            let router = Router::new()
                .route("/", get(async || "hello"))
                .route("/long", get(async || "x".repeat(50_000_000)))
                .route("/slow", get(async || tokio::time::sleep(Duration::from_secs(2)).await));
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
            let address = listener.local_addr().unwrap();
            let connections = Connections::new(most, most_per_visitor);
            let config = Config { idle, ..Config::default() };
            let (close, closing) = watch::channel(false);
            let counted = Arc::clone(&connections);
            runtime.spawn(async move { listen(listener, router, &config, counted, closing).await });
            Server { address, connections, close, runtime }
        }

        fn connect(&self) -> Visitor {
            let visitor = Visitor::connect(self.address).unwrap();
            visitor.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            visitor
        }

        /// A visitor who has sent this much of a request.
        fn with(&self, text: &str) -> Visitor {
            let mut visitor = self.connect();
            visitor.write_all(text.as_bytes()).unwrap();
            visitor
        }

        fn get(&self, path: &str) -> String {
            let mut visitor =
                self.with(&format!("GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n"));
            let mut answer = String::new();
            visitor.read_to_string(&mut answer).unwrap();
            answer
        }

        /// Waits until the connections are like this.
        #[track_caller]
        fn becomes(&self, what: impl Fn(Figures) -> bool) {
            let deadline = Instant::now() + Duration::from_secs(20);
            while !what(self.connections.figures()) {
                assert!(Instant::now() < deadline, "{:?}", self.connections.figures());
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    const HALF: &str = "GET / HTTP/1.1\r\nhost: he";
    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn thousands_who_ask_for_nothing_keep_nobody_out() {
        // Each connection has two ends in this process.
        let most = (raise_limit() / 4).min(2500) as usize;
        let server = Server::new(most / 3, None, LONG);
        let _half_open: Vec<Visitor> = (0..most / 5).map(|_| server.with(HALF)).collect();
        let _idle: Vec<Visitor> = (0..most * 4 / 5).map(|_| server.connect()).collect();
        for _ in 0..20 {
            let asked = Instant::now();
            assert!(server.get("/").ends_with("hello"));
            assert!(asked.elapsed() < Duration::from_secs(5));
        }
        let figures = server.connections.figures();
        assert!(figures.open <= most / 3 && figures.pushed_out >= (most / 2) as u64, "{figures:?}");
        assert_eq!(figures.refused, 0);
    }

    #[test]
    fn who_waits_too_long_before_or_between_requests_is_let_go() {
        let server = Server::new(100, None, Duration::from_millis(200));
        let mut visitors = [HALF, "", "GET / HTTP/1.1\r\nhost: here\r\n\r\n"].map(|text| server.with(text));
        server.becomes(|figures| figures.accepted == 3 && figures.open == 0);
        for visitor in &mut visitors {
            let mut rest = Vec::new();
            let _ = visitor.read_to_end(&mut rest);
        }
        // A request that takes longer than that is none of these.
        assert!(server.get("/slow").starts_with("HTTP/1.1 200"));
    }

    #[test]
    fn who_does_not_read_the_answer_is_let_go() {
        let server = Server::new(100, None, Duration::from_millis(200));
        let _deaf = server.with("GET /long HTTP/1.1\r\nhost: here\r\n\r\n");
        server.becomes(|figures| figures.accepted == 1 && figures.open == 0);
        assert!(server.get("/long").len() > 50_000_000);
    }

    #[test]
    fn when_all_are_at_work_newcomers_are_told_to_come_again() {
        let server = Server::new(2, None, LONG);
        let slow = "GET /slow HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        let mut working = [server.with(slow), server.with(slow)];
        server.becomes(|figures| figures.accepted == 2);
        // Both requests have to have come.
        std::thread::sleep(Duration::from_millis(300));
        let refused = server.get("/");
        let (header, body) = refused.split_once("\r\n\r\n").unwrap();
        assert!(header.starts_with("HTTP/1.1 503") && header.contains("\r\nretry-after: 5\r\n"), "{refused}");
        assert!(header.ends_with(&format!("\r\ncontent-length: {}", body.len())), "{refused}");
        assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"].is_string());
        for visitor in &mut working {
            let mut answer = String::new();
            visitor.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        assert!(server.get("/").ends_with("hello"));
    }

    #[test]
    fn a_half_open_connection_does_not_hold_up_the_end() {
        let server = Server::new(10, None, LONG);
        let _half = [
            server.with(HALF),
            server.with("GET /"),
            server.with(&format!("GET / HTTP/1.1\r\nhost: here\r\n\r\n{HALF}")),
        ];
        server.becomes(|figures| figures.accepted == 3);
        std::thread::sleep(Duration::from_millis(300));
        let asked = Instant::now();
        server.close.send(true).unwrap();
        server.becomes(|figures| figures.open == 0);
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    }

    #[test]
    fn an_answer_that_is_being_read_slowly_is_finished_when_the_server_closes() {
        let server = Server::new(10, None, LONG);
        let mut slow = server.with("GET /long HTTP/1.1\r\nhost: here\r\n\r\n");
        server.becomes(|figures| figures.accepted == 1);
        std::thread::sleep(Duration::from_millis(300));
        server.close.send(true).unwrap();
        std::thread::sleep(LAST_LOOK * 5);
        let mut answer = Vec::new();
        slow.read_to_end(&mut answer).unwrap();
        assert!(answer.len() > 50_000_000, "{}", answer.len());
    }

    #[test]
    fn what_is_at_work_is_finished_when_the_server_closes() {
        let server = Server::new(10, None, LONG);
        let mut idle = server.connect();
        let mut slow = server.with("GET /slow HTTP/1.1\r\nhost: here\r\n\r\n");
        server.becomes(|figures| figures.accepted == 2);
        std::thread::sleep(Duration::from_millis(300));
        server.close.send(true).unwrap();
        let mut answer = String::new();
        slow.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
        server.becomes(|figures| figures.open == 0);
        server.runtime.shutdown_background();
    }
}
