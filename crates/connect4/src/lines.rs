//! Lines of stones as shifts of sets, compiled once for each length of a winning line.

/// Whether `RUN` stones stand in a row along one of the steps.
#[inline(always)]
pub(crate) fn has_run<const RUN: usize>(stones: u64, steps: [u32; 4]) -> bool {
    let mut found = 0;
    for step in steps {
        let mut starts = stones;
        for place in 1..RUN {
            starts &= stones >> (place as u32 * step);
        }
        found |= starts;
    }
    found != 0
}

/// The cells, on the board or not, that together with `stones` make a row of `RUN`.
#[inline(always)]
pub(crate) fn completing<const RUN: usize>(stones: u64, steps: [u32; 4]) -> u64 {
    let mut found = 0;
    for step in steps {
        // below[i]: cells with at least i stones of the line right before them; above[i]: right behind them.
        let (mut below, mut above) = ([u64::MAX; RUN], [u64::MAX; RUN]);
        for i in 1..RUN {
            below[i] = below[i - 1] & (stones << (i as u32 * step));
            above[i] = above[i - 1] & (stones >> (i as u32 * step));
        }
        for i in 0..RUN {
            found |= below[i] & above[RUN - 1 - i];
        }
    }
    found
}
