//! Tiers without much of a game in them, for tests of what is done in which order.

use zermelo_core::{Game, Numbers, ParseError, TierKind, Tiered, Value};

/// Numbered tiers with so many slots and these children; from every slot one move leads to the same slot, or
/// the last, of each child. `SPARSE` leaves out what cannot be reached from slot 0 of the last tier.
pub(crate) struct Stairs<const SPARSE: bool>(pub(crate) Vec<(u64, Vec<u32>)>);

impl<const SPARSE: bool> Game for Stairs<SPARSE> {
    type Position = (u32, u64);
    type Move = (u32, u64);

    fn start(&self) -> (u32, u64) {
        (self.0.len() as u32 - 1, 0)
    }

    fn end(&self, _: &(u32, u64)) -> Option<Value> {
        None
    }

    fn moves(&self, &(tier, slot): &(u32, u64), out: &mut Vec<(u32, u64)>) {
        let children = self.0[tier as usize].1.iter();
        out.extend(children.map(|&child| (child, slot.min(self.0[child as usize].0 - 1))));
    }

    fn play(&self, _: &(u32, u64), to: (u32, u64)) -> (u32, u64) {
        to
    }

    fn format(&self, p: &(u32, u64)) -> String {
        format!("{p:?}")
    }

    fn parse(&self, _: &str) -> Result<(u32, u64), ParseError> {
        Err(ParseError::new("nobody writes positions of this game"))
    }

    fn format_move(&self, _: &(u32, u64), to: (u32, u64)) -> String {
        format!("{to:?}")
    }
}

impl<const SPARSE: bool> Tiered for Stairs<SPARSE> {
    type Tier = u32;
    type Index = Numbers;
    const SPARSE_OPENING: bool = SPARSE;

    fn tier_of(&self, p: &(u32, u64)) -> u32 {
        p.0
    }

    fn children(&self, tier: u32) -> Vec<u32> {
        self.0[tier as usize].1.clone()
    }

    fn kind(&self, _: u32) -> TierKind {
        TierKind::Transition
    }

    fn index(&self, tier: u32) -> Numbers {
        Numbers(self.0[tier as usize].0)
    }

    fn item(&self, p: &(u32, u64)) -> u64 {
        p.1
    }

    fn position(&self, tier: u32, item: u64) -> (u32, u64) {
        (tier, item)
    }
}
