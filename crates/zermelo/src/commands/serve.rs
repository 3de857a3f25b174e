//! `zermelo serve`: the games as a web site.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use tracing::level_filters::LevelFilter;
use zermelo_server::{Config, Guide, Limits, ServeError, serve};

use crate::args::{LogLevel, Options, ServeArgs};
use crate::context::Context;
use crate::exit::Failure;
use crate::memory_size;

/// What one background solve may take unless the user says more: a server shares its machine.
const MODEST_MEMORY: u64 = 4_000_000_000;

/// Requests per second that a public server takes from one address, if nothing else is said.
const PUBLIC_RATE: u32 = 50;

/// Serves until Ctrl-C. Not to be run in a thread pool, as the server has threads of its own.
pub(super) fn run(args: &ServeArgs, options: &Options) -> Result<(), Failure> {
    log_to_stderr(args.log);
    let context = Context::new(options);
    let limits = Limits {
        memory: options.memory.unwrap_or_else(|| memory_size::default().min(MODEST_MEMORY)),
        threads: usize::from(options.threads.unwrap_or(0)),
        slots: args.small,
        cache: args.cache as usize,
        ..Limits::default()
    };
    let guide = Guide::new(context.library, limits)
        .map_err(|error| Failure::Environment(format!("cannot start the threads: {error}")))?;
    let address = SocketAddr::new(args.bind, args.port);
    let rate = args.rate.unwrap_or(if args.bind.is_loopback() { 0 } else { PUBLIC_RATE });
    let config =
        Config { prefix: args.prefix.clone(), rate: (rate > 0).then_some(rate), ..Config::default() };
    let told = serve(Arc::new(guide), config, address, |address| {
        let mut out = io::stdout().lock();
        // If nobody reads it, the server still serves.
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
        if !options.quiet && io::stderr().is_terminal() {
            let _ = writeln!(io::stderr(), "Open this address in a browser. Ctrl-C stops.");
        }
    });
    told.map_err(|error| match error {
        ServeError::Bind { .. } => {
            Failure::Environment(format!("{error}; choose another with --bind and --port"))
        }
        ServeError::System(_) => Failure::Environment(error.to_string()),
    })
}

fn log_to_stderr(level: LogLevel) {
    let filter = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    // It fails only if there is a log already.
    let _ =
        tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(false).with_max_level(filter).try_init();
}
