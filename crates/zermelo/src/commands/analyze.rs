//! `zermelo analyze`: how many positions there are of each kind.

use std::collections::BTreeMap;
use std::io::Write;

use zermelo_core::{Outcome, Tally, Value};
use zermelo_library::{VariantHandle, analysis_json};
use zermelo_solve::{Analysis, Counts};

use super::write_json;
use crate::args::AnalyzeArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::solving;
use crate::text::{count, percent, thousands};
use crate::text_table::TextTable;

/// The columns, in the order in which analyses of this field have them.
const COLUMNS: [Value; 4] = [Value::Win, Value::Lose, Value::Tie, Value::Draw];

pub(super) fn run(args: &AnalyzeArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let handle = context.open(&args.game)?;
    let database = solving::database(context, &handle)?;
    if args.tiers && solving::tiers(&database) == 0 {
        let id = handle.id();
        return Err(Failure::input(format!(
            "{id} has no tiers; 'zermelo analyze {id}' counts it as a whole"
        )));
    }
    let progress = context.progress();
    let analysis = handle.analyse(&database, &context.run(&progress))?;
    drop(progress);
    match (context.json, args.csv, args.tiers) {
        (true, _, _) => {
            let mut json = analysis_json(&analysis);
            json["game"] = handle.id().into();
            write_json(out, &json)
        }
        (_, true, true) => tiers_csv(&analysis, out),
        (_, true, false) => outcomes_csv(&analysis, out),
        (_, false, true) => tiers_table(&analysis, out),
        (_, false, false) => outcomes_table(&handle, &analysis, out),
    }
}

/// One line a remoteness, the longest first, as analyses of this field do; then totals.
fn outcomes_table(handle: &VariantHandle, analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
    let Counts { all, canonical, .. } = &analysis.total;
    let mut table = TextTable::new(">>>>>>", ["remoteness", "win", "lose", "tie", "draw", "total"]);
    let mut row = |heading: String, counts: [u64; 4]| {
        let [win, lose, tie, draw] = counts.map(|n| if n == 0 { "-".to_owned() } else { thousands(n) });
        let total = thousands(counts.iter().sum());
        table.row([heading.into(), win.into(), lose.into(), tie.into(), draw.into(), total.into()]);
    };
    if all.of(Outcome::Draw) > 0 {
        row("endless".to_owned(), [0, 0, 0, all.of(Outcome::Draw)]);
    }
    for remoteness in (0..=all.max_remoteness().unwrap_or(0)).rev() {
        let of = |value| all.of(Outcome::new(value, remoteness));
        row(remoteness.to_string(), [of(Value::Win), of(Value::Lose), of(Value::Tie), 0]);
    }
    row("all".to_owned(), by_value(all));
    row("canonical".to_owned(), by_value(canonical));
    let [win, lose, tie, draw] = by_value(all).map(|part| percent(part, all.total()));
    table.row(["share".into(), win.into(), lose.into(), tie.into(), draw.into(), "".into()]);
    table.write(out)?;

    let (positions, classes) = (count(all.total(), "position"), thousands(canonical.total()));
    writeln!(out, "\n{}: {positions}, {classes} up to symmetry", handle.title())?;
    writeln!(out, "Moves in a position that is not over: {:.2} on average", analysis.total.branching())?;
    let longest = longest_examples(analysis);
    if !longest.is_empty() {
        writeln!(out, "Longest games:")?;
    }
    for (outcome, position) in longest {
        writeln!(out, "  {outcome}: {position}")?;
    }
    Ok(())
}

/// For each value that has a remoteness, the position that is farthest from the end.
fn longest_examples(analysis: &Analysis) -> Vec<(Outcome, &str)> {
    let mut longest: BTreeMap<Value, (Outcome, &str)> = BTreeMap::new();
    for (&outcome, position) in &analysis.examples {
        let best = longest.entry(outcome.value()).or_insert((outcome, position));
        if outcome.remoteness() > best.0.remoteness() {
            *best = (outcome, position);
        }
    }
    longest.into_values().rev().collect()
}

fn by_value(tally: &Tally) -> [u64; 4] {
    COLUMNS.map(|value| tally.with_value(value))
}

fn tiers_table(analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
    let headings = ["tier", "positions", "canonical", "win", "lose", "tie", "draw", "longest", "moves"];
    let mut table = TextTable::new("<>>>>>>>>", headings);
    let total = [("all".to_owned(), analysis.total.clone())];
    for (tier, counts) in analysis.tiers.iter().chain(&total) {
        let [win, lose, tie, draw] = by_value(&counts.all).map(thousands);
        table.row([
            tier.as_str().into(),
            thousands(counts.all.total()).into(),
            thousands(counts.canonical.total()).into(),
            win.into(),
            lose.into(),
            tie.into(),
            draw.into(),
            longest(counts).into(),
            format!("{:.2}", counts.branching()).into(),
        ]);
    }
    Ok(table.write(out)?)
}

fn longest(counts: &Counts) -> String {
    counts.all.max_remoteness().map_or_else(String::new, |remoteness| remoteness.to_string())
}

fn tiers_csv(analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "tier,positions,canonical,win,lose,tie,draw,longest,moves")?;
    for (tier, counts) in &analysis.tiers {
        let (all, canonical) = (counts.all.total(), counts.canonical.total());
        let [win, lose, tie, draw] = by_value(&counts.all);
        let (longest, moves) = (longest(counts), counts.branching());
        writeln!(out, "{tier},{all},{canonical},{win},{lose},{tie},{draw},{longest},{moves:.4}")?;
    }
    Ok(())
}

fn outcomes_csv(analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "value,remoteness,positions,canonical")?;
    for (outcome, positions) in analysis.total.all.iter() {
        let remoteness = outcome.remoteness().map_or_else(String::new, |remoteness| remoteness.to_string());
        let canonical = analysis.total.canonical.of(outcome);
        writeln!(out, "{},{remoteness},{positions},{canonical}", outcome.value())?;
    }
    Ok(())
}
