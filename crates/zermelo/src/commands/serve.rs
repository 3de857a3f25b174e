//! `zermelo serve`: the games as a web site.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use zermelo_library::Family;
use zermelo_server::{Config, ServeError, SolvePolicy, serve};

use crate::args::{LogLevel, Options, ServeArgs, SolveFor};
use crate::context::Context;
use crate::exit::Failure;
use crate::interrupt;

/// Requests per second that a public server takes from one address, if nothing else is said.
const PUBLIC_RATE: u32 = 50;

/// The same for connections at the same time.
const PUBLIC_CONNECTIONS: u32 = 100;

/// Serves until Ctrl-C. Not to be run in a thread pool, as the server has threads of its own.
pub(super) fn run(args: &ServeArgs, options: &Options, families: Vec<Family>) -> Result<(), Failure> {
    log_to_stderr(if options.quiet { LogLevel::Error } else { args.log });
    let context = Context::new(options, families);
    // The server lets requests finish after the first signal.
    context.cancel();
    let service = context.into_service(options, |limits| {
        limits.slots = args.small;
        limits.cache = args.cache as usize;
        limits.disk = args.disk;
        limits.solve = match args.solve {
            Some(SolveFor::None) => SolvePolicy::None,
            Some(SolveFor::Open) => SolvePolicy::Open,
            // Whoever cannot be trusted should not decide what is computed here.
            None if args.bind.is_loopback() => SolvePolicy::Open,
            Some(SolveFor::Listed) | None => SolvePolicy::Listed,
        };
    })?;
    let address = SocketAddr::new(args.bind, args.port);
    let config = config(args);
    let told = serve(Arc::new(service), config, address, |address| {
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

fn config(args: &ServeArgs) -> Config {
    let is_public = !args.bind.is_loopback();
    // Zero is no limit, which is also meant where only this machine can ask.
    let limit = |asked: Option<u32>, usual| {
        Some(asked.unwrap_or(if is_public { usual } else { 0 })).filter(|n| *n > 0)
    };
    let knows_names = !is_public || !args.host.is_empty();
    let usual = Config::default();
    Config {
        prefix: args.prefix.clone(),
        rate: limit(args.rate, PUBLIC_RATE),
        names: knows_names.then(|| args.host.clone()),
        trusted: args.trust_proxy.clone(),
        observers: [&usual.observers[..], &args.metrics_to].concat(),
        connections: args.connections as usize,
        connections_per_visitor: limit(args.connections_each, PUBLIC_CONNECTIONS).map(|n| n as usize),
        idle: Duration::from_secs(args.idle.into()),
        signals: interrupt::heeded().collect(),
        ..usual
    }
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
