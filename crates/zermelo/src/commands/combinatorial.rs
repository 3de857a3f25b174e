//! What the commands about combinatorial games share.

use std::collections::BTreeSet;
use std::sync::Arc;

use zermelo_cgt::{Database, PositionError, Session, Switches};

use crate::context::Context;
use crate::exit::Failure;

/// The databases of some rulesets, as far as there are any.
pub(super) fn databases<'title>(
    context: &Context,
    titles: impl IntoIterator<Item = &'title str>,
) -> Result<Vec<Arc<Database>>, Failure> {
    let folder = context.combinatorial_data();
    let titles: BTreeSet<&str> = titles.into_iter().collect();
    let open =
        |title: &str| Database::open(&folder, title).map_err(|error| Failure::Environment(error.to_string()));
    let found = titles.into_iter().map(|title| Ok(open(title)?.map(Arc::new)));
    Ok(found.collect::<Result<Vec<_>, Failure>>()?.into_iter().flatten().collect())
}

/// A session with the memory that the user allows, which looks things up in databases.
pub(super) fn session(
    context: &Context,
    switches: Switches,
    databases: &[Arc<Database>],
) -> Result<Session, Failure> {
    session_within(memory(context), switches, databases)
}

/// The same with helpers, if there are to be more threads than one. They share the memory, half a part of
/// which is for what they tell each other.
pub(super) fn session_on_threads(
    context: &Context,
    switches: Switches,
    databases: &[Arc<Database>],
    threads: usize,
) -> Result<Session, Failure> {
    if threads == 1 {
        return session(context, switches, databases);
    }
    let part = memory(context) / (2 * threads + 1) * 2;
    let first = session_within(part, switches, databases)?;
    let databases = databases.to_vec();
    Ok(first.with_helpers(threads - 1, move || {
        session_within(part, switches, &databases).expect("one like it was made before")
    }))
}

/// Returns how many columns the terminal has to which the output goes, if it goes to one.
pub(super) fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// What is wrong with a text, and where.
pub(super) fn with_column(error: &PositionError) -> String {
    format!("column {}: {error}", error.offset() + 1)
}

/// What the program itself takes: its code, stacks, and the holes that outgrown tables leave behind.
const PROGRAM: usize = 12 << 20;

/// Bytes for values and sums, of those that the program may take. They are modest unless the user says more.
pub(super) fn memory(context: &Context) -> usize {
    let without_program = |bytes: usize| bytes - PROGRAM.min(bytes / 2);
    let modest = || Session::MEMORY.min(without_program(context.memory()));
    context.asked_memory().map_or_else(modest, without_program)
}

/// A session with so many bytes of memory, which looks things up in databases.
pub(super) fn session_within(
    memory: usize,
    switches: Switches,
    databases: &[Arc<Database>],
) -> Result<Session, Failure> {
    let mut session = Session::with_switches(switches).with_memory(memory);
    for database in databases {
        let used = session.use_database(Arc::clone(database));
        used.map_err(|error| Failure::Environment(error.to_string()))?;
    }
    Ok(session)
}
