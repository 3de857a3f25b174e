//! Large collections: tiers, their numbering, and moves played and taken back quickly.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use zermelo_core::{Reach, Retrograde, TierKind, Tiered, Turn};

use super::board::{Board, could_attack};
use super::index::Placements;
use super::kind::Man;
use super::position::Position;
use super::tier::Tier;
use super::{Move, Xiangqi};

impl Tiered for Xiangqi {
    type Tier = Tier;
    type Index = Placements;

    const TIES: bool = false;
    const FOLDS_PLAYERS: bool = true;
    const ENDGAMES: bool = true;

    fn roots(&self) -> Vec<Tier> {
        self.roots.clone()
    }

    #[inline]
    fn is_legal(&self, p: &Position) -> bool {
        Board::new(p).is_sound(p)
    }

    /// Red is the stronger player, or the one to move if both have the same men.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        let normal = match p.tier().balance() {
            Ordering::Greater => true,
            Ordering::Equal => p.turn() == Turn::First,
            Ordering::Less => false,
        };
        if normal { *p } else { p.swapped() }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        p.tier()
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        tier.children().into_iter().collect()
    }

    fn kind(&self, _: Tier) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, tier: Tier) -> Placements {
        Placements::new(tier)
    }

    #[inline]
    fn item(&self, p: &Position) -> Position {
        *p
    }

    #[inline]
    fn position(&self, _: Tier, p: Position) -> Position {
        p
    }

    /// Plays on one board, and asks whether the king is safe only where he may not be: when he moves, or when some man of
    /// the opponent has him in his sights.
    #[inline]
    fn for_each_child<B>(
        &self,
        _: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut board = Board::new(p);
        let (mover, other) = (p.turn(), p.turn().next());
        let (own_king, other_king) = (p.king_of(mover), p.king_of(other));
        let king = own_king.1.square;
        let could_attack = |(_, man)| could_attack(man, king);
        let exposed = could_attack(other_king) || p.men_of(other).any(could_attack);
        for (i, standing) in p.men_of(mover).chain([own_king]) {
            let from = standing.square;
            for &to in board.targets(standing, reach).as_slice() {
                let taken = board.man_at(to);
                let is_king = standing.man == Man::King;
                if exposed || is_king {
                    let there = board.play(from, to);
                    let check = board.in_check(p, if is_king { to } else { king }, mover, taken);
                    board.take_back(from, to, there);
                    if check {
                        continue;
                    }
                }
                let stays = reach == Reach::Inside
                    || (taken.is_none() && (standing.man != Man::Pawn || from.abs_diff(to) == 1));
                visit(if stays { p.shifted(i, to) } else { p.played(i, to, taken) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Retrograde for Xiangqi {
    /// Whoever is not to move has just moved. What he did was legal, because `p` is.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let board = Board::new(p);
        let moved = p.turn().next();
        for (i, standing) in p.men_of(moved).chain([p.king_of(moved)]) {
            for &from in board.sources(standing).as_slice() {
                visit(p.shifted(i, from));
            }
        }
    }
}
