//! A small game whose moves rearrange the board, for tests of what is done block by block.

use std::sync::Arc;

use zermelo_core::{
    Blockwise, Game, Numbers, Orbits, Pack, ParseError, Permutation, Product, Retrograde, Slide,
    SymmetricBoard, TierKind, Tiered, Turn, Value,
};

const ROWS: usize = 3;
const COLS: usize = 4;

/// Cubes that a player may have.
const MOST: u32 = 3;

/// A player takes an own cube, or a blank one while he has few, from an end of a row or a column and pushes
/// it in at the other end. Three in a column win; if both have them, the player who moved loses.
pub(crate) struct Sliders {
    board: Arc<SymmetricBoard>,
    slides: Vec<Slide>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(crate) struct Position {
    x: u32,
    o: u32,
    turn: Turn,
}

impl Position {
    fn mine_and_theirs(&self) -> (u32, u32) {
        self.turn.own_first(self.x, self.o)
    }

    fn new(turn: Turn, mine: u32, theirs: u32) -> Position {
        let (x, o) = turn.own_first(mine, theirs);
        Position { x, o, turn }
    }
}

impl Sliders {
    pub(crate) fn new() -> Sliders {
        let mirror = (0..ROWS * COLS).map(|cell| cell / COLS * COLS + COLS - 1 - cell % COLS).collect();
        let rows = (0..ROWS).map(|row| (COLS * row, COLS * row + COLS - 1, 1));
        let columns = (0..COLS).map(|column| (column, column + COLS * (ROWS - 1), COLS));
        let both = |(a, b, step)| [Slide::new(a, b, step), Slide::new(b, a, step)];
        let mut slides: Vec<Slide> = rows.chain(columns).flat_map(both).collect();
        slides.sort_by_key(|slide| slide.from);
        Sliders { board: SymmetricBoard::new(ROWS * COLS, &[Permutation::new(mirror)]), slides }
    }

    fn has_column(cubes: u32) -> bool {
        (0..COLS).any(|column| (0..ROWS).all(|row| cubes >> (row * COLS + column) & 1 == 1))
    }
}

impl Game for Sliders {
    type Position = Position;
    type Move = Slide;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (mine, theirs) = p.mine_and_theirs();
        if Sliders::has_column(mine) {
            Some(Value::Win)
        } else {
            Sliders::has_column(theirs).then_some(Value::Lose)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Slide>) {
        let (mine, theirs) = p.mine_and_theirs();
        let may = |slide: &&Slide| {
            let blank = (mine | theirs) >> slide.from & 1 == 0;
            mine >> slide.from & 1 == 1 || blank && mine.count_ones() < MOST
        };
        out.extend(self.slides.iter().filter(may));
    }

    fn play(&self, p: &Position, slide: Slide) -> Position {
        let (mine, theirs) = p.mine_and_theirs();
        let (mine, theirs) = (slide.all(mine | 1 << slide.from), slide.all(theirs));
        let (x, o) = p.turn.own_first(mine, theirs);
        Position { x, o, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        format!("{:x}.{:x}.{:?}", p.x, p.o, p.turn)
    }

    fn parse(&self, _: &str) -> Result<Position, ParseError> {
        Err(ParseError::new("nobody writes positions of this game"))
    }

    fn format_move(&self, _: &Position, slide: Slide) -> String {
        format!("{}-{}", slide.from, slide.to)
    }
}

impl Tiered for Sliders {
    type Tier = u32;
    type Index = Product<Numbers, Orbits<2>>;

    fn tier_of(&self, p: &Position) -> u32 {
        10 * p.x.count_ones() + p.o.count_ones()
    }

    fn children(&self, tier: u32) -> Vec<u32> {
        let more = [(tier / 10 < MOST, tier + 10), (tier % 10 < MOST, tier + 1)];
        more.into_iter().filter_map(|(may, child)| may.then_some(child)).collect()
    }

    fn kind(&self, _: u32) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, tier: u32) -> Self::Index {
        Product(Numbers(2), self.board.orbits([tier / 10, tier % 10]))
    }

    fn extra_bytes(&self, tier: u32) -> u64 {
        self.bytes_for_blocks(tier)
    }

    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        (p.turn.number(), [p.x.into(), p.o.into()])
    }

    fn position(&self, _: u32, (turn, [x, o]): (u64, [u64; 2])) -> Position {
        Position { x: x as u32, o: o as u32, turn: Turn::numbered(turn) }
    }
}

impl Retrograde for Sliders {
    fn for_each_parent(&self, _: u32, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.mine_and_theirs();
        for slide in self.slides.iter().filter(|slide| moved >> slide.to & 1 == 1) {
            visit(Position::new(p.turn.next(), slide.back().all(moved), slide.back().all(other)));
        }
    }
}

impl Blockwise for Sliders {
    fn slides(&self) -> &[Slide] {
        &self.slides
    }

    fn entered(&self, tier: u32, mover: u64) -> u32 {
        if mover == 0 { tier + 10 } else { tier + 1 }
    }
}
