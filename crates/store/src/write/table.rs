//! What a solver hands over to be stored.

use zermelo_core::Outcome;

/// One tier: a code per slot, and what the codes mean.
pub struct Table<'a> {
    /// Unique in the database.
    pub name: &'a str,
    /// A code for every slot.
    pub words: Words<'a>,
    /// The outcome of a code, `None` for a slot that no position uses. Called once per code that occurs.
    pub decode: &'a (dyn Fn(u16) -> Option<Outcome> + Sync),
    /// Slots whose outcome the codes cannot tell, in ascending order, with their outcomes. Usually none.
    pub exceptions: &'a [(u64, Outcome)],
    /// Whether a reader must learn which slots no position uses. It costs room on disk; otherwise an unused slot gets the
    /// outcome of a neighbour.
    pub sparse: bool,
}

/// The codes of a solver, one or two bytes each.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// One byte per slot.
    Narrow(&'a [u8]),
    /// Two bytes per slot.
    Wide(&'a [u16]),
}
