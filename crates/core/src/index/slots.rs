//! Numberings: a dense range of slots for the positions of a tier.

use std::ops::Range;

/// A numbering of *items*, the plain data that a position of a tier consists of (sets of cells, fields).
///
/// The index hides symmetry: all images of an item have one rank. A slot that no item has is *unused*.
pub trait Index: Send + Sync {
    /// What is numbered.
    type Item: Copy;

    /// The number of slots.
    fn len(&self) -> u64;

    /// The slot of an item, the same for all its images.
    fn rank(&self, item: Self::Item) -> u64;

    /// The representative of a slot, `None` if it is unused: `rank(unrank(s)) == s`.
    fn unrank(&self, slot: u64) -> Option<Self::Item>;

    /// How many items have this slot: the images of its representative, 0 if it is unused.
    fn images(&self, slot: u64) -> u64;

    /// Calls `visit` with the representatives of all used slots that `want` asks for, in order. Walking in
    /// order is much cheaper than to unrank slot by slot.
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Self::Item))
    where
        Self: Sized,
    {
        for slot in slots.filter(|&slot| want(slot)) {
            if let Some(item) = self.unrank(slot) {
                visit(slot, item);
            }
        }
    }

    /// Whether there are no slots.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells of the large tables that it reads, each by its address, since indexes share them, and by its
    /// bytes.
    fn tables(&self, tell: &mut dyn FnMut(usize, u64)) {
        let _ = tell;
    }
}

/// The numbers below a bound, e.g. whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Numbers(pub u64);

impl Index for Numbers {
    type Item = u64;

    fn len(&self) -> u64 {
        self.0
    }

    #[inline]
    fn rank(&self, item: u64) -> u64 {
        item
    }

    fn unrank(&self, slot: u64) -> Option<u64> {
        Some(slot)
    }

    fn images(&self, _: u64) -> u64 {
        1
    }
}

/// Pairs of items, numbered row by row: all seconds for the first first, and so on. Symmetries act on
/// each part alone.
///
/// ```
/// use zermelo_core::{Index, Numbers, Product};
/// let pairs = Product(Numbers(2), Numbers(10));
/// assert_eq!(pairs.rank((1, 3)), 13);
/// assert_eq!(pairs.unrank(13), Some((1, 3)));
/// ```
#[derive(Clone, Debug)]
pub struct Product<A, B>(pub A, pub B);

impl<A: Index, B: Index> Index for Product<A, B> {
    type Item = (A::Item, B::Item);

    fn len(&self) -> u64 {
        self.0.len() * self.1.len()
    }

    #[inline(always)]
    fn rank(&self, (a, b): Self::Item) -> u64 {
        self.0.rank(a) * self.1.len() + self.1.rank(b)
    }

    fn unrank(&self, slot: u64) -> Option<Self::Item> {
        Some((self.0.unrank(slot / self.1.len())?, self.1.unrank(slot % self.1.len())?))
    }

    fn images(&self, slot: u64) -> u64 {
        self.0.images(slot / self.1.len()) * self.1.images(slot % self.1.len())
    }

    fn tables(&self, tell: &mut dyn FnMut(usize, u64)) {
        self.0.tables(tell);
        self.1.tables(tell);
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Self::Item)) {
        let row = self.1.len();
        let mut start = slots.start;
        while start < slots.end {
            let (first, base) = (start / row, start / row * row);
            let end = slots.end.min(base + row);
            if let Some(a) = self.0.unrank(first) {
                let inner = start - base..end - base;
                self.1.scan(inner, |slot| want(base + slot), |slot, b| visit(base + slot, (a, b)));
            }
            start = end;
        }
    }
}

/// What every index must keep, checked exhaustively: for tests.
#[cfg(test)]
pub(crate) fn check_laws<I: Index>(index: &I) -> u64
where
    I::Item: PartialEq + std::fmt::Debug,
{
    let mut scanned = Vec::new();
    index.scan(0..index.len(), |_| true, |slot, item| scanned.push((slot, item)));
    let unranked: Vec<_> = (0..index.len()).filter_map(|s| Some((s, index.unrank(s)?))).collect();
    assert_eq!(scanned, unranked);
    let mut images = 0;
    for slot in 0..index.len() {
        match index.unrank(slot) {
            Some(item) => assert_eq!(index.rank(item), slot, "{item:?}"),
            None => assert_eq!(index.images(slot), 0),
        }
        images += index.images(slot);
    }
    // A scan of a part with a filter sees just that part.
    let (from, to) = (index.len() / 3, index.len() - index.len() / 5);
    let mut part = Vec::new();
    index.scan(from..to, |slot| slot % 3 == 1, |slot, item| part.push((slot, item)));
    unranked
        .into_iter()
        .filter(|(slot, _)| (from..to).contains(slot) && slot % 3 == 1)
        .eq(part)
        .then_some(())
        .expect("a filtered scan of a range");
    images
}
