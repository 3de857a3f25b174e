//! Made-up games: random graphs of every kind, over keys of every width.

use zermelo_core::{Game, Key, Pack, ParseError, Unpacker, Value};

/// A node of the graph, and in a symmetric one which of its images. Packed with bits in front that make keys wide and
/// mix their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Place<const FRONT: u32> {
    pub(crate) node: u32,
    pub(crate) image: u8,
}

impl<const FRONT: u32> Pack for Place<FRONT> {
    const BITS: u32 = FRONT + 40;

    fn pack<K: Key>(&self, to: &mut K) {
        let mut mixed = u64::from(self.node).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut left = FRONT;
        while left > 0 {
            let bits = left.min(60);
            to.push(bits, mixed >> (64 - bits));
            mixed = mixed.rotate_left(17).wrapping_mul(5);
            left -= bits;
        }
        self.node.pack(to);
        self.image.pack(to);
    }

    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Place<FRONT>> {
        let mut left = FRONT;
        while left > 0 {
            let bits = left.min(60);
            from.take(bits);
            left -= bits;
        }
        Some(Place { node: Pack::unpack(from)?, image: Pack::unpack(from)? })
    }
}

/// How the graph is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Every move leads to the next level.
    Layered,
    /// Moves lead forward.
    Acyclic,
    /// Moves lead anywhere, also to where they begin.
    Loopy,
    /// A long corridor with a few doors, so that games are long.
    Corridor,
    /// A corridor without doors and ends, but the last.
    Straight,
}

/// A game on a random graph. Node 0 is the start.
#[derive(Debug)]
pub(crate) struct Sketch<const FRONT: u32> {
    children: Vec<Vec<(u32, u8)>>,
    ends: Vec<Option<Value>>,
    stuck: Value,
    images: u8,
}

impl<const FRONT: u32> Sketch<FRONT> {
    pub(crate) fn new(shape: Shape, nodes: u32, images: u8, seed: u64) -> Sketch<FRONT> {
        let mut random = fastrand::Rng::with_seed(seed);
        let width = random.u32(1..=nodes.div_ceil(6));
        let most = random.usize(1..6);
        let over = random.u32(2..20);
        let values = [Value::Lose, Value::Win, Value::Tie];
        let mut children = Vec::new();
        let mut ends = Vec::new();
        for node in 0..nodes {
            let level = node.div_ceil(width);
            let next_level = level * width + 1..((level + 1) * width + 1).min(nodes);
            let mut own: Vec<(u32, u8)> = Vec::new();
            for _ in 0..random.usize(1..=most) {
                let child = match shape {
                    Shape::Layered if next_level.is_empty() => continue,
                    Shape::Layered => random.u32(next_level.clone()),
                    Shape::Acyclic if node + 1 >= nodes => continue,
                    Shape::Acyclic => random.u32(node + 1..nodes),
                    Shape::Loopy => random.u32(..nodes),
                    Shape::Corridor if random.u32(..40) == 0 => random.u32(..nodes),
                    Shape::Corridor | Shape::Straight if node + 1 >= nodes => continue,
                    Shape::Corridor | Shape::Straight => node + 1,
                };
                own.push((child, random.u8(..images)));
                if random.u32(..8) == 0 {
                    own.extend(own.last().copied());
                }
            }
            // From the start, which is its own image, all images of a child can be reached.
            if node == 0 {
                own =
                    own.iter().flat_map(|&(child, _)| (0..images).map(move |image| (child, image))).collect();
            }
            let is_end = node > 0
                && match shape {
                    Shape::Straight => false,
                    Shape::Corridor => random.u32(..600) == 0,
                    _ => random.u32(..over) == 0,
                };
            ends.push(is_end.then(|| values[random.usize(..3)]));
            children.push(own);
        }
        Sketch { children, ends, stuck: values[random.usize(..3)], images }
    }
}

impl<const FRONT: u32> Game for Sketch<FRONT> {
    type Position = Place<FRONT>;
    type Move = usize;

    fn start(&self) -> Place<FRONT> {
        Place { node: 0, image: 0 }
    }

    fn end(&self, p: &Place<FRONT>) -> Option<Value> {
        self.ends[p.node as usize]
    }

    fn stuck(&self) -> Value {
        self.stuck
    }

    fn moves(&self, p: &Place<FRONT>, out: &mut Vec<usize>) {
        out.extend(0..self.children[p.node as usize].len());
    }

    fn play(&self, p: &Place<FRONT>, m: usize) -> Place<FRONT> {
        let (node, turned) = self.children[p.node as usize][m];
        let image = if node == 0 { 0 } else { (p.image + turned) % self.images };
        Place { node, image }
    }

    fn format(&self, p: &Place<FRONT>) -> String {
        format!("{}.{}", p.node, p.image)
    }

    fn parse(&self, _: &str) -> Result<Place<FRONT>, ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn format_move(&self, _: &Place<FRONT>, m: usize) -> String {
        m.to_string()
    }

    fn symmetries(&self) -> usize {
        self.images.into()
    }

    fn image(&self, p: &Place<FRONT>, k: usize) -> Place<FRONT> {
        let image = if p.node == 0 { 0 } else { (p.image + k as u8) % self.images };
        Place { image, ..*p }
    }
}
