//! `zermelo nim`: nim-sequences of octal games.

use std::io::Write;

use serde_json::json;
use zermelo_cgt::{Budget, NimSequence, OctalCode, Stopped};

use super::{combinatorial, write_json};
use crate::args::NimArgs;
use crate::context::Context;
use crate::exit::Failure;

pub(super) fn run(args: &NimArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    if args.code.is_empty() {
        return Err(Failure::input("the code of a game is needed, for example 0.77 for Kayles"));
    }
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
    write_wrapped(out, &words, combinatorial::terminal_width())?;
    match (args.period, period) {
        (false, _) => {}
        (true, Some(period)) => {
            writeln!(out, "period {} from heap {} on, proved", period.length, period.start)?;
        }
        (true, None) => writeln!(out, "no period is proved by the heaps up to {}", args.up_to)?,
    }
    Ok(())
}

/// Writes words in lines of at most so many characters, or in one line.
fn write_wrapped(out: &mut dyn Write, words: &[String], width: Option<usize>) -> Result<(), Failure> {
    let mut line = String::new();
    for word in words {
        if width.is_some_and(|width| !line.is_empty() && line.len() + 1 + word.len() > width) {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    Ok(writeln!(out, "{line}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide() {
        let words: Vec<String> = (0..1000).map(|number: u32| (number % 37).to_string()).collect();
        let written = |width| {
            let mut out = Vec::new();
            write_wrapped(&mut out, &words, width).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(None), words.join(" ") + "\n");
        for width in [1, 2, 20, 80] {
            let text = written(Some(width));
            assert!(text.lines().all(|line| line.len() <= width.max(2) && !line.ends_with(' ')), "{text}");
            assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        }
        // Another word would not have fitted.
        let text = written(Some(80));
        assert!(text.lines().rev().skip(1).all(|line| line.len() >= 78), "{text}");
    }
}
