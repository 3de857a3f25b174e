//! The list of games, each with its variants below it.

use std::collections::HashSet;
use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use zermelo_library::{Family, Library};
use zermelo_service::{Card, Overview, Status};

use super::moved;
use super::pager::{Pager, Text};
use crate::keys::{self, LIST, ListAction};
use crate::theme::thousands;

/// What is known of one variant.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Known {
    /// The value of the start, or how much is solved; empty as long as nobody has looked.
    pub(crate) start: String,
    pub(crate) positions: String,
}

/// A line of the list, by the places of the game and of the variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Row {
    Game(usize),
    Variant(usize, usize),
    /// Variants that are not listed: a board of any size, for example.
    Other(usize),
}

/// What the user wants.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// To play a variant of a game.
    Play(String, String),
    /// To name a variant of a game that is not listed.
    Name(usize),
    /// To leave.
    Leave,
}

/// All games; typing narrows the list down.
pub(crate) struct List {
    families: Vec<Arc<Family>>,
    /// For each game what is known of its variants.
    known: Vec<Vec<Known>>,
    unfolded: HashSet<usize>,
    pub(crate) filter: String,
    pub(crate) selected: usize,
    /// The first line that is shown.
    pub(crate) top: usize,
    /// Where the lines were drawn last.
    pub(crate) area: Rect,
    /// Something that went wrong.
    pub(crate) message: Option<String>,
    pub(crate) help: Option<Pager>,
}

impl List {
    pub(crate) fn new(library: &Library) -> List {
        let families = library.families().to_vec();
        let known = families.iter().map(|family| vec![Known::default(); family.variants.len()]).collect();
        List {
            families,
            known,
            unfolded: HashSet::new(),
            filter: String::new(),
            selected: 0,
            top: 0,
            area: Rect::ZERO,
            message: None,
            help: None,
        }
    }

    /// Takes over what has been found out.
    pub(crate) fn refresh(&mut self, overview: &Overview) {
        let chosen = self.chosen();
        let cards = overview.games.iter().map(|(_, cards)| cards.iter().map(known).collect());
        self.known = cards.collect();
        // A search for what is known may find other lines now.
        if let Some(place) = chosen.and_then(|chosen| self.rows().iter().position(|&row| row == chosen)) {
            self.selected = place;
        }
    }

    pub(crate) fn family(&self, game: usize) -> &Family {
        &self.families[game]
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> usize {
        self.families.len()
    }

    pub(crate) fn known(&self, game: usize, variant: usize) -> &Known {
        &self.known[game][variant]
    }

    /// Whether a game has but one variant, so that there is nothing to unfold.
    pub(crate) fn is_single(&self, game: usize) -> bool {
        let family = &self.families[game];
        family.variants.len() == 1 && family.open.is_none()
    }

    pub(crate) fn is_unfolded(&self, game: usize) -> bool {
        !self.is_single(game) && (!self.filter.trim().is_empty() || self.unfolded.contains(&game))
    }

    /// How many variants of a game are solved.
    pub(crate) fn solved(&self, game: usize) -> usize {
        let is_solved = |known: &&Known| !matches!(known.start.as_str(), "" | "not solved" | "partly solved");
        self.known[game].iter().filter(is_solved).count()
    }

    /// The lines that are to be seen: those that contain every word of the search, or all.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let filter = self.filter.to_lowercase();
        let fits = |text: String| {
            let text = text.to_lowercase();
            filter.split_whitespace().all(|word| text.contains(word))
        };
        let mut rows = Vec::new();
        for (game, family) in self.families.iter().enumerate() {
            let variant_fits = |(place, variant): (usize, &zermelo_library::Variant)| {
                let start = &self.known[game][place].start;
                fits(format!("{} {}/{} {} {start}", family.name, family.id, variant.id, variant.about))
                    .then_some(Row::Variant(game, place))
            };
            let variants: Vec<Row> = family.variants.iter().enumerate().filter_map(variant_fits).collect();
            let is_found = fits(format!("{} {}", family.name, family.id));
            if variants.is_empty() && !is_found {
                continue;
            }
            rows.push(Row::Game(game));
            if self.is_unfolded(game) {
                rows.extend(variants);
                rows.extend((family.open.is_some() && is_found).then_some(Row::Other(game)));
            }
        }
        rows
    }

    /// The line that is chosen.
    pub(crate) fn chosen(&self) -> Option<Row> {
        self.rows().get(self.selected).copied()
    }

    /// Shows the variants of a game and chooses the first.
    pub(crate) fn show(&mut self, id: &str) {
        if let Some(game) = self.families.iter().position(|family| family.id == id) {
            self.filter.clear();
            self.unfolded.insert(game);
            self.choose(Row::Game(game));
            self.top = self.selected;
            self.selected += usize::from(!self.is_single(game));
        }
    }

    fn choose(&mut self, wanted: Row) {
        self.selected = self.rows().iter().position(|&row| row == wanted).unwrap_or(0);
    }

    fn step(&mut self, by: isize) {
        self.selected = moved(self.selected, by, self.rows().len());
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if let Some(help) = &mut self.help {
            if help.key(key.code) {
                self.help = None;
            }
            return None;
        }
        self.message = None;
        match (keys::action(LIST, key.code), key.code) {
            (Some(action), _) => return self.act(action),
            (None, KeyCode::Char(letter)) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.search(format!("{}{letter}", self.filter));
            }
            _ => {}
        }
        None
    }

    fn act(&mut self, action: ListAction) -> Option<Wish> {
        match action {
            ListAction::Up => self.step(-1),
            ListAction::Down => self.step(1),
            ListAction::PageUp => self.step(-10),
            ListAction::PageDown => self.step(10),
            ListAction::First => self.selected = 0,
            ListAction::Last => self.step(isize::MAX),
            ListAction::Choose => return self.wish(),
            ListAction::Unfold => self.fold(false),
            ListAction::Fold => self.fold(true),
            ListAction::FoldAll => self.fold_all(),
            ListAction::Erase => {
                let mut filter = self.filter.clone();
                filter.pop();
                self.search(filter);
            }
            ListAction::Help => {
                let mut lines: Vec<_> = keys::explained(LIST).collect();
                lines.push(("letters", "search: every word has to be in the line"));
                lines.push(("mouse", "click chooses, click again plays, the wheel scrolls"));
                self.help = Some(Pager::new("Keys", Text::Keys(lines)));
            }
            ListAction::Leave if self.filter.is_empty() => return Some(Wish::Leave),
            ListAction::Leave => self.search(String::new()),
        }
        None
    }

    /// What pressing Enter on the chosen line is for.
    fn wish(&mut self) -> Option<Wish> {
        let play = |game: usize, variant: usize| {
            let family = &self.families[game];
            Some(Wish::Play(family.id.to_owned(), family.variants[variant].id.to_owned()))
        };
        match self.chosen()? {
            Row::Variant(game, variant) => play(game, variant),
            Row::Game(game) if self.is_single(game) => play(game, 0),
            Row::Other(game) => Some(Wish::Name(game)),
            Row::Game(game) => {
                let is_unfolded = self.is_unfolded(game);
                self.fold(is_unfolded);
                None
            }
        }
    }

    /// Hides the variants of the chosen game, or shows them.
    fn fold(&mut self, hide: bool) {
        let Some(Row::Game(game) | Row::Variant(game, _) | Row::Other(game)) = self.chosen() else { return };
        if hide {
            self.unfolded.remove(&game);
            self.choose(Row::Game(game));
        } else {
            self.unfolded.insert(game);
        }
    }

    fn fold_all(&mut self) {
        let chosen = self.chosen();
        if self.unfolded.is_empty() {
            self.unfolded = (0..self.families.len()).collect();
        } else {
            self.unfolded.clear();
        }
        if let Some(Row::Game(game) | Row::Variant(game, _) | Row::Other(game)) = chosen {
            self.choose(Row::Game(game));
        }
    }

    fn search(&mut self, filter: String) {
        self.filter = filter;
        // The first line that can be played, below the name of its game.
        let is_playable = |row: &Row| match *row {
            Row::Game(game) => self.is_single(game) || self.filter.trim().is_empty(),
            _ => true,
        };
        self.selected = self.rows().iter().position(is_playable).unwrap_or(0);
        self.top = 0;
    }

    /// Somebody clicks: a line is chosen, and one that was chosen is taken.
    pub(crate) fn click(&mut self, column: u16, row: u16) -> Option<Wish> {
        if self.help.is_some() {
            self.help = None;
            return None;
        }
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let place = self.top + usize::from(row - self.area.y);
        if place >= self.rows().len() {
            return None;
        }
        self.message = None;
        if place == self.selected {
            return self.wish();
        }
        self.selected = place;
        // Nobody clicks twice to see what is below.
        matches!(self.chosen(), Some(Row::Game(game)) if !self.is_single(game)).then(|| self.wish()).flatten()
    }

    /// The wheel was turned by so many lines.
    pub(crate) fn wheel(&mut self, by: isize) {
        match &mut self.help {
            Some(help) => help.scroll(by),
            None => self.step(by),
        }
    }
}

fn known(card: &Card) -> Known {
    let start = match (&card.outcome, card.status) {
        (Some((value, Some(remoteness))), _) => format!("{value} in {remoteness}"),
        (Some((value, None)), _) => value.clone(),
        (None, Status::Part) => "partly solved".to_owned(),
        (None, Status::Solved) => "solved".to_owned(),
        (None, _) => "not solved".to_owned(),
    };
    Known { start, positions: card.positions.map_or_else(String::new, thousands) }
}
