//! Finding positions by their outcome.

use std::ops::{ControlFlow, RangeInclusive};

use zermelo_core::{Outcome, Value};
use zermelo_store::{Database, StoreError};

/// What kind of positions are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Their value; any, if `None`.
    pub value: Option<Value>,
    /// Their remoteness. Draws have none, and are found if the value asks for them or for anything.
    pub remoteness: RangeInclusive<u32>,
    /// How many are wanted.
    pub limit: usize,
    /// The same seed finds the same positions.
    pub seed: u64,
    /// About how many stored outcomes may be looked at.
    pub effort: u64,
}

impl Search {
    /// Whether a position of this outcome is looked for.
    pub fn wants(&self, outcome: Outcome) -> bool {
        self.value.is_none_or(|value| value == outcome.value())
            && outcome.remoteness().is_none_or(|r| self.remoteness.contains(&r))
    }
}

/// Slots of a table that are looked at before it is the next table's turn.
const STRETCH: u64 = 1 << 14;

/// Visits slots whose outcome is wanted, from a random place on in each of the tables, until `visit` breaks, all slots
/// have been seen, or the effort is spent. Tables take turns, so that a large one does not hide the others.
pub(crate) fn matching_slots(
    database: &Database,
    tables: &[String],
    search: &Search,
    random: &mut fastrand::Rng,
    visit: &mut dyn FnMut(usize, u64, Outcome) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    struct Tour {
        table: usize,
        len: u64,
        from: u64,
    }
    let mut tours = Vec::new();
    for (table, name) in tables.iter().enumerate().filter(|(_, name)| database.has_table(name)) {
        let stored = database.table(name)?;
        if stored.palette().any(|outcome| search.wants(outcome)) {
            tours.push(Tour { table, len: stored.len(), from: random.u64(..stored.len().max(1)) });
        }
    }
    random.shuffle(&mut tours);
    let mut effort = search.effort;
    let mut done = 0;
    while !tours.is_empty() {
        for tour in &tours {
            for step in done..tour.len.min(done + STRETCH) {
                let Some(left) = effort.checked_sub(1) else { return Ok(()) };
                effort = left;
                let slot = (tour.from + step) % tour.len;
                let outcome = database.outcome(&tables[tour.table], slot)?;
                if let Some(outcome) = outcome.filter(|&outcome| search.wants(outcome))
                    && visit(tour.table, slot, outcome).is_break()
                {
                    return Ok(());
                }
            }
        }
        done += STRETCH;
        tours.retain(|tour| tour.len > done);
    }
    Ok(())
}

/// Visits words whose outcome is wanted: a random choice of `limit` out of all within the effort.
pub(crate) fn matching_words(
    database: &Database,
    search: &Search,
    random: &mut fastrand::Rng,
) -> Result<Vec<(String, Outcome)>, StoreError> {
    enum Stop {
        Enough,
        Failed(StoreError),
    }
    impl From<StoreError> for Stop {
        fn from(error: StoreError) -> Stop {
            Stop::Failed(error)
        }
    }
    let mut chosen: Vec<(String, Outcome)> = Vec::new();
    let (mut viewer, mut matching) = (0, 0);
    let read = database.for_each_keyed(|word, outcome| {
        viewer += 1;
        if viewer > search.effort {
            return Err(Stop::Enough);
        }
        if search.wants(outcome) {
            // Each one found so far is kept with the same chance.
            matching += 1;
            if chosen.len() < search.limit {
                chosen.push((word.to_owned(), outcome));
            } else if let Some(place) = chosen.get_mut(random.usize(..matching)) {
                *place = (word.to_owned(), outcome);
            }
        }
        Ok(())
    });
    match read {
        Ok(()) | Err(Stop::Enough) => Ok(chosen),
        Err(Stop::Failed(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_names_values_and_remoteness() {
        let search = Search { value: Some(Value::Win), remoteness: 3..=5, limit: 1, seed: 0, effort: 1 };
        assert!(
            search.wants(Outcome::Win(5))
                && !search.wants(Outcome::Win(6))
                && !search.wants(Outcome::Lose(4))
        );
        let draws = Search { value: Some(Value::Draw), ..search.clone() };
        assert!(draws.wants(Outcome::Draw) && !draws.wants(Outcome::Tie(4)));
        let any = Search { value: None, ..search };
        assert!(any.wants(Outcome::Draw) && any.wants(Outcome::Tie(4)) && !any.wants(Outcome::Tie(9)));
    }
}
