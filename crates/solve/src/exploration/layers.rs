//! Deciding a game in which every move leads to the next level: from the last level to the first.

use std::ops::Range;

use rayon::prelude::*;
use zermelo_core::{Codes, Key, Outcome, PackedGame, Value, Word};

use super::children::Children;
use super::sorted_keys::{KeyTable, SortedKeys};
use crate::{Run, SolveError};

/// Children that a thread looks up together: the more, the less often the next level is read.
const LOOKED_UP: usize = 1 << 20;

/// The codes of the levels, the last one first.
pub(crate) type Rows<C> = Vec<Vec<<C as Codes>::Word>>;

/// Decides the levels that have no codes yet. Returns whether remoteness has room in these codes; if not, the levels before
/// can go on in wider ones.
pub(crate) fn decide<K: Key, C: Codes>(
    game: &dyn PackedGame<K>,
    levels: &[SortedKeys<K>],
    rows: &mut Rows<C>,
    run: &Run<'_>,
) -> Result<bool, SolveError> {
    while rows.len() < levels.len() {
        let number = levels.len() - 1 - rows.len();
        let level = &levels[number];
        let next = levels.get(number + 1).zip(rows.last().map(Vec::as_slice));
        let threads = rayon::current_num_threads();
        let share = level.blocks().div_ceil(if threads == 1 { 1 } else { 4 * threads });
        let shares = (0..level.blocks()).step_by(share).collect::<Vec<_>>().into_par_iter();
        let decided = shares.map(|first| {
            let blocks = first..level.blocks().min(first + share);
            decide_blocks::<K, C>(game, level, blocks, next, run)
        });
        let Some(parts) = decided.collect::<Result<Option<Vec<_>>, SolveError>>()? else {
            return Ok(false);
        };
        rows.push(parts.concat());
    }
    Ok(true)
}

fn decide_blocks<K: Key, C: Codes>(
    game: &dyn PackedGame<K>,
    level: &SortedKeys<K>,
    blocks: Range<usize>,
    next: Option<(&SortedKeys<K>, &[C::Word])>,
    run: &Run<'_>,
) -> Result<Option<Vec<C::Word>>, SolveError> {
    let mut children = Children::new();
    let mut positions = Vec::new();
    let mut codes = Vec::new();
    let mut of_children = Vec::new();
    for block in blocks.clone() {
        positions.clear();
        level.read(block, &mut positions)?;
        children.add(game, &positions);
        if children.listed() < LOOKED_UP && block + 1 < blocks.end {
            continue;
        }
        run.check()?;
        of_children.clear();
        of_children.resize(children.listed(), C::Word::default());
        if let Some((next, codes)) = next {
            let note = |number: u32, rank: u64| of_children[number as usize] = codes[rank as usize];
            if !children.look_up(next, note)? {
                return Err(SolveError::Unsteady);
            }
        } else if children.listed() > 0 {
            return Err(SolveError::Unsteady);
        }
        let mut numbers = children.numbers.iter();
        for (&end, &degree) in children.ends.iter().zip(&children.degrees) {
            let own = numbers.by_ref().take(degree as usize);
            let smallest = own.map(|&number| of_children[number as usize]).min();
            let Some(code) = code_of::<C>(end, smallest) else { return Ok(None) };
            codes.push(code);
        }
        children.clear();
    }
    Ok(Some(codes))
}

/// The code of a position by its end, or by the smallest code among its children; `None` if it has no room.
fn code_of<C: Codes>(end: Option<Value>, smallest: Option<C::Word>) -> Option<C::Word> {
    match (end, smallest) {
        (Some(value), _) => C::encode(Outcome::ended(value)),
        (None, Some(smallest)) => C::before(smallest),
        (None, None) => unreachable!("a position without moves is an end"),
    }
}

/// The same outcomes in wider codes.
pub(crate) fn widen<A: Codes, B: Codes>(codes: &[A::Word]) -> Vec<B::Word> {
    let convert = |&code: &A::Word| match A::decode(code) {
        Some(outcome) => B::encode(outcome).expect("wider codes have room for what narrower ones hold"),
        None => B::Word::of(B::PENDING),
    };
    codes.par_iter().with_min_len(1 << 14).map(convert).collect()
}
