//! Canonical forms of states in the counting of classes: under the symmetries of pieces that keep the
//! remaining ones.

use zermelo_core::Group;

use crate::board::{Board, CELLS};
use crate::classes::PIECES_OF;
use crate::planes::Lanes;

/// What a symmetry of pieces does.
struct Action {
    /// Where each piece goes.
    pieces: [u8; 16],
    /// For each set of lanes, its image.
    lanes: [Lanes; 256],
}

/// The symmetries that keep a set of remaining pieces, ready to make states canonical.
///
/// A state is replaced by the image with the smallest set of used pieces and, among those, with the smallest
/// lanes. States that are images of each other go on alike, because the pieces that remain, and those that
/// are still to be used, are images too.
pub(crate) struct StateSymmetry {
    actions: Vec<Action>,
    /// For each set of used pieces, where its best symmetries begin in `best`, and how many there are.
    of_used: Vec<(u32, u16)>,
    best: Vec<u16>,
    group: Group,
    elements: Vec<usize>,
}

impl StateSymmetry {
    /// Prepares the symmetries of `group` that keep `remaining`.
    pub(crate) fn new(group: Group, remaining: u16) -> StateSymmetry {
        let elements: Vec<usize> =
            (0..group.len()).filter(|&g| group.image(g, remaining.into()) == u64::from(remaining)).collect();
        let action = |&g: &usize| {
            let lane = |lane: u32| {
                let image = group.image(g, PIECES_OF[lane as usize].into()) as u16;
                PIECES_OF.iter().position(|&pieces| pieces == image).expect("a side of an attribute")
            };
            let to: [usize; 8] = std::array::from_fn(|i| lane(i as u32));
            let image =
                |lanes: usize| (0..8).filter(|i| lanes >> i & 1 == 1).fold(0, |image, i| image | 1 << to[i]);
            Action {
                pieces: std::array::from_fn(|piece| group.element(g).to(piece) as u8),
                lanes: std::array::from_fn(image),
            }
        };
        let actions = elements.iter().map(action).collect();
        let mut symmetry =
            StateSymmetry { actions, of_used: vec![(0, 0); 1 << 16], best: Vec::new(), group, elements };
        for used in (0..=u16::MAX).filter(|used| used & remaining == 0) {
            let image = |k: &usize| symmetry.group.image(symmetry.elements[*k], used.into());
            let all = 0..symmetry.elements.len();
            let smallest = all.clone().map(|k| image(&k)).min().expect("the identity");
            let best: Vec<u16> = all.filter(|k| image(k) == smallest).map(|k| k as u16).collect();
            symmetry.of_used[usize::from(used)] = (symmetry.best.len() as u32, best.len() as u16);
            symmetry.best.extend(best);
        }
        symmetry
    }

    /// Returns the canonical image of a state, and the number of the symmetry that leads there.
    #[inline]
    pub(crate) fn canonical(&self, used: u16, lanes: [Lanes; 10]) -> (u128, usize) {
        let (first, count) = self.of_used[usize::from(used)];
        let best = &self.best[first as usize..first as usize + usize::from(count)];
        let image = |k: u16| {
            let action = &self.actions[usize::from(k)];
            lanes
                .iter()
                .rev()
                .fold(0_u128, |image, &lanes| image << 8 | u128::from(action.lanes[usize::from(lanes)]))
        };
        let (image, k) = best.iter().map(|&k| (image(k), k)).min().expect("the identity is one of them");
        let used = self.group.image(self.elements[usize::from(k)], used.into());
        (u128::from(used) << 80 | image, k.into())
    }

    /// Returns the image of a board under a symmetry by its number.
    pub(crate) fn image(&self, board: Board, k: usize) -> Board {
        let pieces = (0..CELLS).filter_map(|cell| Some((cell, board.piece(cell)?)));
        pieces.fold(Board::EMPTY, |image, (cell, piece)| {
            image.with(cell, self.actions[k].pieces[usize::from(piece)])
        })
    }
}
