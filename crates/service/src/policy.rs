//! What is solved without being asked for by its name: the one rule of the command, the text interface and
//! the server.

use zermelo_library::{Extent, VariantHandle};

/// Games of so many slots are small, if nothing else is said.
pub const SMALL: u64 = 50_000_000;

/// Which unsolved games a visitor may cause to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolvePolicy {
    /// None: only what is solved is shown with values.
    None,
    /// Small variants that their games list.
    Listed,
    /// Small variants of any size that visitors think of.
    #[default]
    Open,
}

impl SolvePolicy {
    /// Returns why a variant may not be solved for visitors; `None` if it may.
    pub(crate) fn refusal(self, handle: &VariantHandle) -> Option<String> {
        let id = handle.id();
        match self {
            SolvePolicy::None => Some(format!("{id} is not solved, and nothing is solved for visitors here")),
            SolvePolicy::Listed if !handle.is_listed() => {
                Some(format!("{id} is not solved, and only listed variants are solved for visitors here"))
            }
            SolvePolicy::Listed | SolvePolicy::Open => None,
        }
    }
}

/// How a variant may be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is small, or how large it is turns out on the way: it is solved when somebody needs it.
    Small,
    /// It has too many slots, or needs too much memory.
    TooLarge,
    /// Nobody can tell how large it is, and positions can be solved one at a time.
    Live,
}

/// Returns how a variant of this size may be solved, with so many slots and bytes of memory at most.
pub fn verdict(handle: &VariantHandle, extent: Option<&Extent>, slots: u64, memory: u64) -> Verdict {
    match extent {
        None if handle.game.has_live_solver() => Verdict::Live,
        Some(extent) if extent.slots > slots || extent.memory > memory => Verdict::TooLarge,
        _ => Verdict::Small,
    }
}
