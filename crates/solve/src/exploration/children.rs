//! The children of many positions, each found once in a sorted table.

use zermelo_core::{Batch, Key, PackedGame, Value};

use super::merge::visit_common;
use super::recent::Recent;
use super::sorted_keys::KeyTable;
use crate::SolveError;

/// Room for the children of some positions. Most children that several of them share are listed once.
pub(crate) struct Children<K> {
    /// The value of each position that is over.
    pub(crate) ends: Vec<Option<Value>>,
    /// How many children each position has.
    pub(crate) degrees: Vec<u32>,
    /// For each move of each position the number of the child.
    pub(crate) numbers: Vec<u32>,
    /// The children with their numbers.
    list: Vec<(K, u32)>,
    recent: Recent<K>,
    batch: Batch<K>,
    block: Vec<K>,
}

impl<K: Key> Children<K> {
    pub(crate) fn new() -> Children<K> {
        Children {
            ends: Vec::new(),
            degrees: Vec::new(),
            numbers: Vec::new(),
            list: Vec::new(),
            recent: Recent::new(),
            batch: Batch::default(),
            block: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.degrees.clear();
        self.numbers.clear();
        self.list.clear();
        self.recent.forget();
    }

    /// Adds the children of some positions.
    pub(crate) fn add(&mut self, game: &dyn PackedGame<K>, positions: &[K]) {
        game.expand(positions, &mut self.batch);
        self.ends.extend(&self.batch.ends);
        self.degrees.extend(&self.batch.degrees);
        for &child in &self.batch.children {
            let number = self.list.len() as u32;
            self.numbers.push(match self.recent.number(child, number) {
                Ok(known) => known,
                Err(()) => {
                    self.list.push((child, number));
                    number
                }
            });
        }
    }

    /// How many children are listed.
    pub(crate) fn listed(&self) -> usize {
        self.list.len()
    }

    /// Looks all children up in a table. Calls `visit` with the number of each that is there, and its rank,
    /// by ascending ranks. Returns whether all are there.
    pub(crate) fn look_up(
        &mut self,
        table: &(impl KeyTable<K> + ?Sized),
        mut visit: impl FnMut(u32, u64),
    ) -> Result<bool, SolveError> {
        self.list.sort_unstable_by_key(|&(key, _)| key);
        let list = &self.list;
        let mut found = 0;
        visit_common(
            list,
            |&(key, _)| key,
            table,
            &mut self.block,
            |place, rank| {
                found += 1;
                visit(list[place].1, rank);
            },
        )?;
        Ok(found == list.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exploration::graph::Graph;
    use crate::exploration::sorted_keys::SortedKeys;

    #[test]
    fn each_child_has_the_rank_of_its_key_in_the_table() {
        let mut random = fastrand::Rng::with_seed(4);
        let game = Graph::random(&mut random, 5_000, |_| 0..5_000);
        let odd: Vec<u64> = (0..5_000).filter(|key| key % 2 == 1).collect();
        let all: Vec<u64> = (0..5_000).collect();
        let mut children = Children::new();
        for table in [&all, &odd] {
            children.clear();
            children.add(&game, &all[..2_000]);
            children.add(&game, &all[2_000..]);
            let mut ranks = vec![None; children.listed()];
            let note = |number: u32, rank| ranks[number as usize] = Some(rank);
            let are_all_there = children.look_up(&SortedKeys::new(table), note).unwrap();
            assert_eq!(are_all_there, table.len() == all.len());
            let mut numbers = children.numbers.iter();
            for (node, &degree) in game.0.iter().zip(&children.degrees) {
                let own: Vec<Option<u64>> =
                    numbers.by_ref().take(degree as usize).map(|&number| ranks[number as usize]).collect();
                let expected =
                    node.iter().flatten().map(|key| table.binary_search(key).ok().map(|rank| rank as u64));
                assert_eq!(own, expected.collect::<Vec<_>>());
            }
        }
    }
}
