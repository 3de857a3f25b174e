//! Games as plain lists of options, compared and added by the definitions. Nothing is ever simplified.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use zermelo_cgt::{Arena, Player, Value};

/// A game by its options.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Tree>,
    pub(crate) right: Vec<Tree>,
}

/// Small games of all kinds.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: vec![], right: vec![] });
    leaf.prop_recursive(4, 20, 3, |inner| {
        (vec(inner.clone(), 0..3), vec(inner, 0..3)).prop_map(|(left, right)| Tree { left, right })
    })
}

/// Small games in which either both players can move or none can.
pub(crate) fn all_small_trees() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: vec![], right: vec![] });
    leaf.prop_recursive(4, 16, 3, |inner| {
        (vec(inner.clone(), 1..3), vec(inner, 1..3)).prop_map(|(left, right)| Tree { left, right })
    })
}

/// Games that switches and sums are made of, with larger numbers than random trees have.
pub(crate) fn hot_texts() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-4_i32..5, 0_u32..3).prop_map(|(numerator, exponent)| format!("{numerator}/{}", 1 << exponent)),
        Just("*".to_owned()),
        Just("^".to_owned()),
        Just("v*2".to_owned()),
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        (vec(inner.clone(), 1..3), vec(inner, 1..3))
            .prop_map(|(left, right)| format!("{{{}|{}}}", left.join(","), right.join(",")))
    })
}

/// Values of [`trees`] and [`hot_texts`].
pub(crate) fn value_texts() -> impl Strategy<Value = String> {
    prop_oneof![
        trees().prop_map(|tree| {
            let mut arena = Arena::new();
            let value = value_of(&mut arena, &tree);
            arena.text(value)
        }),
        hot_texts(),
    ]
}

/// The value of a game, by canonical forms from the leaves up.
pub(crate) fn value_of(arena: &mut Arena, tree: &Tree) -> Value {
    let left: Vec<Value> = tree.left.iter().map(|option| value_of(arena, option)).collect();
    let right: Vec<Value> = tree.right.iter().map(|option| value_of(arena, option)).collect();
    arena.canonical(&left, &right)
}

/// The canonical form spelled out.
pub(crate) fn tree_of(arena: &mut Arena, value: Value) -> Tree {
    let [left, right] = Player::BOTH.map(|player| {
        let options = arena.options(player, value);
        options.into_iter().map(|option| tree_of(arena, option)).collect()
    });
    Tree { left, right }
}

/// Numbers the games it has seen, and remembers comparisons and sums, which would take forever otherwise.
#[derive(Default)]
pub(crate) struct Oracle {
    games: Vec<(Vec<usize>, Vec<usize>)>,
    numbers: HashMap<(Vec<usize>, Vec<usize>), usize>,
    at_most: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
}

impl Oracle {
    pub(crate) fn game(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        let game = (left, right);
        let next = self.games.len();
        let number = *self.numbers.entry(game.clone()).or_insert(next);
        if number == next {
            self.games.push(game);
        }
        number
    }

    pub(crate) fn tree(&mut self, tree: &Tree) -> usize {
        let left = tree.left.iter().map(|option| self.tree(option)).collect();
        let right = tree.right.iter().map(|option| self.tree(option)).collect();
        self.game(left, right)
    }

    pub(crate) fn value(&mut self, arena: &mut Arena, value: Value) -> usize {
        let [left, right] = Player::BOTH.map(|player| {
            let options = arena.options(player, value);
            options.into_iter().map(|option| self.value(arena, option)).collect()
        });
        self.game(left, right)
    }

    pub(crate) fn options(&self, game: usize) -> &(Vec<usize>, Vec<usize>) {
        &self.games[game]
    }

    /// `a <= b` unless Left can move from `a` to something above `b`, or Right from `b` to something below `a`.
    pub(crate) fn le(&mut self, a: usize, b: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(a, b)) {
            return known;
        }
        let (left, right) = (self.games[a].0.clone(), self.games[b].1.clone());
        let answer =
            !left.iter().any(|&option| self.le(b, option)) && !right.iter().any(|&option| self.le(option, a));
        self.at_most.insert((a, b), answer);
        answer
    }

    pub(crate) fn equal(&mut self, a: usize, b: usize) -> bool {
        self.le(a, b) && self.le(b, a)
    }

    pub(crate) fn add(&mut self, a: usize, b: usize) -> usize {
        if let Some(&known) = self.sums.get(&(a, b)) {
            return known;
        }
        let ((a_left, a_right), (b_left, b_right)) = (self.games[a].clone(), self.games[b].clone());
        let mut options = |of_a: Vec<usize>, of_b: Vec<usize>| -> Vec<usize> {
            let mut all: Vec<usize> = of_a.into_iter().map(|option| self.add(option, b)).collect();
            all.extend(of_b.into_iter().map(|option| self.add(a, option)).collect::<Vec<_>>());
            all
        };
        let (left, right) = (options(a_left, b_left), options(a_right, b_right));
        let sum = self.game(left, right);
        self.sums.insert((a, b), sum);
        sum
    }

    pub(crate) fn neg(&mut self, game: usize) -> usize {
        let (left, right) = self.games[game].clone();
        let minus_left = left.into_iter().map(|option| self.neg(option)).collect();
        let minus_right = right.into_iter().map(|option| self.neg(option)).collect();
        self.game(minus_right, minus_left)
    }
}
