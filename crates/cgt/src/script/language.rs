//! The input language: sums of games, and what to find out about them.

use std::fmt;

use thiserror::Error;

use crate::rulesets::suggestion::hint;
use crate::{Dyadic, Player, PositionError};

/// A text in the input language, cut into sums with their commands.
///
/// ```
/// use zermelo_cgt::{Command, Script, Source};
/// let script = Script::parse("[clobber_1xn] XOXO [nimber] 3 {B, W loss}", Source::Text).unwrap();
/// let sum = &script.sums[0];
/// assert_eq!(sum.games[1].title, "nimber");
/// assert_eq!(sum.commands[0].to_string(), "B");
/// assert_eq!(sum.commands[1].to_string(), "W loss");
///
/// let error = Script::parse("[nimber] 3(4)", Source::Text).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 11: '(' needs a space before it");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The sums in the order of the text.
    pub sums: Vec<SumText>,
    /// The version that the text says it is written for, if that is not ours.
    pub other_version: Option<String>,
}

/// The version of the language that is understood here.
pub const VERSION: &str = "1.7";

/// Where a text comes from: files must begin with their version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A file, which begins with `{version …}`.
    File,
    /// A text given in another way.
    Text,
}

/// A sum of games with the commands behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumText {
    /// The games, in order.
    pub games: Vec<GameText>,
    /// What to find out.
    pub commands: Vec<Command>,
    /// The comments that belong to each command.
    pub comments: Vec<String>,
    /// Where the commands are.
    pub place: Place,
}

impl SumText {
    /// Returns the games with their titles, on one line.
    #[must_use]
    pub fn games_text(&self) -> String {
        let mut text = String::new();
        let mut title = "";
        for game in &self.games {
            if game.title != title {
                title = &game.title;
                text += &format!("[{title}] ");
            }
            let spaced = game.text.contains(char::is_whitespace);
            text += &if spaced { format!("({}) ", game.text) } else { format!("{} ", game.text) };
        }
        text.trim_end().to_owned()
    }
}

/// A game as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// The title it stands under.
    pub title: String,
    /// The position.
    pub text: String,
    /// Where the position starts.
    pub place: Place,
}

/// A line and a column, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl Place {
    const START: Self = Self { line: 1, column: 1 };

    /// The place behind a text that starts here.
    fn behind(self, text: impl Iterator<Item = char>) -> Self {
        text.fold(self, |place, symbol| match symbol {
            '\n' => Self { line: place.line + 1, column: 1 },
            _ => Self { column: place.column + 1, ..place },
        })
    }
}

/// One question about a sum, perhaps with the expected answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Does this player win if she moves first?
    Solve {
        /// Who moves first.
        player: Player,
        /// Whether she should win.
        expected: Option<bool>,
    },
    /// The nim-value.
    NimValue {
        /// What it should be.
        expected: Option<u32>,
    },
    /// All winning first moves.
    WinningMoves {
        /// Who moves; `None` in an impartial sum.
        player: Option<Player>,
        /// The names of the moves that should win.
        expected: Option<Vec<String>>,
    },
    /// The thermograph.
    Thermograph {
        /// The corners of the left and the right wall that it should have.
        expected: Option<Walls>,
    },
}

/// Corners of a left and a right wall, as (value, temperature) with rising temperature.
pub type Walls = [Vec<(Dyadic, Dyadic)>; 2];

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solve { player, expected } => {
                let result = expected.map_or("", |win| if win { " win" } else { " loss" });
                write!(f, "{player}{result}")
            }
            Self::NimValue { expected: None } => f.write_str("N"),
            Self::NimValue { expected: Some(nim) } => write!(f, "N {nim}"),
            Self::WinningMoves { player, expected } => {
                let player = player.map_or_else(|| "N".to_owned(), |player| player.to_string());
                write!(f, "winning moves {player}")?;
                match expected.as_deref() {
                    None => Ok(()),
                    Some([]) => f.write_str(" None"),
                    Some(moves) => write!(f, " {}", moves.join(" ")),
                }
            }
            Self::Thermograph { .. } => f.write_str("thermograph"),
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct ScriptError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: ScriptProblem,
}

/// What can be wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScriptProblem {
    /// A file without a version.
    #[error("a file must begin with {{version {VERSION}}}")]
    NoVersion,
    /// A version somewhere else than at the beginning.
    #[error("{{version …}} may only stand at the beginning")]
    LateVersion,
    /// Something that was opened is not closed.
    #[error("{opening:?} is not closed: {closing:?} must follow, with a space or the end behind it")]
    Unclosed {
        /// The opening mark.
        opening: &'static str,
        /// The mark that is missing.
        closing: &'static str,
    },
    /// A mark inside a word.
    #[error("{0:?} needs a space before it")]
    Glued(char),
    /// A mark inside brackets or parentheses.
    #[error("{0:?} may not stand inside brackets")]
    Nested(char),
    /// No title before the first game.
    #[error("a game needs a title in brackets before it, such as [clobber]")]
    NoTitle,
    /// A title that is not known.
    #[error("there is no game called {:?}{}", .0, hint(.0))]
    UnknownTitle(String),
    /// A position that its game does not allow.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A command that is not known.
    #[error("{found:?} is not a command; commands are B, W, N, winning moves, thermograph")]
    UnknownCommand {
        /// The words.
        found: String,
    },
    /// Something in a command that does not belong there.
    #[error("{found:?} is not {allowed}")]
    BadArgument {
        /// The words.
        found: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// Nothing between two commas, or behind the last one.
    #[error("there is a comma without a command behind it")]
    EmptyCommand,
    /// A comment for a command that does not exist.
    #[error("the comment is for command {index}, but the next block has {commands} commands, counted from 0")]
    CommentIndex {
        /// The number in the comment.
        index: usize,
        /// Commands in the block.
        commands: usize,
    },
    /// Games at the end without a block of commands.
    #[error("the last games have no commands in braces behind them")]
    NoCommands,
    /// Nim-values are for impartial games.
    #[error("{0} needs impartial games, but {1} is not impartial")]
    Partizan(String, String),
    /// Bytes that are no text.
    #[error("the text is not valid UTF-8")]
    NotText,
}

impl ScriptProblem {
    const fn at(self, place: Place) -> ScriptError {
        ScriptError { place, problem: self }
    }
}

/// A construct of the text: a word, or what stands between two marks.
#[derive(Debug, Clone, Copy)]
enum Item<'a> {
    Braces(&'a str),
    Title(&'a str),
    Game(&'a str),
    Comment(&'a str),
    Word(&'a str),
}

impl Script {
    /// Reads a text.
    pub fn parse(text: &str, source: Source) -> Result<Self, ScriptError> {
        let mut assembly = Assembly::new(text, source);
        while assembly.take_item()? {}
        assembly.check_end()?;
        Ok(assembly.script)
    }

    /// Reads bytes, which may turn out not to be text.
    pub fn parse_bytes(bytes: &[u8], source: Source) -> Result<Self, ScriptError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text, source),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                Err(ScriptProblem::NotText.at(Place::START.behind(valid.chars())))
            }
        }
    }

    /// Reads what can be read: after a mistake it goes on behind the line, leaves out the sum to which the
    /// line belongs, and tells what was wrong. A file without its version is read all the same, and the
    /// mistake told.
    ///
    /// ```
    /// use zermelo_cgt::{Script, Source};
    /// let text = b"[nimber]\n1 2 {B}\n3(4 {B}\n5\n6) {B}\n7 {W draw}\n8 {B}\n";
    /// let (script, mistakes) = Script::parse_leniently(text, Source::Text);
    /// let read: Vec<&str> = script.sums.iter().map(|sum| sum.games[0].text.as_str()).collect();
    /// assert_eq!(read, ["1", "8"]);
    /// let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.place.line).collect();
    /// assert_eq!(lines, [3, 5, 6]);
    /// ```
    #[must_use]
    pub fn parse_leniently(bytes: &[u8], source: Source) -> (Self, Vec<ScriptError>) {
        // What is no text in a position is no position, and does no harm in a comment.
        let text = String::from_utf8_lossy(bytes);
        let mut assembly = Assembly::new(&text, Source::Text);
        let mut mistakes = Vec::new();
        if source == Source::File && !assembly.begins_with_version() {
            mistakes.push(ScriptProblem::NoVersion.at(Place::START));
        }
        loop {
            match assembly.take_item() {
                Ok(true) => {}
                Ok(false) => break,
                Err(mistake) => {
                    mistakes.push(mistake);
                    assembly.recover();
                }
            }
        }
        mistakes.extend(assembly.check_end().err());
        (assembly.script, mistakes)
    }
}

/// A script that is put together from the items of a text.
struct Assembly<'a> {
    reader: Reader<'a>,
    script: Script,
    /// The sum that is being read.
    games: Vec<GameText>,
    comments: Vec<(Place, &'a str)>,
    /// Whether the version has to come next.
    needs_version: bool,
    /// Whether the version may come next.
    at_start: bool,
    /// Whether there was a mistake in the sum that is being read.
    is_broken: bool,
}

impl<'a> Assembly<'a> {
    fn new(text: &'a str, source: Source) -> Self {
        Self {
            reader: Reader { text, start: (0, Place::START), at: 0, place: Place::START, title: None },
            script: Script { sums: Vec::new(), other_version: None },
            games: Vec::new(),
            comments: Vec::new(),
            needs_version: source == Source::File,
            at_start: true,
            is_broken: false,
        }
    }

    /// Returns whether the first item is a version. Nothing is read by that.
    fn begins_with_version(&self) -> bool {
        let mut reader = Reader {
            text: self.reader.text,
            start: (0, Place::START),
            at: 0,
            place: Place::START,
            title: None,
        };
        matches!(reader.next_item(), Ok(Some((_, Item::Braces(body)))) if version_of(body).is_some())
    }

    /// Reads an item; whether there was one.
    fn take_item(&mut self) -> Result<bool, ScriptError> {
        let Some((place, item)) = self.reader.next_item()? else { return Ok(false) };
        let at_start = std::mem::take(&mut self.at_start);
        if let Item::Braces(body) = item
            && let Some(version) = version_of(body)
        {
            if !at_start {
                return Err(ScriptProblem::LateVersion.at(place));
            }
            self.needs_version = false;
            self.script.other_version = (version != VERSION).then(|| version.to_owned());
            return Ok(true);
        }
        if std::mem::take(&mut self.needs_version) {
            return Err(ScriptProblem::NoVersion.at(place));
        }
        match item {
            Item::Comment(body) => self.comments.push((place, body)),
            Item::Title(title) => self.reader.title = Some(title),
            // The sum is lost anyway, and the title with it.
            Item::Game(_) | Item::Word(_) if self.is_broken && self.reader.title.is_none() => {}
            Item::Game(body) | Item::Word(body) => {
                let title = self.reader.title.ok_or(ScriptProblem::NoTitle.at(place))?.to_owned();
                // The text of a bracketed game starts behind the bracket.
                let skipped = usize::from(matches!(item, Item::Game(_)));
                let place = Place { column: place.column + skipped, ..place };
                self.games.push(GameText { title, text: body.to_owned(), place });
            }
            Item::Braces(body) => self.end_sum(place, body)?,
        }
        Ok(true)
    }

    fn end_sum(&mut self, place: Place, body: &str) -> Result<(), ScriptError> {
        let games = std::mem::take(&mut self.games);
        let comments = std::mem::take(&mut self.comments);
        if !std::mem::take(&mut self.is_broken) {
            let commands = commands(body, Place { column: place.column + 1, ..place })?;
            let comments = comments_per_command(&comments, commands.len())?;
            self.script.sums.push(SumText { games, commands, comments, place });
        }
        Ok(())
    }

    /// An error unless the text may end here.
    fn check_end(&self) -> Result<(), ScriptError> {
        match self.games.last() {
            _ if self.needs_version => Err(ScriptProblem::NoVersion.at(Place::START)),
            Some(game) if !self.is_broken => Err(ScriptProblem::NoCommands.at(game.place)),
            _ => Ok(()),
        }
    }

    /// Goes on after a mistake: at the end of the line on which the item with the mistake begins, or right
    /// behind the item if it ends a sum on a later line.
    fn recover(&mut self) {
        let (start, place) = self.reader.start;
        let item = &self.reader.text[start..self.reader.at];
        self.games.clear();
        self.comments.clear();
        if item.starts_with('{') && item.ends_with('}') && item.contains('\n') {
            return;
        }
        (self.reader.at, self.reader.place) = (start, place);
        let rest = &self.reader.text[start..];
        let line = self.reader.advance(rest.find('\n').unwrap_or(rest.len()));
        if line.starts_with('[') || last_title(line).is_some() {
            self.reader.title = last_title(line);
        }
        self.is_broken = !ends_sum(line);
    }
}

/// The last title in a line.
fn last_title(line: &str) -> Option<&str> {
    let (before, behind) = line.rsplit_once(']')?;
    let is_title = behind.is_empty() || behind.starts_with(char::is_whitespace);
    before.rsplit_once('[').map(|(_, title)| title).filter(|title| is_title && mark_in(title).is_none())
}

/// Whether a line ends a sum: braces with a bar in them are a game.
fn ends_sum(line: &str) -> bool {
    line.match_indices('}').any(|(at, _)| {
        let body = line[..at].rsplit('{').next().unwrap_or("");
        let behind = &line[at + 1..];
        !body.contains('|') && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    })
}

/// As much of a text as fits into a message.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn version_of(body: &str) -> Option<&str> {
    let mut words = body.split_whitespace();
    (words.next() == Some("version")).then(|| words.next().unwrap_or(""))
}

struct Reader<'a> {
    text: &'a str,
    /// Where the item begins that was read last.
    start: (usize, Place),
    at: usize,
    place: Place,
    title: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// Goes on by some bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = &self.text[self.at..self.at + bytes];
        self.place = self.place.behind(passed.chars());
        self.at += bytes;
        passed
    }

    fn next_item(&mut self) -> Result<Option<(Place, Item<'a>)>, ScriptError> {
        let rest = &self.text[self.at..];
        self.advance(rest.len() - rest.trim_start().len());
        let place = self.place;
        self.start = (self.at, place);
        let rest = &self.text[self.at..];
        let Some(symbol) = rest.chars().next() else { return Ok(None) };
        let item = match symbol {
            '{' if self.title == Some("literal") && literal_length(rest).is_some() => {
                Item::Word(self.advance(literal_length(rest).unwrap_or_default()))
            }
            '{' => Item::Braces(self.enclosed("{", "}")?),
            '[' => Item::Title(plain(self.enclosed("[", "]")?, place, ["[", "]"])?),
            '(' => Item::Game(plain(self.enclosed("(", ")")?, place, ["(", ")"])?),
            _ if rest.starts_with("/*") => Item::Comment(self.enclosed("/*", "*/")?),
            _ => {
                let word = self.advance(rest.find(char::is_whitespace).unwrap_or(rest.len()));
                if let Some((at, mark)) = mark_in(word) {
                    let place = place.behind(word[..at].chars());
                    return Err(ScriptProblem::Glued(mark).at(place));
                }
                Item::Word(word)
            }
        };
        Ok(Some((place, item)))
    }

    /// What stands between two marks: up to the first run without spaces that ends with the
    /// closing mark.
    fn enclosed(&mut self, opening: &'static str, closing: &'static str) -> Result<&'a str, ScriptError> {
        let rest = &self.text[self.at..];
        let inner = &rest[opening.len()..];
        let mut searched = 0;
        while let Some(found) = inner[searched..].find(closing) {
            let end = searched + found;
            let behind = &inner[end + closing.len()..];
            if behind.is_empty() || behind.starts_with(char::is_whitespace) {
                self.advance(opening.len() + end + closing.len());
                return Ok(&inner[..end]);
            }
            searched = end + 1;
        }
        Err(ScriptProblem::Unclosed { opening, closing }.at(self.place))
    }
}

/// How long the game `{…|…}` is that a text starts with, if it does.
fn literal_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, symbol) in text.char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' if depth == 1 => {
                let length = at + 1;
                return text[..length].contains('|').then_some(length);
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The first mark of the language inside a text.
fn mark_in(text: &str) -> Option<(usize, char)> {
    let comment = [text.find("/*"), text.find("*/")].into_iter().flatten().min();
    let bracket = text.find(['[', ']', '(', ')', '{', '}']);
    let at = [comment, bracket].into_iter().flatten().min()?;
    text[at..].chars().next().map(|mark| (at, mark))
}

fn plain<'a>(
    body: &'a str,
    place: Place,
    [opening, closing]: [&'static str; 2],
) -> Result<&'a str, ScriptError> {
    match mark_in(body) {
        None => Ok(body),
        // A mark that was forgotten: what comes on the next lines is something else.
        Some((at, _)) if body[..at].contains('\n') => {
            Err(ScriptProblem::Unclosed { opening, closing }.at(place))
        }
        Some((at, mark)) => {
            let inside = Place { column: place.column + 1, ..place };
            Err(ScriptProblem::Nested(mark).at(inside.behind(body[..at].chars())))
        }
    }
}

/// Joins the comments that belong to each command.
fn comments_per_command(comments: &[(Place, &str)], commands: usize) -> Result<Vec<String>, ScriptError> {
    let mut joined = vec![String::new(); commands];
    for &(place, body) in comments {
        let body = body.trim();
        if body.strip_prefix('_').is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        {
            continue;
        }
        let numbered = body.strip_prefix('#').and_then(|rest| {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let index = rest[..digits].parse::<usize>().ok()?;
            Some((index, rest[digits..].trim()))
        });
        let (targets, text) = match numbered {
            Some((index, _)) if index >= commands => {
                return Err(ScriptProblem::CommentIndex { index, commands }.at(place));
            }
            Some((index, text)) => (index..index + 1, text),
            None => (0..commands, body),
        };
        for comment in &mut joined[targets] {
            if !comment.is_empty() {
                comment.push_str("; ");
            }
            comment.push_str(text);
        }
    }
    Ok(joined)
}

/// A word, or one of the symbols `, ( )`, inside braces.
fn words(body: &str, mut place: Place) -> Vec<(Place, &str)> {
    let mut words = Vec::new();
    let mut rest = body;
    loop {
        let trimmed = rest.trim_start();
        place = place.behind(rest[..rest.len() - trimmed.len()].chars());
        let Some(symbol) = trimmed.chars().next() else { return words };
        let length = match symbol {
            ',' | '(' | ')' => 1,
            _ => trimmed.find(|c: char| c.is_whitespace() || ",()".contains(c)).unwrap_or(trimmed.len()),
        };
        words.push((place, &trimmed[..length]));
        place = place.behind(trimmed[..length].chars());
        rest = &trimmed[length..];
    }
}

fn commands(body: &str, place: Place) -> Result<Vec<Command>, ScriptError> {
    let words = words(body, place);
    let mut rest = &words[..];
    let mut commands = Vec::new();
    while let Some(&(place, word)) = rest.first() {
        if word == "," {
            return Err(ScriptProblem::EmptyCommand.at(place));
        }
        // A comma inside parentheses belongs to a point.
        let mut depth = 0_usize;
        let end = rest.iter().position(|&(_, word)| {
            match word {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            word == "," && depth == 0
        });
        let (these, behind) = rest.split_at(end.unwrap_or(rest.len()));
        commands.push(command(these, place)?);
        rest = match behind {
            [] => &[],
            [(comma, _)] => return Err(ScriptProblem::EmptyCommand.at(*comma)),
            [_, behind @ ..] => behind,
        };
    }
    Ok(commands)
}

fn bad((place, found): (Place, &str), allowed: &'static str) -> ScriptError {
    ScriptProblem::BadArgument { found: shortened(found), allowed }.at(place)
}

fn command(words: &[(Place, &str)], place: Place) -> Result<Command, ScriptError> {
    let player = |word| match word {
        "B" => Some(Player::Left),
        "W" => Some(Player::Right),
        _ => None,
    };
    let only_one = |arguments: &[(Place, &str)]| match arguments.get(1) {
        Some(&extra) => Err(bad(extra, "allowed here: a comma or '}' must follow")),
        None => Ok(()),
    };
    match words {
        [(_, name @ ("B" | "W")), arguments @ ..] => {
            only_one(arguments)?;
            let expected = match arguments.first() {
                None => None,
                Some((_, "win")) => Some(true),
                Some((_, "loss")) => Some(false),
                Some(&other) => return Err(bad(other, "win or loss")),
            };
            Ok(Command::Solve { player: player(name).unwrap_or(Player::Left), expected })
        }
        [(_, "N"), arguments @ ..] => {
            only_one(arguments)?;
            let number =
                |&argument: &(Place, &str)| argument.1.parse().map_err(|_| bad(argument, "a nim-value"));
            Ok(Command::NimValue { expected: arguments.first().map(number).transpose()? })
        }
        [(_, "winning"), (_, "moves"), arguments @ ..] => {
            let player = match arguments.first() {
                Some((_, "N")) => None,
                Some(&(place, word)) => Some(player(word).ok_or_else(|| bad((place, word), "B, W or N"))?),
                None => return Err(bad((place, "winning moves"), "followed by B, W or N")),
            };
            let expected = match &arguments[1..] {
                [] => None,
                [(_, "None")] => Some(Vec::new()),
                moves => Some(moves.iter().map(|(_, word)| (*word).to_owned()).collect()),
            };
            Ok(Command::WinningMoves { player, expected })
        }
        [(_, "thermograph"), arguments @ ..] => {
            let expected = if arguments.is_empty() { None } else { Some(walls(arguments)?) };
            Ok(Command::Thermograph { expected })
        }
        _ => {
            let found: Vec<&str> = words.iter().map(|(_, word)| *word).take(10).collect();
            Err(ScriptProblem::UnknownCommand { found: shortened(&found.join(" ")) }.at(place))
        }
    }
}

/// `L: (x, t) … R: (x, t) …`.
fn walls(words: &[(Place, &str)]) -> Result<Walls, ScriptError> {
    const FORM: &str = "part of L: (value, temperature) … R: (value, temperature) …";
    let number = |word: (Place, &str)| word.1.parse::<Dyadic>().map_err(|_| bad(word, "a number"));
    let mut walls = [Vec::new(), Vec::new()];
    let mut rest = words;
    for (wall, name) in walls.iter_mut().zip(["L:", "R:"]) {
        match rest {
            [(_, word), behind @ ..] if *word == name => rest = behind,
            [other, ..] => return Err(bad(*other, FORM)),
            [] => return Err(bad(words[words.len() - 1], "complete: R: must follow")),
        }
        while let [(_, "("), value, (_, ","), temperature, (_, ")"), behind @ ..] = rest {
            wall.push((number(*value)?, number(*temperature)?));
            rest = behind;
        }
        if wall.is_empty() {
            return Err(bad(rest.first().copied().unwrap_or(words[words.len() - 1]), FORM));
        }
    }
    match rest.first() {
        None => Ok(walls),
        Some(&extra) => Err(bad(extra, FORM)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Script::parse(text, Source::Text).expect_err("a mistake").to_string()
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, message) in [
            (
                "[integer_game]3 {B}",
                "line 1, column 1: \"[\" is not closed: \"]\" must follow, with a space or the end behind it",
            ),
            ("[nimber] 3\n  4(5) {B}", "line 2, column 4: '(' needs a space before it"),
            ("3 {B}", "line 1, column 1: a game needs a title in brackets before it, such as [clobber]"),
            (
                "{B}}",
                "line 1, column 2: \"B}\" is not a command; commands are B, W, N, winning moves, thermograph",
            ),
            ("{B,}", "line 1, column 3: there is a comma without a command behind it"),
            ("{B win,\n , W}", "line 2, column 2: there is a comma without a command behind it"),
            ("{B draw}", "line 1, column 4: \"draw\" is not win or loss"),
            ("{N -1}", "line 1, column 4: \"-1\" is not a nim-value"),
            (
                "/*#1 late */ {B}",
                "line 1, column 1: the comment is for command 1, but the next block has 1 commands, counted from 0",
            ),
            ("[nimber] 3", "line 1, column 10: the last games have no commands in braces behind them"),
            (
                "/* never closed",
                "line 1, column 1: \"/*\" is not closed: \"*/\" must follow, with a space or the end behind it",
            ),
            ("[nimber] (1 [2) {B}", "line 1, column 13: '[' may not stand inside brackets"),
            ("{thermograph L: (1, x) R: (0, 0)}", "line 1, column 21: \"x\" is not a number"),
        ] {
            assert_eq!(problem(text), message, "{text}");
        }
    }

    #[test]
    fn files_begin_with_their_version() {
        assert!(Script::parse("[nimber] 3 {B}", Source::File).is_err());
        assert!(Script::parse("", Source::File).is_err());
        let old = Script::parse("{version 1.6} {B loss}", Source::File).expect("a script");
        assert_eq!(old.other_version.as_deref(), Some("1.6"));
        assert!(Script::parse("{B} {version 1.7}", Source::Text).is_err());
    }

    /// Returns the games of the sums that were read, and the lines of the mistakes.
    fn lenient(text: &str, source: Source) -> (Vec<String>, Vec<usize>) {
        let (script, mistakes) = Script::parse_leniently(text.as_bytes(), source);
        let sum = |sum: &SumText| {
            let games = sum.games.iter().map(|game| format!("{} {}", game.title, game.text));
            games.collect::<Vec<_>>().join(" + ")
        };
        let lines = mistakes.iter().map(|mistake| mistake.place.line);
        (script.sums.iter().map(sum).collect(), lines.collect())
    }

    #[test]
    fn a_mistake_costs_one_sum() {
        for (text, sums, lines) in [
            // The rest of a sum on later lines belongs to it.
            ("[a] 1 {B}\n2(2\n3\n{B}\n4 {B}", &["a 1", "a 4"][..], &[2][..]),
            // A line may end the sum and change the title.
            ("[a] 1 {B}\n(2 [b] {B}\n3 {B}", &["a 1", "b 3"], &[2]),
            // Nobody knows the title of what follows.
            ("[a] 1 {B}\n[b\n2 {B}\n[c] 3 {B}", &["a 1", "c 3"], &[2]),
            ("[a] 1 {B\n} 2 {B,\nX,\nW} 3 {B}", &["a 1", "a 3"], &[3]),
            ("[a] 1 {B}\n/*#7 x */ 2 {B}\n3 {B}", &["a 1", "a 3"], &[2]),
            ("[a] 1 {B} {version 1.7}\n2 {B}", &["a 1", "a 2"], &[1]),
            ("[literal] {1|0} {B}\n{1|0}x( {1|0} {B}\n{2|0} {B}", &["literal {1|0}", "literal {2|0}"], &[2]),
            ("[a] 1 {B} 2", &["a 1"], &[1]),
            ("1 {B} [a] 2 {B}\n3 {B}", &["a 3"], &[1]),
            ("[a] 1 {B}\n2 {B", &["a 1"], &[2]),
        ] {
            assert_eq!(
                lenient(text, Source::Text),
                (sums.iter().map(ToString::to_string).collect(), lines.to_vec()),
                "{text}"
            );
        }
        assert_eq!(
            lenient("[a] 1 {B}\n2 {B}", Source::File),
            (vec!["a 1".to_owned(), "a 2".to_owned()], vec![1])
        );
        assert_eq!(lenient("", Source::File), (vec![], vec![1]));
    }

    #[test]
    fn comments_go_to_their_commands() {
        let text = "/* all */ /*_ none */ /*#1 second */ {B, W}";
        let script = Script::parse(text, Source::Text).expect("a script");
        assert_eq!(script.sums[0].comments, ["all", "all; second"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_place() {
        let error = Script::parse_bytes(b"{B}\n \xff", Source::Text).expect_err("no text");
        assert_eq!(error.place, Place { line: 2, column: 2 });
    }
}
