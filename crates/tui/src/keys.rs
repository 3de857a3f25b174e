//! Every key of every screen: what it does, in which words help explains it, and what the footer says of it.

use ratatui::crossterm::event::KeyCode;

/// A key, or several that do the same.
pub(crate) struct Key<A: 'static> {
    codes: &'static [KeyCode],
    action: A,
    /// The keys as help writes them.
    name: &'static str,
    /// What they do.
    about: &'static str,
    hint: Hint,
}

/// What the footer says of a key.
#[derive(Clone, Copy)]
enum Hint {
    /// Nothing: help tells.
    None,
    /// These words, if there is room.
    Room(&'static str),
    /// These words on every screen, however narrow.
    Always(&'static str),
}

const fn key<A>(
    codes: &'static [KeyCode],
    action: A,
    name: &'static str,
    about: &'static str,
    hint: Hint,
) -> Key<A> {
    Key { codes, action, name, about, hint }
}

/// What can be done in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameAction {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Make,
    Undo,
    Redo,
    TypeMove,
    Filter,
    Values,
    Computer,
    New,
    GoTo,
    Random,
    Rules,
    Statistics,
    Letters,
    Games,
    Help,
    Leave,
}

/// The keys of a game.
pub(crate) const GAME: &[Key<GameAction>] = &[
    key(&[KeyCode::Up, KeyCode::Char('k')], GameAction::Up, "↑ or k", "the move above", Hint::None),
    key(&[KeyCode::Down, KeyCode::Char('j')], GameAction::Down, "↓ or j", "the move below", Hint::None),
    key(&[KeyCode::PageUp], GameAction::PageUp, "PgUp", "ten moves up", Hint::None),
    key(&[KeyCode::PageDown], GameAction::PageDown, "PgDn", "ten moves down", Hint::None),
    key(&[KeyCode::Home], GameAction::First, "Home", "the first move", Hint::None),
    key(&[KeyCode::End], GameAction::Last, "End", "the last move", Hint::None),
    key(
        &[KeyCode::Enter, KeyCode::Char(' ')],
        GameAction::Make,
        "Enter",
        "make the chosen move",
        Hint::Room("Enter move"),
    ),
    key(&[KeyCode::Char('u'), KeyCode::Left], GameAction::Undo, "u or ←", "take back", Hint::Room("u undo")),
    key(
        &[KeyCode::Char('h')],
        GameAction::Values,
        "h",
        "show or hide the values of moves",
        Hint::Room("h values"),
    ),
    key(&[KeyCode::Char('i')], GameAction::Rules, "i", "the rules of the game", Hint::Room("i rules")),
    key(
        &[KeyCode::Char('m'), KeyCode::Char('/')],
        GameAction::TypeMove,
        "m or /",
        "type a move; Tab completes it, a digit begins it at once",
        Hint::Room("m type"),
    ),
    key(
        &[KeyCode::Char('c')],
        GameAction::Computer,
        "c",
        "the computer plays second, first, both, none",
        Hint::Room("c computer"),
    ),
    key(
        &[KeyCode::Char('f')],
        GameAction::Filter,
        "f",
        "list only moves that win, tie, draw or lose",
        Hint::Room("f filter"),
    ),
    key(
        &[KeyCode::Char('s')],
        GameAction::Statistics,
        "s",
        "how many positions win and lose",
        Hint::Room("s statistics"),
    ),
    key(&[KeyCode::Char('g')], GameAction::GoTo, "g", "go to a position", Hint::Room("g go to")),
    key(&[KeyCode::Char('n')], GameAction::New, "n", "a new game", Hint::Room("n new")),
    key(
        &[KeyCode::Char('r'), KeyCode::Right],
        GameAction::Redo,
        "r or →",
        "make again what was taken back",
        Hint::Room("r redo"),
    ),
    key(&[KeyCode::Char('x')], GameAction::Random, "x", "a random position", Hint::None),
    key(
        &[KeyCode::Char('t')],
        GameAction::Letters,
        "t",
        "the board as plain text, or as a picture",
        Hint::None,
    ),
    key(
        &[KeyCode::Esc, KeyCode::Char('b')],
        GameAction::Games,
        "b or Esc",
        "all games",
        Hint::Room("b all games"),
    ),
    key(&[KeyCode::Char('?'), KeyCode::F(1)], GameAction::Help, "?", "this help", Hint::Always("? help")),
    key(&[KeyCode::Char('q')], GameAction::Leave, "q", "leave", Hint::Always("q leave")),
];

/// What can be done in the list of games; letters search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListAction {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Choose,
    Unfold,
    Fold,
    FoldAll,
    Erase,
    Help,
    Leave,
}

/// The keys of the list of games.
pub(crate) const LIST: &[Key<ListAction>] = &[
    key(&[KeyCode::Up], ListAction::Up, "↑", "the line above", Hint::None),
    key(&[KeyCode::Down], ListAction::Down, "↓", "the line below", Hint::None),
    key(&[KeyCode::PageUp], ListAction::PageUp, "PgUp", "ten lines up", Hint::None),
    key(&[KeyCode::PageDown], ListAction::PageDown, "PgDn", "ten lines down", Hint::None),
    key(&[KeyCode::Home], ListAction::First, "Home", "the first line", Hint::None),
    key(&[KeyCode::End], ListAction::Last, "End", "the last line", Hint::None),
    key(
        &[KeyCode::Enter],
        ListAction::Choose,
        "Enter",
        "play, or show the variants of a game",
        Hint::Room("Enter choose"),
    ),
    key(&[KeyCode::Right], ListAction::Unfold, "→", "show the variants of a game", Hint::Room("→ variants")),
    key(&[KeyCode::Left], ListAction::Fold, "←", "hide them", Hint::None),
    key(&[KeyCode::Tab], ListAction::FoldAll, "Tab", "show all variants, or none", Hint::Room("Tab all")),
    key(
        &[KeyCode::Backspace],
        ListAction::Erase,
        "Backspace",
        "take back a letter of the search",
        Hint::None,
    ),
    key(&[KeyCode::Char('?'), KeyCode::F(1)], ListAction::Help, "?", "this help", Hint::Always("? help")),
    key(&[KeyCode::Esc], ListAction::Leave, "Esc", "end the search, or leave", Hint::Always("Esc leave")),
];

/// What can be done in a text that is longer than the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PagerAction {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Close,
}

/// The keys of help, rules and statistics.
pub(crate) const PAGER: &[Key<PagerAction>] = &[
    key(&[KeyCode::Up, KeyCode::Char('k')], PagerAction::Up, "↑ or k", "a line up", Hint::Room("↑↓ scroll")),
    key(&[KeyCode::Down, KeyCode::Char('j')], PagerAction::Down, "↓ or j", "a line down", Hint::None),
    key(&[KeyCode::PageUp], PagerAction::PageUp, "PgUp", "a page up", Hint::Room("PgUp PgDn page")),
    key(&[KeyCode::PageDown, KeyCode::Char(' ')], PagerAction::PageDown, "PgDn", "a page down", Hint::None),
    key(&[KeyCode::Home], PagerAction::First, "Home", "the beginning", Hint::Room("Home End")),
    key(&[KeyCode::End], PagerAction::Last, "End", "the end", Hint::None),
    key(
        &[
            KeyCode::Esc,
            KeyCode::Enter,
            KeyCode::Char('q'),
            KeyCode::Char('?'),
            KeyCode::Char('i'),
            KeyCode::Char('s'),
        ],
        PagerAction::Close,
        "Esc",
        "close",
        Hint::Always("Esc close"),
    ),
];

/// Returns what a key does.
pub(crate) fn action<A: Copy>(table: &[Key<A>], code: KeyCode) -> Option<A> {
    table.iter().find(|key| key.codes.contains(&code)).map(|key| key.action)
}

/// Returns the keys and what they do, for help.
pub(crate) fn explained<A>(table: &[Key<A>]) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.iter().map(|key| (key.name, key.about))
}

/// Returns as many hints as fit into the width. Those that are always there come last and are never cut off.
pub(crate) fn footer<A>(table: &[Key<A>], width: usize) -> String {
    const GAP: usize = 3;
    let length = |hint: &str| hint.chars().count() + GAP;
    let always: Vec<&str> = table
        .iter()
        .filter_map(|key| if let Hint::Always(hint) = key.hint { Some(hint) } else { None })
        .collect();
    let mut left = (width + GAP).saturating_sub(always.iter().map(|hint| length(hint)).sum());
    let mut hints = Vec::new();
    for key in table {
        if let Hint::Room(hint) = key.hint {
            if length(hint) > left {
                break;
            }
            left -= length(hint);
            hints.push(hint);
        }
    }
    hints.extend(always);
    hints.join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_key_has_two_meanings<A>(table: &[Key<A>]) {
        let codes: Vec<&KeyCode> = table.iter().flat_map(|key| key.codes).collect();
        for (place, code) in codes.iter().enumerate() {
            assert!(!codes[..place].contains(code), "{code:?}");
        }
    }

    #[test]
    fn keys_are_unambiguous() {
        no_key_has_two_meanings(GAME);
        no_key_has_two_meanings(LIST);
        no_key_has_two_meanings(PAGER);
    }

    #[test]
    fn help_and_leave_are_in_every_footer_that_fits_on_its_screen() {
        for width in 20..200 {
            for footer in [footer(GAME, width), footer(LIST, width)] {
                assert!(footer.chars().count() <= width, "{width}: {footer}");
                assert!(footer.contains("? help") && footer.ends_with("leave"), "{width}: {footer}");
            }
        }
        assert!(footer(GAME, 200).contains("r redo"));
    }
}
