//! Taking connections, and letting them go.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
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
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
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
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: application/json\r\ncontent-length: 51\r\n\r\n\
    {\"error\":\"the server is full; try again in a while\"}";

/// Takes connections until the server closes, then waits for those that are at work.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    config: &Config,
    connections: Arc<Connections>,
    mut closing: watch::Receiver<bool>,
) {
    let (mut tasks, news) = (JoinSet::new(), News::default());
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
            let _ = stream.try_write(FULL);
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

/// Returns whether a connection failed before it was taken, which says nothing about the next one.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection until either side ends it, or its place is needed.
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
    let stream = TokioIo::new(Stalling::new(stream, idle));
    let mut connection =
        std::pin::pin!(builder.serve_connection(stream, hyper::service::service_fn(answer)));
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
    use super::*;

    #[test]
    fn the_answer_of_a_full_server_is_as_long_as_it_says() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (header, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(header.contains(&format!("content-length: {}\r\n", body.len()).trim_end().to_owned()));
        assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"].is_string());
    }
}
