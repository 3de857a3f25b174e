//! Recursion as deep as the games are.

/// What a step of a recursion may need before it asks again.
const RED_ZONE: usize = 128 << 10;
const MORE: usize = 4 << 20;

/// Runs one step of a recursion over options, on a new piece of stack if the present one is nearly used up.
///
/// Canonical forms can be a million moves deep, which no thread's stack holds; explicit stacks for every
/// operation would bury the rules they compute.
#[inline]
pub(crate) fn deepen<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, MORE, step)
}
