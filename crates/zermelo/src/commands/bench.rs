//! `zermelo bench`: speed and memory against the targets.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use serde_json::{Value as Json, json};
use zermelo_library::Library;
use zermelo_solve::bytes;

use super::write_json;
use crate::bench::{BENCHMARKS, Benchmark, Reading, Target, Unit};
use crate::context::Context;
use crate::exit::Failure;
use crate::text::rate;
use crate::text_table::{Cell, TextTable};

pub(super) fn run(names: &[String], context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let chosen = choose(names, &context.library)?;
    if cfg!(debug_assertions) {
        context.note("This is a debug build: the numbers mean little.");
    }
    let mut readings = Vec::new();
    for benchmark in chosen {
        context.note(&format!("measuring {} …", benchmark.name));
        readings
            .extend((benchmark.run)(&context.library)?.into_iter().map(|reading| (benchmark.name, reading)));
    }
    if context.json {
        let list: Vec<Json> = readings.iter().map(|(name, reading)| describe(name, reading)).collect();
        return write_json(out, &list.into());
    }
    let headings = ["benchmark", "measure", "value", "target", "", "GamesmanOne"];
    let mut table = TextTable::new("<<>><>", headings);
    for (name, reading) in &readings {
        let show = |value| show(value, reading.unit);
        let target = match reading.target {
            None => String::new(),
            Some(Target::AtMost(bound)) => format!("≤ {}", show(bound)),
            Some(Target::AtLeast(bound)) => format!("≥ {}", show(bound)),
        };
        let reference = reading.reference.map_or_else(String::new, show);
        let value = show(reading.value);
        table.row([
            (*name).into(),
            reading.measure.as_str().into(),
            value.into(),
            target.into(),
            judgement(reading),
            reference.into(),
        ]);
    }
    Ok(table.write(out)?)
}

fn choose(names: &[String], library: &Library) -> Result<Vec<&'static Benchmark>, Failure> {
    let possible = || BENCHMARKS.iter().filter(|benchmark| library.family(benchmark.game).is_ok());
    if names.is_empty() {
        return Ok(possible().collect());
    }
    let find = |name: &String| {
        possible().find(|benchmark| benchmark.name == name).ok_or_else(|| {
            let all: Vec<&str> = possible().map(|benchmark| benchmark.name).collect();
            Failure::input(format!("there is no benchmark '{name}'; there are {}", all.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

fn judgement(reading: &Reading) -> Cell {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match reading.target {
        None => "".into(),
        Some(target) if target.is_met_by(reading.value) => Cell::styled("ok", colour(AnsiColor::Green)),
        Some(_) => Cell::styled("missed", colour(AnsiColor::Red)),
    }
}

fn show(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Seconds => format!("{value:.3} s"),
        Unit::Bytes => bytes(value as u64),
        Unit::PerSecond => rate(value),
        Unit::Times => format!("{value:.2} x"),
        Unit::Count => format!("{value:.0}"),
    }
}

fn describe(name: &str, reading: &Reading) -> Json {
    json!({
        "benchmark": name,
        "measure": reading.measure,
        "unit": reading.unit.name(),
        "value": reading.value,
        "target": reading.target.map(Target::bound),
        "met": reading.target.map(|target| target.is_met_by(reading.value)),
        "reference": reading.reference,
    })
}
