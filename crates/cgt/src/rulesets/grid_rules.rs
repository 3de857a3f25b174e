//! Rulesets of games on grids, which are the same whatever kind of set holds the cells.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::boards::cell_set::{CellSet, WideSet};
use crate::{Player, PositionError, Ruleset, SignedNormal};

/// The rules of a game on a grid: as [`Ruleset`], for sets of cells of any kind.
///
/// Every such game is a [`Ruleset`] on boards of usual size, and in [`Wide`] on larger ones.
pub trait GridRules {
    /// A position.
    type Position<S: CellSet>: Clone + Eq + Hash + Ord + Debug;
    /// A move.
    type Move: Copy + Display;

    /// See [`Ruleset::title`].
    fn title(&self) -> &'static str;

    /// See [`Ruleset::symbols`].
    fn symbols(&self) -> &'static str {
        ""
    }

    /// See [`Ruleset::parse`].
    fn parse<S: CellSet>(&self, text: &str) -> Result<Self::Position<S>, PositionError>;

    /// See [`Ruleset::format`].
    fn format<S: CellSet>(&self, position: &Self::Position<S>) -> String;

    /// See [`Ruleset::moves`].
    fn moves<S: CellSet>(&self, position: &Self::Position<S>, player: Player, moves: &mut Vec<Self::Move>);

    /// See [`Ruleset::some_moves`].
    fn some_moves<S: CellSet>(
        &self,
        position: &Self::Position<S>,
        player: Player,
        _from: usize,
        moves: &mut Vec<Self::Move>,
    ) -> Option<usize> {
        self.moves(position, player, moves);
        None
    }

    /// See [`Ruleset::play`].
    fn play<S: CellSet>(
        &self,
        position: &Self::Position<S>,
        player: Player,
        mv: Self::Move,
    ) -> Self::Position<S>;

    /// See [`Ruleset::split`].
    fn split<S: CellSet>(&self, position: &Self::Position<S>, parts: &mut Vec<Self::Position<S>>) {
        parts.push(position.clone());
    }

    /// See [`Ruleset::split_impartial`].
    fn split_impartial<S: CellSet>(&self, position: &Self::Position<S>, parts: &mut Vec<Self::Position<S>>) {
        self.split(position, parts);
    }

    /// See [`Ruleset::normal`].
    fn normal<S: CellSet>(&self, position: &Self::Position<S>) -> Self::Position<S> {
        position.clone()
    }

    /// See [`Ruleset::negative`].
    fn negative<S: CellSet>(&self, _position: &Self::Position<S>) -> Option<Self::Position<S>> {
        None
    }

    /// See [`Ruleset::signed_normal`].
    fn signed_normal<S: CellSet>(&self, position: &Self::Position<S>) -> SignedNormal<Self::Position<S>> {
        let normal = self.normal(position);
        match self.negative(position).map(|negative| self.normal(&negative)) {
            Some(negative) => SignedNormal::of(normal, negative),
            None => SignedNormal { position: normal, negated: false, own_negative: false },
        }
    }

    /// See [`Ruleset::count_moves`].
    fn count_moves<S: CellSet>(&self, _position: &Self::Position<S>, _player: Player) -> Option<usize> {
        None
    }

    /// See [`Ruleset::most_moves`].
    fn most_moves<S: CellSet>(&self, _position: &Self::Position<S>, _player: Player) -> Option<u32> {
        None
    }

    /// See [`Ruleset::nim_value`].
    fn nim_value<S: CellSet>(&self, _position: &Self::Position<S>) -> Option<u32> {
        None
    }
}

/// A game on boards that are too large for the usual kind of set.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wide<G>(pub G);

/// The methods of a ruleset by the same methods of the rules.
macro_rules! forward {
    ($set:ty, $this:ident => $rules:expr) => {
        fn title(&$this) -> &'static str {
            GridRules::title($rules)
        }

        fn symbols(&$this) -> &'static str {
            GridRules::symbols($rules)
        }

        fn parse(&$this, text: &str) -> Result<Self::Position, PositionError> {
            GridRules::parse::<$set>($rules, text)
        }

        fn format(&$this, position: &Self::Position) -> String {
            GridRules::format::<$set>($rules, position)
        }

        fn moves(&$this, position: &Self::Position, player: Player, moves: &mut Vec<Self::Move>) {
            GridRules::moves::<$set>($rules, position, player, moves);
        }

        fn some_moves(
            &$this,
            position: &Self::Position,
            player: Player,
            from: usize,
            moves: &mut Vec<Self::Move>,
        ) -> Option<usize> {
            GridRules::some_moves::<$set>($rules, position, player, from, moves)
        }

        fn play(&$this, position: &Self::Position, player: Player, mv: Self::Move) -> Self::Position {
            GridRules::play::<$set>($rules, position, player, mv)
        }

        fn split(&$this, position: &Self::Position, parts: &mut Vec<Self::Position>) {
            GridRules::split::<$set>($rules, position, parts);
        }

        fn split_impartial(&$this, position: &Self::Position, parts: &mut Vec<Self::Position>) {
            GridRules::split_impartial::<$set>($rules, position, parts);
        }

        fn normal(&$this, position: &Self::Position) -> Self::Position {
            GridRules::normal::<$set>($rules, position)
        }

        fn negative(&$this, position: &Self::Position) -> Option<Self::Position> {
            GridRules::negative::<$set>($rules, position)
        }

        fn signed_normal(&$this, position: &Self::Position) -> SignedNormal<Self::Position> {
            GridRules::signed_normal::<$set>($rules, position)
        }

        fn count_moves(&$this, position: &Self::Position, player: Player) -> Option<usize> {
            GridRules::count_moves::<$set>($rules, position, player)
        }

        fn most_moves(&$this, position: &Self::Position, player: Player) -> Option<u32> {
            GridRules::most_moves::<$set>($rules, position, player)
        }

        fn nim_value(&$this, position: &Self::Position) -> Option<u32> {
            GridRules::nim_value::<$set>($rules, position)
        }
    };
}

impl<G: GridRules> Ruleset for G {
    type Position = G::Position<u128>;
    type Move = G::Move;

    forward!(u128, self => self);
}

impl<G: GridRules> Ruleset for Wide<G> {
    type Position = G::Position<WideSet>;
    type Move = G::Move;

    forward!(WideSet, self => &self.0);

    /// A set of cells takes half a kilobyte, and finding connected cells many steps.
    fn moves_per_look(&self) -> usize {
        8
    }
}
