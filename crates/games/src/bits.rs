//! Sets of cells as masks.

/// The cells of a set, in ascending order.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

/// The pairs of points that lines join, each once, from the set of points that are joined to each point.
pub(crate) fn joined(beside: impl IntoIterator<Item = u32>) -> Vec<(usize, usize)> {
    let later = |(from, beside): (usize, u32)| bits(beside).map(move |to| (from, usize::from(to)));
    beside.into_iter().enumerate().flat_map(later).filter(|(from, to)| from < to).collect()
}
