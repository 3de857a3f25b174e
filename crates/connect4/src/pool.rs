//! Buffers that are used again.
//!
//! The first touch of fresh memory can cost as much as computing what is written there, so buffers go back to a pool.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Buffers that are free, by their size.
#[derive(Default)]
pub(crate) struct Pool {
    free: Mutex<HashMap<usize, Vec<Vec<u8>>>>,
}

impl Pool {
    /// A buffer of at least this length, with any contents.
    pub(crate) fn take(&self, length: usize) -> Vec<u8> {
        let size = rounded(length);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&size).and_then(Vec::pop);
        free.unwrap_or_else(|| vec![0; size])
    }

    /// Takes a buffer back.
    pub(crate) fn give_back(&self, buffer: Vec<u8>) {
        if buffer.is_empty() {
            return;
        }
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.entry(buffer.len()).or_default().push(buffer);
    }
}

/// The next of four sizes in every power of two: few sizes, so that buffers fit again, and little waste.
pub(crate) fn rounded(length: usize) -> usize {
    let step = (length.max(256).next_power_of_two() / 8).max(1);
    length.max(1).next_multiple_of(step)
}
