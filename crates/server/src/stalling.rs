//! A connection whose other end has to read what it asked for.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// So many bytes have to be taken in the time allowed, or whatever is left. Nobody's network is slower than this;
/// only those are who read drop by drop, so that an answer never ends.
const LEAST: usize = 16 << 10;

/// A stream on which writing fails when next to nothing has been taken for so long. Otherwise whoever asks for
/// long answers and does not read them would hold a connection and its buffers for ever.
pub(crate) struct Stalling {
    stream: TcpStream,
    longest: Duration,
    /// Set while there is more to write than the other end takes.
    stalled: Option<Stalled>,
}

struct Stalled {
    deadline: Pin<Box<Sleep>>,
    /// Bytes taken since then.
    taken: usize,
}

impl Stalling {
    pub(crate) fn new(stream: TcpStream, longest: Duration) -> Stalling {
        Stalling { stream, longest, stalled: None }
    }

    /// Notes how a write went. Fails if the other end has been too slow for too long.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = written {
            let bytes = *written.as_ref().unwrap_or(&0);
            self.stalled.take_if(|stalled| {
                stalled.taken += bytes;
                stalled.taken >= LEAST
            });
            return Poll::Ready(written);
        }
        let start = || Stalled { deadline: Box::pin(sleep_until(Instant::now() + self.longest)), taken: 0 };
        let stalled = self.stalled.get_or_insert_with(start);
        ready!(stalled.deadline.as_mut().poll(context));
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
        // Whoever writes flushes when there is nothing left to write.
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
