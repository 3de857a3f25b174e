//! Nim-values of impartial sums, after Lemoine and Viennot.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::deep::deepen;
use crate::effort::{Effort, Stopped};
use crate::evaluator::Evaluator;
use crate::part::Part;

/// Nim-values of parts, found by asking "is it this value?" rather than by evaluating all options.
///
/// A part has nim-value `k` if no option has `k` and every smaller value is an option's. To refute
/// a value, one option is enough; so most options are never evaluated.
#[derive(Default)]
pub(crate) struct NimSearch {
    infos: FxHashMap<Part, Info>,
}

#[derive(Default)]
struct Info {
    nim: Option<u32>,
    /// Bit `k`: some option has nim-value `k`, so the part has not.
    excluded: u64,
    /// The options as lists of parts, most promising first.
    options: Option<std::rc::Rc<[Vec<Part>]>>,
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
                self.infos.entry(part).or_default().nim = Some(candidate);
            }
        }
        unreachable!("a part has finitely many options")
    }

    fn known(&mut self, evaluator: &Evaluator, part: Part) -> Option<u32> {
        match self.infos.get(&part) {
            Some(info) => info.nim,
            None => {
                let nim = evaluator.parts.nim_formula(part);
                self.infos.entry(part).or_default().nim = nim;
                nim
            }
        }
    }

    /// Whether a part has this nim-value.
    fn is_nim(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if let Some(known) = self.known(evaluator, part) {
            return Ok(known == nim);
        }
        if self.has_option(evaluator, part, nim, effort)? {
            return Ok(false);
        }
        for smaller in 0..nim {
            if !self.has_option(evaluator, part, smaller, effort)? {
                self.infos.entry(part).or_default().nim = Some(smaller);
                return Ok(false);
            }
        }
        self.infos.entry(part).or_default().nim = Some(nim);
        Ok(true)
    }

    /// Whether some option of a part has this nim-value.
    fn has_option(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        let mask = if nim < 64 { 1_u64 << nim } else { 0 };
        if self.infos.entry(part).or_default().excluded & mask != 0 {
            return Ok(true);
        }
        effort.step()?;
        let options = self.options(evaluator, part);
        for option in options.iter() {
            if deepen(|| self.sum_is_nim(evaluator, option, nim, effort))? {
                self.infos.entry(part).or_default().excluded |= mask;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum has this nim-value: all parts but the largest are evaluated.
    fn sum_is_nim(
        &mut self,
        evaluator: &mut Evaluator,
        parts: &[Part],
        mut nim: u32,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        let Some((&largest, others)) = parts.split_last() else { return Ok(nim == 0) };
        for &part in others {
            nim ^= self.nim(evaluator, part, effort)?;
        }
        self.is_nim(evaluator, largest, nim, effort)
    }

    /// The options, those with few moves first; in each the part with the most moves last.
    fn options(&mut self, evaluator: &mut Evaluator, part: Part) -> std::rc::Rc<[Vec<Part>]> {
        if let Some(options) = self.infos.get(&part).and_then(|info| info.options.clone()) {
            return options;
        }
        let raw = evaluator.raw_options(part, Player::Left);
        let mut options: Vec<Vec<Part>> = raw.iter().map(<[Part]>::to_vec).collect();
        for option in &mut options {
            // Equal parts add up to zero.
            let mut kept: Vec<Part> = Vec::with_capacity(option.len());
            for &part in option.iter() {
                if kept.last() == Some(&part) {
                    kept.pop();
                } else {
                    kept.push(part);
                }
            }
            kept.sort_by_cached_key(|&part| evaluator.mobility(part, Player::Left));
            *option = kept;
        }
        options.sort_by_cached_key(|option| {
            option.last().map_or(0, |&largest| evaluator.mobility(largest, Player::Left))
        });
        options.dedup();
        let options: std::rc::Rc<[Vec<Part>]> = options.into();
        self.infos.entry(part).or_default().options = Some(options.clone());
        options
    }
}
