//! A connection whose other end has to read what it asked for.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A stream on which writing fails when nothing has been taken for so long. Otherwise whoever asks for long
/// answers and does not read them would hold a connection and its buffers for ever.
pub(crate) struct Stalling {
    stream: TcpStream,
    longest: Duration,
    /// Set while the other end takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// The same for others to look at.
    is_writing: Arc<AtomicBool>,
}

impl Stalling {
    pub(crate) fn new(stream: TcpStream, longest: Duration) -> Stalling {
        Stalling { stream, longest, stalled: None, is_writing: Arc::default() }
    }

    /// Returns a flag that is set while something is written that the other end has not taken yet.
    pub(crate) fn is_writing(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_writing)
    }

    fn watch<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.is_writing.store(written.is_pending(), Relaxed);
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let deadline = || Box::pin(sleep_until(Instant::now() + self.longest));
        let stalled = self.stalled.get_or_insert_with(deadline);
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stalling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stalling {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
