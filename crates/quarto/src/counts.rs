//! How many positions of a level are worth what.

use std::collections::BTreeMap;

use crate::board::{CELLS, Elements};
use crate::classes::Layer;
use crate::orbits::{SetOrbits, piece_symmetries, slot_symmetries};
use crate::score::Score;
use crate::search::Search;

/// The positions of one level by what they are worth to the player who places a piece. Positions in which
/// somebody has won count once each, not once for every piece that is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// For each score how many positions have it.
    pub scores: BTreeMap<Score, u128>,
    /// How many positions are won by the player who placed the last piece.
    pub ended: u128,
    /// How many classes of boards were looked at.
    pub classes: u64,
}

/// The layers of one level up to symmetry, each with the number of layers that are like it.
pub fn layers(level: u32) -> Vec<(Layer, u128)> {
    let filled = SetOrbits::new(slot_symmetries(), level);
    let remaining = SetOrbits::new(piece_symmetries(), CELLS - level);
    let pairs =
        (0..filled.count()).flat_map(|slots| (0..remaining.count()).map(move |pieces| (slots, pieces)));
    let layer = |(slots, pieces)| {
        let layer =
            Layer { filled: filled.representative(slots), remaining: remaining.representative(pieces) };
        (layer, (filled.images(slots) * remaining.images(pieces)) as u128)
    };
    pairs.map(layer).collect()
}

impl Counts {
    /// Adds the positions of `times` layers like this one.
    pub fn add(&mut self, layer: Layer, times: u128, search: &mut Search) {
        for class in layer.classes() {
            self.classes += 1;
            let boards = u128::from(class.boards) * times;
            if layer.remaining == 0 {
                *self.scores.entry(Score::TIE).or_default() += boards;
            }
            for piece in Elements(layer.remaining) {
                let score = search.placing(class.board, piece as u8, &|| false).expect("nobody gives up");
                *self.scores.entry(score).or_default() += boards;
            }
        }
        self.ended += u128::from(layer.ended()) * times;
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Counts) {
        for (score, positions) in &other.scores {
            *self.scores.entry(*score).or_default() += positions;
        }
        self.ended += other.ended;
        self.classes += other.classes;
    }
}
