//! The contents of the two edge columns, sorted into classes that fix the layout of records.
//!
//! The stones between the edge columns, the *middle*, have a balance: stones of the first player minus stones of the
//! second. The number of stones tells whose turn it is, so the balance of the middle determines the balance of the edge
//! columns, one for each player to move. All pairs of edge columns of one balance form a *class*; everything that
//! is stored for a middle is laid out in the order of two classes.

use crate::Board;
use crate::column::Column;
use crate::drops::Drops;
use crate::member_bits::MemberBits;

/// One of the two edge columns.
pub(crate) const SIDES: [usize; 2] = [0, 1];
pub(crate) const LEFT: usize = 0;
pub(crate) const RIGHT: usize = 1;

/// The players by the bits of their stones.
pub(crate) const SECOND: usize = 0;
pub(crate) const FIRST: usize = 1;

/// What stands in the left and in the right edge column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pair(pub(crate) [Column; 2]);

impl Pair {
    pub(crate) const EMPTY: Pair = Pair([Column::EMPTY; 2]);

    pub(crate) fn stones(self) -> u32 {
        self.0[LEFT].height + self.0[RIGHT].height
    }

    fn with(self, side: usize, column: Column) -> Pair {
        let mut pair = self;
        pair.0[side] = column;
        pair
    }

    /// Without the topmost stone of a column, if it is this player's.
    pub(crate) fn without_stone(self, side: usize, player: usize) -> Option<Pair> {
        self.0[side].without_stone(player).map(|column| self.with(side, column))
    }

    /// In how many of the columns a drop of this player makes a line within the column.
    pub(crate) fn lines_after(self, board: Board, player: usize) -> u32 {
        let completes =
            |column: &Column| column.height < board.rows() && column.with_stone(player).has_line(board);
        self.0.iter().filter(|column| completes(column)).count() as u32
    }

    fn swapped(self) -> Pair {
        Pair([self.0[RIGHT], self.0[LEFT]])
    }
}

/// All pairs of edge columns of one balance, those with most stones first.
pub(crate) struct Class {
    pub(crate) pairs: Vec<Pair>,
    /// Where pairs with another number of stones begin, and the end.
    pub(crate) groups: Vec<Group>,
    /// For each pair the place of its mirror image.
    pub(crate) swapped: Vec<u16>,
    /// What a drop of each player into an edge column leads to, in the class of the next balance.
    pub(crate) drops: [Drops; 2],
    /// For each player, side and row: bytes that are 255 where the player has this cell.
    pub(crate) owned: [[Vec<Vec<u8>>; 2]; 2],
    /// The same as bits.
    pub(crate) owned_bits: [[Vec<MemberBits>; 2]; 2],
    /// For each side and height: the pairs whose column has it.
    pub(crate) height_bits: [Vec<MemberBits>; 2],
    /// For each player: the pairs where a drop into an edge column makes a line within this column.
    pub(crate) vertical_bits: [MemberBits; 2],
}

/// The pairs of a class that have the same number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) stones: u32,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The classes of all balances.
pub(crate) struct Edges {
    classes: Vec<Class>,
    /// The greatest balance.
    most: i32,
    empty: Class,
}

impl Edges {
    pub(crate) fn new(board: Board) -> Edges {
        let columns = Column::without_line(board);
        let most = 2 * columns.iter().map(|column| column.balance()).max().unwrap_or(0);
        let pairs: Vec<Vec<Pair>> = (-most..=most).map(|balance| pairs_of(&columns, balance)).collect();
        let none = Vec::new();
        let class = |place: usize| {
            let at = |place: Option<usize>| place.and_then(|place| pairs.get(place)).unwrap_or(&none);
            Class::new(board, &pairs[place], [at(place.checked_sub(1)), at(Some(place + 1))])
        };
        let classes = (0..pairs.len()).map(class).collect();
        Edges { classes, most, empty: Class::new(board, &[], [&[], &[]]) }
    }

    /// The class of a balance; empty if it is out of reach.
    pub(crate) fn class(&self, balance: i32) -> &Class {
        let place = usize::try_from(balance + self.most).ok();
        place.and_then(|place| self.classes.get(place)).unwrap_or(&self.empty)
    }

    /// The most pairs that a class has.
    pub(crate) fn widest(&self) -> usize {
        self.classes.iter().map(|class| class.pairs.len()).max().unwrap_or(0)
    }
}

/// The pairs of a balance. Those of equal heights stand together, the left column before the right one: then a drop on
/// the left leads from neighbours to neighbours, and one on the right nearly so.
fn pairs_of(columns: &[Column], balance: i32) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = columns
        .iter()
        .flat_map(|&left| columns.iter().map(move |&right| Pair([left, right])))
        .filter(|pair| pair.0[LEFT].balance() + pair.0[RIGHT].balance() == balance)
        .collect();
    pairs.sort_unstable_by_key(|pair| (std::cmp::Reverse(pair.stones()), *pair));
    pairs
}

impl Class {
    /// `next` are the pairs of the classes after a drop of the second and of the first player.
    fn new(board: Board, pairs: &[Pair], next: [&[Pair]; 2]) -> Class {
        let groups = groups_of(pairs);
        let place = |pairs: &[Pair], pair: Pair| {
            pairs.binary_search_by_key(&(std::cmp::Reverse(pair.stones()), pair), |&pair| {
                (std::cmp::Reverse(pair.stones()), pair)
            })
        };
        let swapped =
            pairs.iter().map(|pair| place(pairs, pair.swapped()).expect("mirrored") as u16).collect();
        let drops = [SECOND, FIRST].map(|player| {
            Drops::new(pairs.len(), &groups, |from| {
                SIDES.into_iter().filter_map(move |side| {
                    let pair = pairs[from];
                    let column = pair.0[side].with_stone(player);
                    // Without a place in the next class it is a line within the column.
                    (column.height <= board.rows()).then(|| place(next[player], pair.with(side, column)).ok())
                })
            })
        });
        let owner = |player: usize, side: usize, row: u32| {
            pairs.iter().map(move |pair| pair.0[side].owner(row) == Some(player))
        };
        let owned = [SECOND, FIRST].map(|player| {
            SIDES.map(|side| {
                let bytes = |row| owner(player, side, row).map(|is| if is { 255 } else { 0 });
                (0..board.rows()).map(|row| padded(bytes(row))).collect()
            })
        });
        let owned_bits = [SECOND, FIRST].map(|player| {
            SIDES.map(|side| (0..board.rows()).map(|row| MemberBits::of(owner(player, side, row))).collect())
        });
        let height_bits = SIDES.map(|side| {
            let has = |height| pairs.iter().map(move |pair| pair.0[side].height == height);
            (0..=board.rows()).map(|height| MemberBits::of(has(height))).collect()
        });
        let vertical_bits = [SECOND, FIRST]
            .map(|player| MemberBits::of(pairs.iter().map(|pair| pair.lines_after(board, player) > 0)));
        Class { pairs: pairs.to_vec(), groups, swapped, drops, owned, owned_bits, height_bits, vertical_bits }
    }

    /// The place of a pair, if it belongs to this class.
    pub(crate) fn place(&self, pair: Pair) -> Option<usize> {
        let key = |pair: Pair| (std::cmp::Reverse(pair.stones()), pair);
        self.pairs.binary_search_by_key(&key(pair), |&pair| key(pair)).ok()
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }
}

/// Bytes that vectors of any length may be read from.
pub(crate) const PADDING: usize = 32;

fn padded(bytes: impl Iterator<Item = u8>) -> Vec<u8> {
    bytes.chain([0; PADDING]).collect()
}

fn groups_of(pairs: &[Pair]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, pair) in pairs.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.stones == pair.stones() => group.end = place + 1,
            _ => groups.push(Group { stones: pair.stones(), start: place, end: place + 1 }),
        }
    }
    groups
}
