//! `zermelo cgt-db`: databases of small combinatorial games.

use std::io::Write;

use serde_json::json;
use zermelo_cgt::{Budget, BuildError, Database, DatabaseExtent, Stopped, Switches};

use super::{combinatorial, write_json};
use crate::args::CgtDbAction;
use crate::context::Context;
use crate::exit::Failure;
use crate::text::thousands;

pub(super) fn run(action: &CgtDbAction, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    match action {
        CgtDbAction::Build { ruleset, max, from } => {
            let extent = max.map_or_else(|| DatabaseExtent::From(from.clone()), DatabaseExtent::UpTo);
            build(ruleset, &extent, context)?;
            info(ruleset, context, out)
        }
        CgtDbAction::Info { ruleset } => info(ruleset, context, out),
    }
}

fn build(ruleset: &str, extent: &DatabaseExtent, context: &Context) -> Result<(), Failure> {
    let mut session = combinatorial::session(context, Switches::default(), &[])?;
    let mut effort = Budget::unlimited().with_interrupt(context.cancel());
    let built = session.build_database(ruleset, extent, &context.combinatorial_data(), &mut effort);
    match built {
        Ok(_) => Ok(()),
        Err(BuildError::Stopped(Stopped::Interrupted)) => Err(Failure::Interrupted("interrupted".to_owned())),
        Err(error @ (BuildError::Stopped(_) | BuildError::Database(_))) => {
            Err(Failure::Environment(error.to_string()))
        }
        Err(error) => Err(Failure::input(error.to_string())),
    }
}

fn info(ruleset: &str, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = context.combinatorial_data();
    let database =
        Database::open(&folder, ruleset).map_err(|error| Failure::Environment(error.to_string()))?;
    let Some(database) = database else {
        let folder = folder.display();
        return Err(Failure::input(format!(
            "there is no database of {ruleset:?} in {folder}; 'zermelo cgt-db build' makes one"
        )));
    };
    let kind = if database.is_impartial { "nim-values" } else { "values" };
    if context.json {
        let json = json!({
            "ruleset": database.title,
            "size": database.size,
            "kind": kind,
            "positions": database.len(),
            "values": database.value_count(),
            "bytes": database.byte_count(),
        });
        return write_json(out, &json);
    }
    let (title, extent) = (&database.title, database.extent());
    writeln!(
        out,
        "{title} {extent}: {kind} of {} positions, {} bytes",
        thousands(database.len() as u64),
        thousands(database.byte_count() as u64)
    )?;
    Ok(())
}
