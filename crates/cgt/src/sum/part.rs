//! Parts of sums as small ids, whatever their ruleset.

use std::any::Any;

use crate::rulesets::ruleset::SignedNormal;
use crate::rulesets::{RulesetVisitor, with_ruleset, with_wide_ruleset};
use crate::sum::garbage::NewNumbers;
use crate::sum::hash_index::{HashIndex, ShortHash};
use crate::{Arena, Budget, Player, PositionError, Ruleset, Stopped, Value};

/// A part of a sum: a position of some ruleset in normal form, or its negative.
///
/// The lowest bit says whether it is the negative; the rest numbers the positions. So a part and
/// its negative differ in one bit, share everything that was computed for them, and cancel where
/// they meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Part(pub(crate) u32);

impl Part {
    pub(crate) const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) const fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// The same position, not negated.
    pub(crate) const fn plain(self) -> Self {
        Self(self.0 & !1)
    }
}

/// A game of a sum as the user wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    table: u16,
    index: u32,
}

/// What a list of options may take.
pub(crate) struct Room<'a> {
    pub(crate) budget: &'a Budget,
    pub(crate) bytes: usize,
}

impl Room<'_> {
    /// Whether there is time left, and memory if so much is taken.
    fn check(&self, taken: usize) -> Result<(), Stopped> {
        if taken > self.bytes { Err(Stopped::Memory) } else { self.budget.check() }
    }
}

/// What an option takes in the lists of whoever asks for it.
const OPTION_BYTES: usize = 16;

/// The games after some moves of a player, for as long as they are needed.
pub(crate) struct GamesAfter {
    /// With the names of the moves.
    pub(crate) moves: Vec<(String, Game)>,
    /// Where the list of moves goes on.
    pub(crate) next: Option<MovePlace>,
    table: u16,
    /// How many games there were before.
    before: u32,
}

/// A place in the list of the moves in a game.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MovePlace {
    /// Where some moves begin, see [`Ruleset::some_moves`].
    from: usize,
    /// How many of them were seen.
    seen: usize,
}

/// All positions that were met so far.
#[derive(Default)]
pub(crate) struct Parts {
    titles: Vec<String>,
    tables: Vec<Box<dyn AnyTable>>,
    ids: Ids,
}

/// What is known of every part: kept apart from the tables, which need it while they grow.
#[derive(Default)]
struct Ids {
    homes: Vec<Home>,
    /// Whether positions stay whole.
    unsplit: bool,
}

#[derive(Clone, Copy)]
struct Home {
    table: u16,
    is_own_negative: bool,
    /// Index into the positions of the table.
    local: u32,
}

/// A table of positions of one ruleset.
trait AnyTable: Any {
    fn is_impartial(&self) -> bool;
    /// Whether it is for boards that are larger than usual.
    fn is_wide(&self) -> bool;
    /// Reads a position as the user wrote it and keeps it.
    fn read(&mut self, text: &str) -> Result<u32, PositionError>;
    fn text(&self, game: u32) -> String;
    fn symbols(&self) -> &'static str;
    /// The parts of a position that is not kept.
    fn parts_of_text(&mut self, text: &str, ids: &mut Ids) -> Result<Vec<Part>, PositionError>;
    fn part_text(&self, local: u32) -> String;
    /// The part that a text of [`part_text`](Self::part_text) speaks of, unless it is none in normal form.
    fn normal_part(&mut self, text: &str, ids: &mut Ids) -> Option<Part>;
    fn is_legal(&self, text: &str) -> bool;
    /// The parts of a game that was read.
    fn parts(&mut self, game: u32, ids: &mut Ids) -> Vec<Part>;
    /// The games after some moves, with the names of the moves, and the place where the list goes on.
    fn play_some(
        &mut self,
        game: u32,
        player: Player,
        place: MovePlace,
    ) -> (Vec<(String, u32)>, Option<MovePlace>);
    /// Calls `visit` with the names of some moves; returns where the list goes on.
    fn move_names(
        &mut self,
        game: u32,
        player: Player,
        from: usize,
        visit: &mut dyn FnMut(String),
    ) -> Option<usize>;
    /// How many games were read or played.
    fn game_count(&self) -> u32;
    /// Forgets all but the first games.
    fn keep_games(&mut self, count: u32);
    /// The game after the move of this name.
    fn play(&mut self, game: u32, player: Player, name: &str) -> Option<u32>;
    /// Calls `visit` with the parts after each move in a part, as long as there is room.
    fn options(
        &mut self,
        local: u32,
        player: Player,
        ids: &mut Ids,
        room: &Room<'_>,
        visit: &mut dyn FnMut(&[Part]),
    ) -> Result<(), Stopped>;
    /// How many moves there are; counting ends at `most`.
    fn move_count(
        &mut self,
        local: u32,
        player: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<usize, Stopped>;
    fn integer_bounds(&self, local: u32) -> Option<(i32, i32)>;
    fn value(&self, local: u32, arena: &mut Arena) -> Option<Value>;
    fn nim_value(&self, local: u32, budget: &Budget) -> Option<u32>;
    /// Forgets positions; the parts that stay get new numbers. Returns the places of those that stay, by
    /// their numbers.
    fn renumber(&mut self, numbers: &NewNumbers) -> Vec<(u32, u32)>;
    /// Bytes in use, roughly.
    fn bytes(&self) -> usize;
}

struct Table<R: Ruleset> {
    ruleset: R,
    number: u16,
    is_wide: bool,
    /// Positions as the user wrote them.
    games: Vec<R::Position>,
    /// Normal forms, and their part numbers.
    positions: Vec<R::Position>,
    parts: Vec<u32>,
    /// The bytes that the normal forms have on the heap.
    on_heap: usize,
    /// Local numbers by position.
    locals: HashIndex,
    /// Buffers that are used again and again.
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    found: Vec<Found<R::Position>>,
    ends: Vec<usize>,
    likely: Vec<Option<u32>>,
    /// Moves that were made since clock and memory were looked at.
    since_look: usize,
}

/// A normal form that is about to be looked up.
struct Found<P> {
    normal: SignedNormal<P>,
    hash: ShortHash,
}

/// Adds an element. Unlike `push`, it asks for an eighth more when there is no room, not for as much again:
/// these lists take most of the memory of a search.
fn push_tightly<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(element);
}

impl<R: Ruleset> Table<R> {
    fn new(ruleset: R, number: u16) -> Self {
        Self {
            ruleset,
            number,
            is_wide: false,
            games: Vec::new(),
            positions: Vec::new(),
            parts: Vec::new(),
            on_heap: 0,
            locals: HashIndex::default(),
            moves: Vec::new(),
            pieces: Vec::new(),
            found: Vec::new(),
            ends: Vec::new(),
            likely: Vec::new(),
            since_look: 0,
        }
    }

    /// The part that a normal form is.
    fn intern(&mut self, Found { normal, hash }: Found<R::Position>, ids: &mut Ids) -> Part {
        let known = self.locals.find(hash, |local| self.positions[local as usize] == normal.position);
        match known {
            Some(local) => self.part(local, normal.negated),
            None => {
                let SignedNormal { position, negated, own_negative } = normal;
                let is_own_negative = own_negative || self.ruleset.is_impartial();
                let local = self.positions.len() as u32;
                push_tightly(&mut self.parts, ids.homes.len() as u32);
                push_tightly(&mut ids.homes, Home { table: self.number, is_own_negative, local });
                self.on_heap += self.ruleset.heap_bytes(&position);
                push_tightly(&mut self.positions, position);
                self.locals.insert(hash, local);
                self.part(local, negated)
            }
        }
    }

    /// The part with this local number, or its negative.
    fn part(&self, local: u32, negated: bool) -> Part {
        // An impartial game is its own negative, and so are all its images.
        let flip = negated && !self.ruleset.is_impartial();
        Part(self.parts[local as usize] << 1 | u32::from(flip))
    }

    /// The parts that normal forms are. Most are known, but far apart in memory: so each step of looking up
    /// is done for all, one right after the other, and the processor waits for many at once.
    fn intern_all(&mut self, found: &mut Vec<Found<R::Position>>, ids: &mut Ids) -> Vec<Part> {
        let mut likely = std::mem::take(&mut self.likely);
        likely.clear();
        likely.extend(found.iter().map(|found| self.locals.likely(found.hash)));
        for (likely, found) in likely.iter_mut().zip(found.iter()) {
            *likely = likely.filter(|&local| self.positions[local as usize] == found.normal.position);
        }
        let parts = found.drain(..).zip(&likely).map(|(found, likely)| match likely {
            Some(local) => self.part(*local, found.normal.negated),
            None => self.intern(found, ids),
        });
        let parts = parts.collect();
        self.likely = likely;
        parts
    }

    /// The parts of any position.
    fn split(&mut self, position: &R::Position, ids: &mut Ids, parts: &mut Vec<Part>) {
        let mut found = std::mem::take(&mut self.found);
        self.find_normals(position, ids.unsplit, &mut found);
        parts.extend(found.drain(..).map(|normal| self.intern(normal, ids)));
        self.found = found;
    }

    /// Appends the normal forms of the parts of any position.
    fn find_normals(&mut self, position: &R::Position, unsplit: bool, found: &mut Vec<Found<R::Position>>) {
        self.pieces.clear();
        if unsplit {
            self.pieces.push(position.clone());
        } else {
            self.ruleset.split(position, &mut self.pieces);
        }
        found.extend(self.pieces.iter().map(|piece| {
            let normal = self.ruleset.signed_normal(piece);
            let hash = ShortHash::of(&normal.position);
            Found { normal, hash }
        }));
    }
}

impl<R: Ruleset> Table<R> {
    /// Calls `visit` with the parts after each of some moves.
    fn visit_options(
        &mut self,
        position: &R::Position,
        player: Player,
        moves: &[R::Move],
        ids: &mut Ids,
        visit: &mut dyn FnMut(&[Part]),
    ) {
        let mut found = std::mem::take(&mut self.found);
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        for &mv in moves {
            let next = self.ruleset.play(position, player, mv);
            self.find_normals(&next, ids.unsplit, &mut found);
            ends.push(found.len());
        }
        let parts = self.intern_all(&mut found, ids);
        let mut start = 0;
        for &end in &ends {
            visit(&parts[start..end]);
            start = end;
        }
        (self.found, self.ends) = (found, ends);
    }
}

impl<R: Ruleset + 'static> AnyTable for Table<R> {
    fn is_impartial(&self) -> bool {
        self.ruleset.is_impartial()
    }

    fn is_wide(&self) -> bool {
        self.is_wide
    }

    fn read(&mut self, text: &str) -> Result<u32, PositionError> {
        self.games.push(self.ruleset.parse(text)?);
        Ok(self.games.len() as u32 - 1)
    }

    fn text(&self, game: u32) -> String {
        self.ruleset.format(&self.games[game as usize])
    }

    fn symbols(&self) -> &'static str {
        self.ruleset.symbols()
    }

    fn parts_of_text(&mut self, text: &str, ids: &mut Ids) -> Result<Vec<Part>, PositionError> {
        let position = self.ruleset.parse(text)?;
        let mut parts = Vec::new();
        self.split(&position, ids, &mut parts);
        Ok(parts)
    }

    fn is_legal(&self, text: &str) -> bool {
        self.ruleset.parse(text).is_ok()
    }

    fn part_text(&self, local: u32) -> String {
        self.ruleset.format(&self.positions[local as usize])
    }

    fn normal_part(&mut self, text: &str, ids: &mut Ids) -> Option<Part> {
        let position = self.ruleset.parse(text).ok()?;
        let normal = self.ruleset.signed_normal(&position);
        if normal.negated || normal.position != position {
            return None;
        }
        let hash = ShortHash::of(&position);
        Some(self.intern(Found { normal, hash }, ids))
    }

    fn parts(&mut self, game: u32, ids: &mut Ids) -> Vec<Part> {
        let position = self.games[game as usize].clone();
        let mut parts = Vec::new();
        self.split(&position, ids, &mut parts);
        parts
    }

    fn play_some(
        &mut self,
        game: u32,
        player: Player,
        MovePlace { from, seen }: MovePlace,
    ) -> (Vec<(String, u32)>, Option<MovePlace>) {
        let position = self.games[game as usize].clone();
        let mut moves = Vec::new();
        let next = self.ruleset.some_moves(&position, player, from, &mut moves);
        let end = moves.len().min(seen + self.ruleset.moves_per_look());
        let next = if end < moves.len() {
            Some(MovePlace { from, seen: end })
        } else {
            next.map(|from| MovePlace { from, seen: 0 })
        };
        let after = |&mv: &R::Move| {
            self.games.push(self.ruleset.play(&position, player, mv));
            (mv.to_string(), self.games.len() as u32 - 1)
        };
        (moves[seen..end].iter().map(after).collect(), next)
    }

    fn move_names(
        &mut self,
        game: u32,
        player: Player,
        from: usize,
        visit: &mut dyn FnMut(String),
    ) -> Option<usize> {
        let mut moves = Vec::new();
        let next = self.ruleset.some_moves(&self.games[game as usize], player, from, &mut moves);
        for mv in moves {
            visit(mv.to_string());
        }
        next
    }

    fn game_count(&self) -> u32 {
        self.games.len() as u32
    }

    fn keep_games(&mut self, count: u32) {
        self.games.truncate(count as usize);
    }

    fn play(&mut self, game: u32, player: Player, name: &str) -> Option<u32> {
        let position = &self.games[game as usize];
        let mut moves = Vec::new();
        self.ruleset.moves(position, player, &mut moves);
        let mv = moves.into_iter().find(|mv| mv.to_string() == name)?;
        let next = self.ruleset.play(position, player, mv);
        self.games.push(next);
        Some(self.games.len() as u32 - 1)
    }

    fn options(
        &mut self,
        local: u32,
        player: Player,
        ids: &mut Ids,
        room: &Room<'_>,
        visit: &mut dyn FnMut(&[Part]),
    ) -> Result<(), Stopped> {
        let position = self.positions[local as usize].clone();
        let mut moves = std::mem::take(&mut self.moves);
        let per_look = self.ruleset.moves_per_look();
        let (before, mut seen) = (self.bytes(), 0);
        let mut next = Some(0);
        let mut ended = Ok(());
        'moves: while let Some(from) = next {
            moves.clear();
            next = self.ruleset.some_moves(&position, player, from, &mut moves);
            for some in moves.chunks(per_look) {
                self.visit_options(&position, player, some, ids, visit);
                seen += some.len();
                self.since_look += some.len();
                if self.since_look >= per_look {
                    self.since_look = 0;
                    let taken = self.bytes().saturating_sub(before) + seen * OPTION_BYTES;
                    ended = room.check(taken);
                    if ended.is_err() {
                        break 'moves;
                    }
                }
            }
        }
        self.moves = moves;
        ended
    }

    fn move_count(
        &mut self,
        local: u32,
        player: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<usize, Stopped> {
        let position = &self.positions[local as usize];
        if let Some(count) = self.ruleset.count_moves(position, player) {
            return Ok(count.min(most));
        }
        let (mut count, mut next) = (0, Some(0));
        while let Some(from) = next.filter(|_| count < most) {
            if from > 0 {
                budget.check()?;
            }
            self.moves.clear();
            next = self.ruleset.some_moves(position, player, from, &mut self.moves);
            count += self.moves.len();
        }
        Ok(count.min(most))
    }

    fn renumber(&mut self, numbers: &NewNumbers) -> Vec<(u32, u32)> {
        let parts = std::mem::take(&mut self.parts);
        let mut old = parts.iter();
        self.positions.retain(|_| old.next().is_some_and(|&part| numbers.stays(part as usize)));
        self.positions.shrink_to_fit();
        self.on_heap = self.positions.iter().map(|position| self.ruleset.heap_bytes(position)).sum();
        self.parts = parts.iter().filter_map(|&part| numbers.index(part as usize)).collect();
        self.locals = HashIndex::with_capacity(self.positions.len());
        for (local, position) in self.positions.iter().enumerate() {
            self.locals.insert(ShortHash::of(position), local as u32);
        }
        self.parts.iter().enumerate().map(|(local, &part)| (part, local as u32)).collect()
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<R::Position>()
            + self.on_heap
            + self.parts.capacity() * size_of::<u32>()
            + self.locals.bytes()
            + self.games.capacity() * size_of::<R::Position>()
    }

    fn integer_bounds(&self, local: u32) -> Option<(i32, i32)> {
        self.ruleset.integer_bounds(&self.positions[local as usize])
    }

    fn value(&self, local: u32, arena: &mut Arena) -> Option<Value> {
        self.ruleset.value(&self.positions[local as usize], arena)
    }

    fn nim_value(&self, local: u32, budget: &Budget) -> Option<u32> {
        self.ruleset.nim_value_within(&self.positions[local as usize], budget)
    }
}

/// Makes an empty table for the ruleset of a title.
struct MakeTable {
    number: u16,
    is_wide: bool,
}

impl RulesetVisitor for MakeTable {
    type Output = Box<dyn AnyTable>;

    fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Self::Output {
        Box::new(Table { is_wide: self.is_wide, ..Table::new(ruleset, self.number) })
    }
}

impl Parts {
    /// How many positions are known.
    pub(crate) fn len(&self) -> usize {
        self.ids.homes.len()
    }

    /// Leaves positions whole from now on.
    pub(crate) fn stop_splitting(&mut self) {
        self.ids.unsplit = true;
    }

    /// The symbols of the boards of a ruleset; `None` if there is no such title.
    pub(crate) fn symbols(&mut self, title: &str) -> Option<&'static str> {
        let table = self.table(title)?;
        Some(self.tables[usize::from(table)].symbols())
    }

    /// The parts of a position that nobody will ask for again.
    pub(crate) fn parts_of_text(&mut self, table: u16, text: &str) -> Result<Vec<Part>, PositionError> {
        self.tables[usize::from(table)].parts_of_text(text, &mut self.ids)
    }

    /// Whether a text is a position of the ruleset of a title, usual or wide.
    pub(crate) fn is_legal(&mut self, title: &str, text: &str) -> bool {
        let tables = [self.table(title), self.wide_table(title)];
        tables.into_iter().flatten().any(|table| self.tables[usize::from(table)].is_legal(text))
    }

    /// All parts of a ruleset.
    pub(crate) fn all_of(&self, table: u16) -> impl Iterator<Item = Part> {
        let homes = self.ids.homes.iter().enumerate();
        homes.filter(move |(_, home)| home.table == table).map(|(index, _)| Part((index as u32) << 1))
    }

    /// How a part that is not negated is written.
    pub(crate) fn part_text(&self, part: Part) -> String {
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].part_text(home.local)
    }

    /// The part that a text of [`part_text`](Self::part_text) speaks of, unless it is none in normal form.
    pub(crate) fn normal_part(&mut self, table: u16, text: &str) -> Option<Part> {
        self.tables[usize::from(table)].normal_part(text, &mut self.ids)
    }

    /// The table of a title, made when it is first asked for.
    pub(crate) fn table(&mut self, title: &str) -> Option<u16> {
        if let Some(known) = self.titles.iter().position(|known| known == title) {
            return Some(known as u16);
        }
        let number = self.tables.len() as u16;
        self.tables.push(with_ruleset(title, MakeTable { number, is_wide: false })?);
        self.titles.push(title.to_owned());
        Some(number)
    }

    /// Adds a ruleset that is not in the list of titles.
    pub(crate) fn add_ruleset<R: Ruleset + 'static>(&mut self, ruleset: R) {
        self.titles.push(ruleset.title().to_owned());
        self.tables.push(Box::new(Table::new(ruleset, self.tables.len() as u16)));
    }

    /// Reads a game; `None` if there is no such title. Boards that are too large for the usual table go into
    /// one for wide boards.
    pub(crate) fn read(&mut self, title: &str, text: &str) -> Option<Result<Game, PositionError>> {
        let mut table = self.table(title)?;
        let mut read = self.tables[usize::from(table)].read(text);
        if let (Err(PositionError::BoardTooLarge { .. }), Some(wide)) = (&read, self.wide_table(title)) {
            table = wide;
            read = self.tables[usize::from(wide)].read(text);
        }
        Some(read.map(|index| Game { table, index }))
    }

    /// The table for wide boards of a title that has a usual table, if the ruleset has wide boards.
    fn wide_table(&mut self, title: &str) -> Option<u16> {
        if let Some(known) = self.titles.iter().rposition(|known| known == title)
            && self.tables[known].is_wide()
        {
            return Some(known as u16);
        }
        let number = self.tables.len() as u16;
        self.tables.push(with_wide_ruleset(title, MakeTable { number, is_wide: true })?);
        self.titles.push(title.to_owned());
        Some(number)
    }

    pub(crate) fn is_impartial(&self, game: Game) -> bool {
        self.is_impartial_table(game.table)
    }

    /// Whether the ruleset of a table is impartial.
    pub(crate) fn is_impartial_table(&self, table: u16) -> bool {
        self.tables[usize::from(table)].is_impartial()
    }

    pub(crate) fn title(&self, game: Game) -> &str {
        &self.titles[usize::from(game.table)]
    }

    /// The title of a ruleset by its number.
    pub(crate) fn title_of_table(&self, table: usize) -> &str {
        &self.titles[table]
    }

    /// The title of the ruleset of a part.
    pub(crate) fn title_of(&self, part: Part) -> &str {
        self.title_of_table(self.table_of(part))
    }

    pub(crate) fn text(&self, game: Game) -> String {
        self.tables[usize::from(game.table)].text(game.index)
    }

    pub(crate) fn parts_of(&mut self, game: Game) -> Vec<Part> {
        self.tables[usize::from(game.table)].parts(game.index, &mut self.ids)
    }

    /// Calls `visit` with the names of some moves of a player; returns where the list goes on.
    pub(crate) fn move_names(
        &mut self,
        game: Game,
        player: Player,
        from: usize,
        mut visit: impl FnMut(String),
    ) -> Option<usize> {
        self.tables[usize::from(game.table)].move_names(game.index, player, from, &mut visit)
    }

    pub(crate) fn play(&mut self, game: Game, player: Player, name: &str) -> Option<Game> {
        let index = self.tables[usize::from(game.table)].play(game.index, player, name)?;
        Some(Game { index, ..game })
    }

    /// The games after some moves of a player, beginning at a place in the list of moves: there may be too
    /// many for the memory. [`forget_games`](Self::forget_games) when they are no longer needed.
    pub(crate) fn games_after(&mut self, game: Game, player: Player, place: MovePlace) -> GamesAfter {
        let table = &mut self.tables[usize::from(game.table)];
        let before = table.game_count();
        let (moves, next) = table.play_some(game.index, player, place);
        let moves = moves.into_iter().map(|(name, index)| (name, Game { index, ..game })).collect();
        GamesAfter { moves, next, table: game.table, before }
    }

    /// Forgets the games after each move; nobody may ask about them any more.
    pub(crate) fn forget_games(&mut self, after: &GamesAfter) {
        self.tables[usize::from(after.table)].keep_games(after.before);
    }

    /// The part with the opposite value.
    pub(crate) fn negative(&self, part: Part) -> Part {
        if self.ids.homes[part.index()].is_own_negative { part } else { Part(part.0 ^ 1) }
    }

    /// Calls `visit` with the parts after each move of a player in a part that is not negated, as long as
    /// there is room.
    pub(crate) fn options(
        &mut self,
        part: Part,
        player: Player,
        room: &Room<'_>,
        mut visit: impl FnMut(&[Part]),
    ) -> Result<(), Stopped> {
        debug_assert!(!part.is_negative(), "the options of negatives are the negatives of options");
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].options(home.local, player, &mut self.ids, room, &mut visit)
    }

    /// How many moves a player has in a part that is not negated; counting ends at `most`.
    pub(crate) fn move_count(
        &mut self,
        part: Part,
        player: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<usize, Stopped> {
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].move_count(home.local, player, most, budget)
    }

    /// Integers between which the value of a part is that is not negated.
    pub(crate) fn integer_bounds(&self, part: Part) -> Option<(i32, i32)> {
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].integer_bounds(home.local)
    }

    /// The value of a part that is not negated, if its ruleset has a formula for it.
    pub(crate) fn formula(&self, part: Part, arena: &mut Arena) -> Option<Value> {
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].value(home.local, arena)
    }

    /// The nim-value of a part, if its ruleset has a formula for it.
    pub(crate) fn nim_formula(&self, part: Part, budget: &Budget) -> Option<u32> {
        let home = self.ids.homes[part.index()];
        self.tables[usize::from(home.table)].nim_value(home.local, budget)
    }

    /// Forgets positions; those that stay get new numbers.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        numbers.filter(&mut self.ids.homes);
        for table in &mut self.tables {
            for (part, local) in table.renumber(numbers) {
                self.ids.homes[part as usize].local = local;
            }
        }
    }

    pub(crate) fn is_impartial_part(&self, part: Part) -> bool {
        self.tables[usize::from(self.ids.homes[part.index()].table)].is_impartial()
    }

    /// Bytes in use, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let tables: usize = self.tables.iter().map(|table| table.bytes()).sum();
        tables + self.ids.homes.capacity() * size_of::<Home>()
    }

    /// The number of the ruleset of a part.
    pub(crate) fn table_of(&self, part: Part) -> usize {
        usize::from(self.ids.homes[part.index()].table)
    }
}
