//! Small games for tests: positions are numbers, and who can go where is listed.

use std::collections::BTreeSet;

use zermelo_core::{Batch, Measure, Outcome, PackedGame, Value};

/// Of each position its end, or where its moves lead. The start is 0.
pub(crate) struct Graph(pub(crate) Vec<Result<Vec<u64>, Value>>);

impl Graph {
    /// Random moves from each position to some of those that `targets` allows; without any it is an end.
    pub(crate) fn random(
        random: &mut fastrand::Rng,
        positions: u64,
        targets: impl Fn(u64) -> std::ops::Range<u64>,
    ) -> Graph {
        let values = [Value::Lose, Value::Win, Value::Tie];
        let mut node = |position| {
            let targets = targets(position);
            if targets.is_empty() || position > 0 && random.u8(..8) == 0 {
                return Err(values[random.usize(..3)]);
            }
            Ok((0..random.usize(1..5)).map(|_| random.u64(targets.clone())).collect())
        };
        Graph((0..positions).map(&mut node).collect())
    }

    /// Moves lead from each ten positions to the next ten.
    pub(crate) fn layered(random: &mut fastrand::Rng, positions: u64) -> Graph {
        Graph::random(random, positions, |position| {
            let next = position.div_ceil(10) * 10 + 1;
            next..(next + 10).min(positions).max(next)
        })
    }

    /// What can be reached, by the smallest number of moves.
    pub(crate) fn levels(&self) -> Vec<BTreeSet<u64>> {
        let mut levels = vec![BTreeSet::from([0])];
        loop {
            let last = levels[levels.len() - 1].iter();
            let children = last.flat_map(|&position| self.0[position as usize].iter().flatten().copied());
            let new: BTreeSet<u64> =
                children.filter(|child| !levels.iter().any(|level| level.contains(child))).collect();
            if new.is_empty() {
                return levels;
            }
            levels.push(new);
        }
    }
}

impl PackedGame<u64> for Graph {
    fn bits(&self) -> u32 {
        64
    }

    fn start(&self) -> u64 {
        0
    }

    fn expand(&self, positions: &[u64], out: &mut Batch<u64>) {
        *out = Batch::default();
        for &position in positions {
            let children = self.0[position as usize].as_deref().unwrap_or_default();
            out.ends.push(self.0[position as usize].as_ref().err().copied());
            out.degrees.push(children.len() as u32);
            out.children.extend(children);
        }
    }

    fn measure(&self, positions: &[u64], out: &mut Vec<Measure>) {
        out.clear();
        let moves = |position: &u64| self.0[*position as usize].as_ref().map_or(0, Vec::len) as u64;
        out.extend(positions.iter().map(|position| Measure { images: 1, moves: moves(position) }));
    }

    fn format(&self, key: u64) -> Option<String> {
        self.0.get(key as usize).map(|_| key.to_string())
    }
}

/// The outcome of a position by those of its children: the fastest win; else, unless all children win, the
/// fastest tie; else a draw; else the slowest loss.
pub(crate) fn follows(children: &[Outcome]) -> Outcome {
    let of =
        |pick: fn(&Outcome) -> Option<u32>| children.iter().filter_map(pick).map(|remoteness| remoteness + 1);
    let lost = of(|child| if let Outcome::Lose(r) = child { Some(*r) } else { None });
    let tied = of(|child| if let Outcome::Tie(r) = child { Some(*r) } else { None });
    let won = of(|child| if let Outcome::Win(r) = child { Some(*r) } else { None });
    if let Some(remoteness) = lost.min() {
        Outcome::Win(remoteness)
    } else if let Some(remoteness) = tied.min() {
        Outcome::Tie(remoteness)
    } else if children.contains(&Outcome::Draw) {
        Outcome::Draw
    } else {
        Outcome::Lose(won.max().expect("a move"))
    }
}
