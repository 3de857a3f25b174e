//! `zermelo metered`: a command, and then what it took.

use std::ffi::OsString;
use std::io::Write;

use serde_json::json;
use zermelo_library::Family;

use crate::exit::Failure;
use crate::{args, meter};

/// Runs a command in this very process; the last line of the output tells what the process used.
pub(super) fn run(arguments: Vec<OsString>, families: Vec<Family>) -> Result<(), Failure> {
    let program = OsString::from("zermelo");
    if let Some(cli) = args::parse([program].into_iter().chain(arguments))? {
        super::run(cli, families)?;
    }
    let used = json!({ "cpuSeconds": meter::cpu_seconds(), "peakBytes": meter::peak_bytes() });
    Ok(writeln!(anstream::stdout().lock(), "{used}")?)
}
