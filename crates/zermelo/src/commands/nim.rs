//! `zermelo nim`: nim-sequences of octal games.

use std::io::Write;

use serde_json::json;
use zermelo_cgt::{Budget, NimSequence, OctalCode, Stopped};

use super::{combinatorial, write_json};
use crate::args::NimArgs;
use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(args: &NimArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let code: OctalCode =
        args.code.parse().map_err(|error| Failure::input(combinatorial::with_column(&error)))?;
    let mut sequence = NimSequence::new(code);
    let effort = Budget::with_timeout(args.timeout);
    let too_long = |stopped: Stopped| Failure::Environment(format!("no nim-values were found: {stopped}"));
    let values = sequence.values_within(args.up_to + 1, &effort).map_err(too_long)?.to_vec();
    let period = if args.period { sequence.period_within(&effort).map_err(too_long)? } else { None };
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
