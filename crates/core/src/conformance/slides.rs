//! The law of level four: slides are the moves.

use super::check::{Check, Effort, ensure};
use super::moves::children_of;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{Blockwise, Index};

/// Checks that the slides of a game lead to where its moves lead.
pub fn check_slides<G: Blockwise>(game: &G, effort: &Effort) -> Check {
    let walk = Walk::new(game, effort);
    let territory = Territory::new(game, &walk, effort);
    on_placed("slides lead to where moves lead", &territory, |tier, p| {
        if game.end(p).is_some() {
            return Ok(());
        }
        let (mover, [key, other]) = game.item(p);
        let (own, free) = (if mover == 0 { key } else { other }, !(key | other));
        let entered = |slide: &crate::Slide| free >> slide.from & 1 == 1;
        let mut by_slides = Vec::new();
        for slide in game.slides().iter().filter(|slide| own >> slide.from & 1 == 1 || entered(slide)) {
            let taken = if entered(slide) { 1 << slide.from } else { 0 };
            let (key, other) = if mover == 0 { (key | taken, other) } else { (key, other | taken) };
            let item = (1 - mover, [slide.all(key as u32).into(), slide.all(other as u32).into()]);
            let child_tier = if taken == 0 { tier } else { game.entered(tier, mover) };
            let child = game.position(child_tier, item);
            ensure(game.tier_of(&child) == child_tier, || {
                format!(
                    "a slide is said to enter tier {child_tier}, but leads to tier {}",
                    game.tier_of(&child)
                )
            })?;
            by_slides.push(territory.place(&child));
        }
        let mut by_moves: Vec<_> = children_of(game, p).iter().map(|child| territory.place(child)).collect();
        by_slides.sort_unstable();
        by_moves.sort_unstable();
        ensure(by_slides == by_moves, || {
            let slots = |places: &[(G::Tier, u64)]| format!("{places:?}");
            format!("slides lead to {}, moves to {}", slots(&by_slides), slots(&by_moves))
        })?;
        ensure(game.slides().is_sorted_by_key(|slide| slide.from), || "slides are not sorted".into())?;
        ensure(game.index(tier).0.len() <= 2, || "there are more than two players to move".into())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        Game, Numbers, Orbits, Pack, ParseError, Product, Retrograde, Slide, SymmetricBoard, TierKind,
        Tiered, Turn, Value, cells_of, parse_cells,
    };

    const CELLS: usize = 4;

    /// A row of four cubes: take an own or a blank one from an end and push it in at the other. A full row of one's own wins.
    struct Row {
        board: Arc<SymmetricBoard>,
        /// What the moves are said to be.
        slides: Vec<Slide>,
        /// Whether a blank cube is said to become the mover's.
        takes: bool,
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
    struct Position {
        x: u32,
        o: u32,
        turn: Turn,
    }

    /// The moves as they are.
    fn pushes() -> [Slide; 2] {
        [Slide::new(0, CELLS - 1, 1), Slide::new(CELLS - 1, 0, 1)]
    }

    fn row(slides: &[Slide]) -> Row {
        Row { board: SymmetricBoard::new(CELLS, &[]), slides: slides.to_vec(), takes: true }
    }

    impl Game for Row {
        type Position = Position;
        type Move = Slide;

        fn start(&self) -> Position {
            Position { x: 0, o: 0, turn: Turn::First }
        }

        fn end(&self, p: &Position) -> Option<Value> {
            let (mine, theirs) = p.turn.own_first(p.x, p.o);
            let full = |cubes: u32| cubes.count_ones() as usize == CELLS;
            if full(mine) { Some(Value::Win) } else { full(theirs).then_some(Value::Lose) }
        }

        fn moves(&self, p: &Position, out: &mut Vec<Slide>) {
            let (_, theirs) = p.turn.own_first(p.x, p.o);
            out.extend(pushes().into_iter().filter(|push| theirs >> push.from & 1 == 0));
        }

        fn play(&self, p: &Position, push: Slide) -> Position {
            let (mine, theirs) = p.turn.own_first(p.x, p.o);
            let (x, o) = p.turn.own_first(push.all(mine | 1 << push.from), push.all(theirs));
            Position { x, o, turn: p.turn.next() }
        }

        fn format(&self, p: &Position) -> String {
            let letter = |cell: usize| match (p.x >> cell & 1, p.o >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '-',
            };
            p.turn.prefix((0..CELLS).map(letter))
        }

        fn parse(&self, text: &str) -> Result<Position, ParseError> {
            let (turn, cubes) = Turn::split(text)?;
            let cells = parse_cells(cubes, CELLS, "-xo")?;
            Ok(Position { x: cells_of(&cells, 1) as u32, o: cells_of(&cells, 2) as u32, turn })
        }

        fn format_move(&self, _: &Position, push: Slide) -> String {
            push.from.to_string()
        }
    }

    impl Tiered for Row {
        type Tier = u32;
        type Index = Product<Numbers, Orbits<2>>;

        fn tier_of(&self, p: &Position) -> u32 {
            10 * p.x.count_ones() + p.o.count_ones()
        }

        fn children(&self, tier: u32) -> Vec<u32> {
            if tier / 10 + tier % 10 < CELLS as u32 { vec![tier + 10, tier + 1] } else { Vec::new() }
        }

        fn kind(&self, _: u32) -> TierKind {
            TierKind::Loopy
        }

        fn index(&self, tier: u32) -> Self::Index {
            Product(Numbers(2), self.board.orbits([tier / 10, tier % 10]))
        }

        fn item(&self, p: &Position) -> (u64, [u64; 2]) {
            (p.turn.number(), [p.x.into(), p.o.into()])
        }

        fn position(&self, _: u32, (turn, [x, o]): (u64, [u64; 2])) -> Position {
            Position { x: x as u32, o: o as u32, turn: Turn::numbered(turn) }
        }
    }

    impl Retrograde for Row {
        fn for_each_parent(&self, _: u32, _: &Position, _: impl FnMut(Position)) {
            unreachable!("nobody asks for moves back");
        }
    }

    impl Blockwise for Row {
        fn slides(&self) -> &[Slide] {
            &self.slides
        }

        fn entered(&self, tier: u32, mover: u64) -> u32 {
            let first = (mover == 0) == self.takes;
            if first { tier + 10 } else { tier + 1 }
        }
    }

    fn passes(game: &Row) -> bool {
        check_slides(game, &Effort { positions: 1_000, ..Effort::default() }).passed()
    }

    #[test]
    fn the_law_holds_for_the_moves_as_they_are_and_breaks_for_others() {
        let [right, left] = pushes();
        assert!(passes(&row(&[right, left])));
        assert!(!passes(&row(&[right])), "a move is forgotten");
        assert!(!passes(&row(&[right, Slide::new(CELLS - 1, 1, 1)])), "a move goes too short");
        assert!(!passes(&row(&[left, right])), "slides are not sorted");
        assert!(!passes(&Row { takes: false, ..row(&[right, left]) }), "the other player gets the cube");
    }
}
