//! Nim-values of impartial sums, after Lemoine and Viennot.

use std::ops::Range;

use crate::Player;
use crate::deep::deepen;
use crate::effort::{Effort, Stopped};
use crate::evaluator::Evaluator;
use crate::part::Part;
use crate::room::{Kept, NewNumbers};

/// Nim-values of parts, found by asking "is it this value?" rather than by evaluating all options.
///
/// A part has nim-value `k` if no option has `k` and every smaller value is an option's. To refute
/// a value, one option is enough; so most options are never evaluated.
#[derive(Default)]
pub(crate) struct NimSearch {
    /// By the index of the part.
    infos: Vec<Info>,
    /// The options of parts, see [`NimSearch::options`].
    pool: Vec<u32>,
    /// How many things were ever found out about parts.
    results: u64,
}

#[derive(Clone, Copy)]
struct Info {
    /// The nim-value, or [`UNKNOWN`].
    nim: u32,
    /// Where the options begin in the pool, or [`UNKNOWN`].
    options: u32,
    /// Bit `k`: some option has nim-value `k`, so the part has not.
    excluded: u64,
}

const UNKNOWN: u32 = u32::MAX;
const BLANK: Info = Info { nim: UNKNOWN, options: UNKNOWN, excluded: 0 };

/// Counting the memory costs about as much as a node.
const NODES_PER_LOOK: u64 = 64;

/// The bit of a nim-value in [`Info::excluded`]; large values have none.
const fn mask(nim: u32) -> u64 {
    if nim < u64::BITS { 1 << nim } else { 0 }
}

impl NimSearch {
    /// The nim-value of a sum of impartial parts.
    pub(crate) fn nim_of_sum(
        &mut self,
        evaluator: &mut Evaluator,
        parts: &[Part],
        effort: &mut Effort,
    ) -> Result<u32, Stopped> {
        parts.iter().try_fold(0, |nim, &part| Ok(nim ^ self.nim(evaluator, part, effort)?))
    }

    /// The nim-value of a part.
    pub(crate) fn nim(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        effort: &mut Effort,
    ) -> Result<u32, Stopped> {
        for candidate in 0.. {
            if let Some(nim) = self.known(evaluator, part) {
                return Ok(nim);
            }
            if !self.has_option(evaluator, part, candidate, effort)? {
                self.found_out(part, candidate);
            }
        }
        unreachable!("a part has finitely many options")
    }

    /// The nim-value of a part, if it was found out.
    pub(crate) fn found(&self, part: Part) -> Option<u32> {
        self.infos.get(part.index()).map(|info| info.nim).filter(|&nim| nim != UNKNOWN)
    }

    fn info(&mut self, part: Part) -> &mut Info {
        if self.infos.len() <= part.index() {
            self.infos.resize(part.index() + 1, BLANK);
        }
        &mut self.infos[part.index()]
    }

    /// How many things were ever found out about parts.
    pub(crate) fn results(&self) -> u64 {
        self.results
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.infos.capacity() * size_of::<Info>() + self.pool.capacity() * size_of::<u32>()
    }

    fn check_memory(&self, evaluator: &Evaluator) -> Result<(), Stopped> {
        evaluator.check_memory_with(self.bytes())
    }

    /// Marks the parts of which something was found out.
    pub(crate) fn mark(&self, kept: &mut Kept) {
        for (index, info) in self.infos.iter().enumerate() {
            if info.nim != UNKNOWN || info.excluded != 0 {
                kept.keep(Part((index as u32) << 1));
            }
        }
    }

    /// Parts have new numbers. Their options are forgotten.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        self.pool = Vec::new();
        numbers.filter(&mut self.infos);
        for info in &mut self.infos {
            info.options = UNKNOWN;
        }
    }

    fn known(&mut self, evaluator: &Evaluator, part: Part) -> Option<u32> {
        let info = self.info(part);
        if info.nim != UNKNOWN {
            return Some(info.nim);
        }
        // Formulas are asked once, before anything else is found out.
        if info.options != UNKNOWN {
            return None;
        }
        let nim = evaluator.given_nim(part)?;
        self.info(part).nim = nim;
        Some(nim)
    }

    fn found_out(&mut self, part: Part, nim: u32) {
        self.info(part).nim = nim;
        self.results += 1;
    }

    /// Whether a part has this nim-value.
    fn is_nim(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if let Some(answer) = self.is_known_nim(evaluator, part, nim) {
            return Ok(answer);
        }
        if self.has_option(evaluator, part, nim, effort)? {
            return Ok(false);
        }
        for smaller in 0..nim {
            if !self.has_option(evaluator, part, smaller, effort)? {
                self.found_out(part, smaller);
                return Ok(false);
            }
        }
        self.found_out(part, nim);
        Ok(true)
    }

    /// Whether a part has this nim-value, if that is known already.
    fn is_known_nim(&mut self, evaluator: &mut Evaluator, part: Part, nim: u32) -> Option<bool> {
        match self.known(evaluator, part) {
            Some(known) => Some(known == nim),
            None if self.info(part).excluded & mask(nim) != 0 => Some(false),
            // As many options as smaller values are needed.
            None if evaluator.mobility(part, Player::Left) < nim as usize => Some(false),
            None => None,
        }
    }

    /// Whether some option of a part has this nim-value.
    fn has_option(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if self.info(part).excluded & mask(nim) != 0 {
            return Ok(true);
        }
        effort.step()?;
        if effort.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.check_memory(evaluator)?;
        }
        let list = self.options(evaluator, part) as usize;
        // What is known already costs nothing; so it is asked before anything is searched.
        let found = self.known_option(evaluator, list, nim) || {
            let mut found = false;
            let (count, mut at) = (self.pool[list], list + 1);
            for _ in 0..count {
                let end = at + 1 + self.pool[at] as usize;
                if deepen(|| self.sum_is_nim(evaluator, at + 1..end, nim, effort))? {
                    found = true;
                    break;
                }
                at = end;
            }
            found
        };
        if found {
            self.info(part).excluded |= mask(nim);
            self.results += 1;
        }
        Ok(found)
    }

    /// Whether an option is known to have this nim-value.
    fn known_option(&mut self, evaluator: &mut Evaluator, list: usize, nim: u32) -> bool {
        let (count, mut at) = (self.pool[list], list + 1);
        (0..count).any(|_| {
            let end = at + 1 + self.pool[at] as usize;
            let parts = at + 1..end;
            at = end;
            let mut rest = nim;
            for place in parts {
                match self.known(evaluator, Part(self.pool[place])) {
                    Some(known) => rest ^= known,
                    None => return false,
                }
            }
            rest == 0
        })
    }

    /// Whether a sum, a range of the pool, has this nim-value: all parts but the largest are
    /// evaluated.
    fn sum_is_nim(
        &mut self,
        evaluator: &mut Evaluator,
        parts: Range<usize>,
        mut nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if parts.is_empty() {
            return Ok(nim == 0);
        }
        let last = parts.end - 1;
        for place in parts.start..last {
            nim ^= self.nim(evaluator, Part(self.pool[place]), effort)?;
        }
        self.is_nim(evaluator, Part(self.pool[last]), nim, effort)
    }

    /// Where the options of a part begin in the pool: their number, then for each the number of its
    /// parts and the parts. Those with few moves come first; in each the part with the most moves
    /// comes last.
    fn options(&mut self, evaluator: &mut Evaluator, part: Part) -> u32 {
        let known = self.info(part).options;
        if known != UNKNOWN {
            return known;
        }
        let raw = evaluator.raw_options(part, Player::Left);
        let mut options: Vec<(usize, Vec<Part>)> = Vec::new();
        for option in raw.iter() {
            // Equal parts add up to zero.
            let mut kept: Vec<Part> = Vec::with_capacity(option.len());
            for &part in option {
                if kept.last() == Some(&part) {
                    kept.pop();
                } else {
                    kept.push(part);
                }
            }
            kept.sort_by_cached_key(|&part| evaluator.mobility(part, Player::Left));
            let size = kept.last().map_or(0, |&largest| evaluator.mobility(largest, Player::Left));
            options.push((size, kept));
        }
        options.sort_unstable();
        options.dedup();
        let start = self.pool.len() as u32;
        self.pool.push(options.len() as u32);
        for (_, option) in options {
            self.pool.push(option.len() as u32);
            self.pool.extend(option.iter().map(|part| part.0));
        }
        self.info(part).options = start;
        start
    }
}
