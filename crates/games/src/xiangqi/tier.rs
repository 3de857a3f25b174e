//! The tiers: which men are on the board, and how far each pawn has come.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use zermelo_core::{ParseError, Turn};

use super::bytes::Bytes;
use super::kind::{FIRST_ROW, Kind, Man};

/// The most men besides the kings: with them they fill a machine word of squares.
pub(super) const MOST_EXTRAS: usize = Bytes::LEN - 2;

/// The kinds of all men besides the kings, in order, and `Kind::NONE` in the places left over: byte `i` is that of
/// man `i`, and men 0 and 1 are the kings. In place of theirs, byte 0 tells who is stronger, and
/// byte 1 is 0.
///
/// A capture takes a man away and a pawn never comes back, so these moves lead to other tiers for good; all others
/// stay. Written as `000020000001_43_`: how many A a B b P p N n C c R r there are, the rows of the red pawns and those
/// of the black ones, each counted from the edge where their way ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tier(pub(super) Bytes);

impl Tier {
    /// A tier from its kinds in any order.
    ///
    /// # Panics
    /// If there are more than six.
    pub(super) fn of(kinds: impl IntoIterator<Item = Kind>) -> Tier {
        let mut list = [Kind::NONE; MOST_EXTRAS];
        for (place, kind) in kinds.into_iter().enumerate() {
            list[place] = kind;
        }
        list.sort_unstable();
        Tier::of_sorted(list)
    }

    /// A tier from its kinds, in order.
    pub(super) fn of_sorted(kinds: [Kind; MOST_EXTRAS]) -> Tier {
        let mut bytes = Bytes(0);
        for (man, kind) in (2..).zip(kinds) {
            bytes.set(man, kind.number());
        }
        let balance: i64 = kinds.iter().map(|kind| kind.weight()).sum();
        bytes.set(0, (balance.signum() + 1) as u8);
        Tier(bytes)
    }

    /// Two bare kings.
    pub(super) fn bare() -> Tier {
        Tier::of([])
    }

    /// The kind of man `i`, who is no king; `Kind::NONE` if there is no such man.
    #[inline]
    pub(super) fn kind(self, man: usize) -> Kind {
        Kind::numbered(self.0.get(man))
    }

    /// The men besides the kings, in order.
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        (2..Bytes::LEN).map(move |man| self.kind(man)).take_while(|&kind| kind != Kind::NONE)
    }

    /// How many men there are besides the kings.
    pub(super) fn extras(self) -> usize {
        self.kinds().count()
    }

    /// Who has more men of the highest class in which the players differ: Red if it is `Greater`.
    #[inline]
    pub(super) fn balance(self) -> Ordering {
        self.0.get(0).cmp(&1)
    }

    /// The same with the colours swapped.
    fn swapped(self) -> Tier {
        Tier::of(self.kinds().map(Kind::of_other))
    }

    /// Of a tier and the same with colours swapped, the one in which Red is stronger.
    pub(super) fn normal(self) -> Tier {
        if self.balance() == Ordering::Less { self.swapped() } else { self }
    }

    /// How many men of a sort a player has.
    fn count(self, man: Man, owner: Turn) -> usize {
        self.kinds().filter(|kind| kind.man() == man && kind.owner() == owner).count()
    }

    /// Whether no player has more men of a sort than a game begins with.
    fn is_possible(self) -> bool {
        let few = |man: &Man, owner| self.count(*man, owner) <= man.most();
        Man::COUNTED.iter().all(|man| few(man, Turn::First) && few(man, Turn::Second))
    }

    /// All tiers, in normal form, with so many men besides the kings.
    pub(super) fn with_extras(extras: usize) -> BTreeSet<Tier> {
        let mut tiers = BTreeSet::from([Tier::bare()]);
        for _ in 0..extras {
            let larger = tiers
                .iter()
                .flat_map(|tier| Kind::all().map(|kind| Tier::of(tier.kinds().chain([kind])).normal()));
            tiers = larger.filter(|tier| tier.is_possible()).collect();
        }
        tiers
    }

    /// The tiers, in normal form, after a capture, a pawn's step or both at once.
    pub(super) fn children(self) -> BTreeSet<Tier> {
        let kinds: Vec<Kind> = self.kinds().collect();
        let with = |changes: &[(usize, Kind)]| {
            let mut kinds = kinds.clone();
            for &(i, kind) in changes {
                kinds[i] = kind;
            }
            Tier::of(kinds).normal()
        };
        let mut children = BTreeSet::new();
        for (i, kind) in kinds.iter().enumerate() {
            children.insert(with(&[(i, Kind::NONE)]));
            if kind.man() == Man::Pawn && kind.row() > 0 {
                let step = (i, kind.advanced());
                children.insert(with(&[step]));
                let enemies = (0..kinds.len()).filter(|&j| kinds[j].owner() != kind.owner());
                children.extend(enemies.map(|j| with(&[step, (j, Kind::NONE)])));
            }
        }
        children
    }

    /// The tier itself and all that play from it may lead to.
    pub(super) fn with_descendants(self) -> BTreeSet<Tier> {
        let (mut found, mut open) = (BTreeSet::new(), vec![self]);
        while let Some(tier) = open.pop() {
            if found.insert(tier) {
                open.extend(tier.children());
            }
        }
        found
    }

    /// Reads a name such as `000020000001_43_`.
    pub(super) fn parse(text: &str) -> Result<Tier, ParseError> {
        let mistake = |what: &str| {
            ParseError::new(format!(
                "'{text}' {what}; a tier is written as twelve digits, the numbers of A a B b P p N n C c R r, then \
                 the rows of the red pawns and of the black ones, as in 000020000001_43_"
            ))
        };
        let parts: Vec<&str> = text.split('_').collect();
        let &[counts, red_rows, black_rows] = parts.as_slice() else {
            return Err(mistake("does not have three parts"));
        };
        let digits = |text: &str| text.chars().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>();
        let (Some(counts), Some(red_rows), Some(black_rows)) =
            (digits(counts), digits(red_rows), digits(black_rows))
        else {
            return Err(mistake("has other characters than digits"));
        };
        if counts.len() != 2 * Man::COUNTED.len() {
            return Err(mistake("does not begin with twelve digits"));
        }
        if counts.iter().sum::<u32>() as usize > MOST_EXTRAS {
            return Err(mistake(&format!("has more than {} men with the kings", MOST_EXTRAS + 2)));
        }
        let mut kinds = Vec::new();
        for (man, both) in Man::COUNTED.into_iter().zip(counts.chunks(2)) {
            for (owner, &count, rows) in
                [(Turn::First, &both[0], &red_rows), (Turn::Second, &both[1], &black_rows)]
            {
                if count as usize > man.most() {
                    let letter = super::kind::letter(man, owner);
                    return Err(mistake(&format!(
                        "has {count} {letter}, and there are at most {}",
                        man.most()
                    )));
                }
                if man != Man::Pawn {
                    kinds.extend((0..count).map(|_| Kind::new(man, 0, owner)));
                } else if rows.len() == count as usize
                    && rows.is_sorted_by(|a, b| a >= b)
                    && rows.iter().all(|&row| row <= FIRST_ROW.into())
                {
                    kinds.extend(rows.iter().map(|&row| Kind::new(man, row as u8, owner)));
                } else {
                    return Err(mistake("needs a row from 6 to 0 for each pawn, the largest first"));
                }
            }
        }
        Ok(Tier::of(kinds))
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = [Turn::First, Turn::Second];
        for man in Man::COUNTED {
            for owner in players {
                write!(f, "{}", self.count(man, owner))?;
            }
        }
        for owner in players {
            f.write_str("_")?;
            for pawn in self.kinds().filter(|kind| kind.man() == Man::Pawn && kind.owner() == owner) {
                write!(f, "{}", pawn.row())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(name: &str) -> Tier {
        Tier::parse(name).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for extras in 0..=3 {
            for tier in Tier::with_extras(extras) {
                assert_eq!(Tier::parse(&tier.to_string()).unwrap(), tier);
                assert!(tier.balance() != Ordering::Less && tier.extras() == extras);
            }
        }
    }

    #[test]
    fn names_that_are_none_are_refused_with_a_reason() {
        for (name, reason) in [
            ("", "three parts"),
            ("2", "three parts"),
            ("0000000000000__", "twelve digits"),
            ("00000000000x__", "other characters"),
            ("300000000000__", "has 3 A, and there are at most 2"),
            ("000003000000__65", "needs a row"),
            ("000002000000__56", "needs a row"),
            ("000010000000_7_", "needs a row"),
            ("222200000000__", "more than 8 men"),
        ] {
            let error = Tier::parse(name).unwrap_err().to_string();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }

    #[test]
    fn captures_and_steps_of_pawns_lead_to_other_tiers() {
        let children = tier("000010000001_1_").children();
        let names: BTreeSet<String> = children.iter().map(ToString::to_string).collect();
        // The rook takes the pawn, the pawn steps on, takes the rook beside it, or ahead of it; Red is the stronger.
        let expected = ["000000000010__", "000001000010__0", "000010000000_1_", "000010000000_0_"];
        assert_eq!(names, BTreeSet::from(expected.map(str::to_owned)));
    }

    #[test]
    fn the_stronger_player_is_red() {
        assert_eq!(tier("000000000001__").normal().to_string(), "000000000010__");
        assert_eq!(tier("000011000000_2_1").normal().to_string(), "000011000000_1_2");
        assert_eq!(tier("110000000000__").balance(), Ordering::Equal);
    }
}
