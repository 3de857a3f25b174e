//! `zermelo test`: whether games keep the laws.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use serde_json::{Value as Json, json};
use zermelo_library::{Check, Effort, VariantHandle};
use zermelo_service::SMALL;
use zermelo_solve::unlimited;

use super::write_json;
use crate::args::TestArgs;
use crate::context::Context;
use crate::exit::Failure;
use crate::text::{count, thousands};

pub(super) fn run(args: &TestArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let effort = Effort { positions: args.positions, seed: args.seed };
    let mut ok = true;
    let mut reports: Vec<Json> = Vec::new();
    for handle in games(&args.games, context)? {
        let progress = context.progress();
        let checks = handle.game.test(&effort, &context.run(&progress))?;
        drop(progress);
        ok &= checks.iter().all(|check| check.failure.is_none());
        if context.json {
            reports.push(
                json!({ "game": handle.id(), "laws": checks.iter().map(check_json).collect::<Vec<_>>() }),
            );
        } else {
            tell(&handle, &checks, out)?;
        }
    }
    if context.json {
        write_json(out, &json!({ "ok": ok, "games": reports }))?;
    }
    if ok { Ok(()) } else { Err(Failure::No) }
}

/// The named games, or all listed variants that are not too large.
fn games(names: &[String], context: &Context) -> Result<Vec<VariantHandle>, Failure> {
    if !names.is_empty() {
        return names.iter().map(|name| context.open(name)).collect();
    }
    let mut games = Vec::new();
    for family in context.library.families() {
        for variant in &family.variants {
            let handle = context.open(&format!("{}/{}", family.id, variant.id))?;
            match handle.size(&unlimited())?.filter(|extent| extent.slots > SMALL) {
                Some(extent) => context.note(&format!(
                    "{} has {} positions and is left out; name it to test it",
                    handle.id(),
                    thousands(extent.slots)
                )),
                None => games.push(handle),
            }
        }
    }
    Ok(games)
}

fn tell(handle: &VariantHandle, checks: &[Check], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", handle.id())?;
    for Check { law, cases, failure } in checks {
        match failure {
            None => writeln!(out, "  ok      {law} ({})", count(*cases, "case"))?,
            Some(why) => {
                let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
                writeln!(out, "  {red}FAILED{red:#}  {law}: {why}")?;
            }
        }
    }
    Ok(())
}

fn check_json(check: &Check) -> Json {
    json!({ "law": check.law, "cases": check.cases, "ok": check.failure.is_none(), "failure": check.failure })
}
