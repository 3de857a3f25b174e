//! Listening, until somebody asks to stop.

use std::future::{self, Future};
use std::net::SocketAddr;
use std::num::NonZero;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use axum::Extension;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use zermelo_service::Service;

use crate::config::Config;
use crate::connections::Connections;
use crate::descriptors;
use crate::listener::listen;
use crate::router::router;

/// How long requests may take to finish once the server is asked to stop.
const GRACE: Duration = Duration::from_secs(10);

/// How often the server looks whether databases have been replaced.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// More threads than cores, since some of them wait for the disk.
const THREADS_PER_CORE: usize = 4;

/// Why a server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// The system refused something else.
    #[error("the server cannot go on: {0}")]
    System(#[from] std::io::Error),
}

/// Serves until one of the signals of `config` comes; `listening` is told the address as soon as there is one. Must be called
/// outside of any thread pool, as it blocks.
pub fn serve(
    service: Arc<Service>,
    config: Config,
    address: SocketAddr,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let runtime =
        Builder::new_multi_thread().worker_threads(cores * THREADS_PER_CORE).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(address).await.map_err(|source| ServeError::Bind { address, source })?;
        let asked_to_stop = asked_to_stop(&config.signals)?;
        let connections = Connections::new(room(config.connections), config.connections_per_visitor);
        listening(listener.local_addr()?);
        let (close, closing) = watch::channel(false);
        let router = router(Arc::clone(&service), config.clone(), closing.clone())
            .layer(Extension(Arc::clone(&connections)));
        let watch = tokio::spawn(watch_databases(Arc::clone(&service)));
        let mut server =
            tokio::spawn(async move { listen(listener, router, &config, connections, closing).await });
        tokio::select! {
            ended = &mut server => return Ok(ended.map_err(std::io::Error::other)?),
            () = asked_to_stop => {}
        }
        tracing::info!("stopping");
        let _ = close.send(true);
        watch.abort();
        service.close();
        match tokio::time::timeout(GRACE, server).await {
            Ok(ended) => Ok(ended.map_err(std::io::Error::other)?),
            Err(_) => {
                tracing::warn!("some requests did not finish in time");
                Ok(())
            }
        }
    });
    // What still computes in the background has been told to stop, and databases survive the end of the
    // process.
    runtime.shutdown_background();
    served
}

/// Returns how many connections there is room for, of those that are wanted.
fn room(wanted: usize) -> usize {
    let descriptors = descriptors::raise_limit();
    let most = wanted.min(descriptors::room_for_connections(descriptors));
    if most < wanted {
        tracing::warn!(
            "{most} connections may be open instead of {wanted}, since the system allows {descriptors} open files; \
             'ulimit -n' or LimitNOFILE= raises that"
        );
    } else {
        tracing::info!("{most} connections may be open");
    }
    most
}

/// Lets go of databases that have been replaced, so that their files can be removed.
async fn watch_databases(service: Arc<Service>) {
    loop {
        tokio::time::sleep(LOOK_AGAIN).await;
        let service = Arc::clone(&service);
        let _ = tokio::task::spawn_blocking(move || service.look_again()).await;
    }
}

/// Ends with the first of these signals.
fn asked_to_stop(signals: &[i32]) -> Result<impl Future<Output = ()> + use<>, std::io::Error> {
    let kinds = signals.iter().map(|&number| SignalKind::from_raw(number));
    let mut signals = kinds.map(signal).collect::<Result<Vec<_>, _>>()?;
    Ok(future::poll_fn(move |context| {
        let came = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
        if came { Poll::Ready(()) } else { Poll::Pending }
    }))
}
