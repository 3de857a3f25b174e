//! `zermelo nim`: nim-sequences of octal games.

use std::io::Write;

use serde_json::json;
use zermelo_cgt::{NimSequence, OctalCode};

use super::{combinatorial, write_json};
use crate::args::NimArgs;
use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(args: &NimArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let code: OctalCode =
        args.code.parse().map_err(|error| Failure::input(combinatorial::with_column(&error)))?;
    let mut sequence = NimSequence::new(code);
    let values = sequence.values(args.up_to + 1).to_vec();
    let period = args.period.then(|| sequence.period()).flatten();
    if context.json {
        let period = period.map(|period| json!({ "start": period.start, "length": period.length }));
        let json = json!({ "code": code.to_string(), "values": values, "period": period });
        return write_json(out, &json);
    }
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    writeln!(out, "{}", words.join(" "))?;
    match (args.period, period) {
        (false, _) => {}
        (true, Some(period)) => {
            writeln!(out, "period {} from heap {} on, proved", period.length, period.start)?;
        }
        (true, None) => writeln!(out, "no period is proved by the heaps up to {}", args.up_to)?,
    }
    Ok(())
}
