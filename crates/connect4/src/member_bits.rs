//! Sets of members of a class, one bit each.

/// A set of members of a class, in words of 64.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MemberBits(pub(crate) Vec<u64>);

impl MemberBits {
    pub(crate) fn of(members: impl IntoIterator<Item = bool>) -> MemberBits {
        let mut words = Vec::new();
        for (place, member) in members.into_iter().enumerate() {
            if place % 64 == 0 {
                words.push(0);
            }
            *words.last_mut().expect("there is a word") |= u64::from(member) << (place % 64);
        }
        MemberBits(words)
    }
}

/// Adds the members of `more` to `set`.
#[inline]
pub(crate) fn add(set: &mut [u64], more: &MemberBits) {
    for (word, more) in set.iter_mut().zip(&more.0) {
        *word |= more;
    }
}
