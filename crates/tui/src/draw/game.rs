//! A game in progress on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Gauge, Paragraph};
use zermelo_core::picture::Look;
use zermelo_core::{Outcome, Turn, Value};
use zermelo_service::Progress;

use super::board::{self, Picture};
use super::frame::{ask, field_line, footer, top};
use super::{pager, shape};
use crate::keys::{GAME, PAGER};
use crate::screens::game::{GameScreen, Overlay};
use crate::theme::{self, chosen, letter, style, words};

/// Lines for what was played, with their border.
const HISTORY: u16 = 4;

/// The list of moves is at least and at most so wide.
const LIST_WIDTHS: (usize, usize) = (26, 44);

pub(crate) fn draw(game: &mut GameScreen, frame: &mut Frame<'_>) {
    let message = game.message.as_deref().or(game.unsolved());
    let main = match game.overlay {
        Overlay::Text(_) => footer(PAGER, message, frame.area(), frame),
        _ => footer(GAME, message, frame.area(), frame),
    };
    let [head, main] = Layout::vertical([Constraint::Length(3), Constraint::Fill(1)]).areas(main);
    let width = list_width(game).min(usize::from(main.width) / 2) as u16;
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]).areas(main);
    let [board, history] = Layout::vertical([Constraint::Fill(1), Constraint::Length(HISTORY)]).areas(left);
    frame.render_widget(headline(game), head);
    draw_board(game, frame, board);
    draw_history(game, frame, history);
    if game.is_over() {
        draw_end(game, frame, right);
    } else {
        draw_moves(game, frame, right);
    }
    draw_overlay(game, frame);
}

/// Room for the longest move with its value.
fn list_width(game: &GameScreen) -> usize {
    let moves = &game.view().moves;
    let name = moves.iter().map(|m| m.name.chars().count()).max().unwrap_or(0);
    let worth = moves.iter().map(|m| words(m.worth()).chars().count()).max().unwrap_or(0);
    (name + worth + 7).clamp(LIST_WIDTHS.0, LIST_WIDTHS.1)
}

fn player(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "First player",
        Turn::Second => "Second player",
    }
}

/// The title, who plays, and what will happen.
fn headline(game: &GameScreen) -> Text<'static> {
    let title = Line::from(game.title().bold());
    Text::from(vec![title, players(game), prediction(game)])
}

/// Both players with their pieces; the one to move is marked.
fn players(game: &GameScreen) -> Line<'static> {
    let mut spans = Vec::new();
    for turn in [Turn::First, Turn::Second] {
        let is_to_move = turn == game.turn() && !game.is_over();
        spans.push(Span::from(if is_to_move { "▶ " } else { "  " }));
        if let Some(look) = game.variant().game().look() {
            spans.extend(pieces(look, turn));
        }
        let computer = if game.computer.plays(turn) { " (computer)" } else { "" };
        let name = Span::from(format!("{}{computer}", player(turn)));
        spans.push(if is_to_move { name.bold() } else { name });
        spans.push(Span::from("     "));
    }
    Line::from(spans)
}

/// The pieces of a player as they stand on the board, with their letters in positions.
fn pieces(look: &Look, turn: Turn) -> Vec<Span<'static>> {
    let own = look.pieces.iter().filter(|(_, piece)| piece.colour == theme::own(turn));
    let mut spans = Vec::new();
    for (key, piece) in own.take(4) {
        let sign = shape::sign(piece);
        spans.push(Span::styled(sign.to_string(), shape::style(piece)));
        let is_told = key.eq_ignore_ascii_case(&sign) || !key.is_alphabetic();
        spans.push(Span::from(if is_told { " ".to_owned() } else { format!(" {key} ") }));
    }
    spans
}

/// Who wins with best play, and how soon; only whose turn it is, if values are hidden.
fn prediction(game: &GameScreen) -> Line<'static> {
    let (own, other) = (player(game.turn()), player(game.turn().next()));
    let outcome = game.view().outcome;
    if game.is_over() {
        let end = match outcome.map(Outcome::value) {
            Some(Value::Win) => format!("Game over: {} wins.", own.to_lowercase()),
            Some(Value::Lose) => format!("Game over: {} wins.", other.to_lowercase()),
            _ => "Game over: a tie.".to_owned(),
        };
        return Line::from(end).bold();
    }
    let to_move = format!("{own} to move");
    if !game.hints {
        return Line::from(to_move);
    }
    let says = match outcome {
        None => "not solved".to_owned(),
        Some(Outcome::Win(r)) => format!("{} wins in {r}", own.to_lowercase()),
        Some(Outcome::Lose(r)) => format!("{} wins in {r}", other.to_lowercase()),
        Some(Outcome::Tie(r)) => format!("a tie in {r}"),
        Some(Outcome::Draw) => "a draw".to_owned(),
    };
    Line::from(vec![Span::from(format!("{to_move}: ")), Span::styled(says, style(outcome))])
}

fn draw_board(game: &mut GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::bordered().title(format!(" {} ", game.view().position));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let rows = game.rows();
    let view = game.view();
    let worth = |row: &usize| if game.hints { view.moves[*row].worth() } else { None };
    let picture = game.variant().game().look().filter(|_| !game.letters).map(|look| Picture {
        look,
        figures: &view.figures,
        moves: rows.iter().map(|row| (&view.moves[*row].sign, worth(row))).collect(),
        chosen: game.chosen().map(|m| &m.sign),
    });
    let place = picture.and_then(|picture| board::draw(&picture, inside, frame.buffer_mut()));
    if place.is_none() {
        draw_letters(&view.board, frame, inside);
    }
    game.places.board = place;
}

/// The board as the game writes it.
fn draw_letters(board: &str, frame: &mut Frame<'_>, area: Rect) {
    let text = Text::from(board.trim_end().to_owned());
    let (width, height) = (text.width() as u16, text.height() as u16);
    let [middle] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(area);
    let [middle] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(middle);
    frame.render_widget(Paragraph::new(text), middle);
}

/// What was played, each move with the value it left to the player who made it. The end of a long game is
/// what matters.
fn draw_history(game: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::bordered().title(format!(" {} played ", game.past.len() - 1));
    let inside = block.inner(area);
    let mut lines = vec![Line::default()];
    for stop in &game.past {
        let Some(by) = &stop.by else { continue };
        let mut spans = vec![Span::from(by.clone())];
        if game.hints {
            let worth = stop.view.outcome.map(Outcome::one_move_before);
            spans.push(Span::styled(format!(" {}", letter(worth)), style(worth)));
        }
        spans.push(Span::from("  "));
        let width: usize = spans.iter().map(Span::width).sum();
        let last = lines.last_mut().expect("there is always a line");
        if last.width() > 0 && last.width() + width > usize::from(inside.width) + 2 {
            lines.push(Line::from(spans));
        } else {
            last.spans.extend(spans);
        }
    }
    let hidden = lines.len().saturating_sub(inside.height.into());
    frame.render_widget(Paragraph::new(lines.split_off(hidden)).block(block), area);
}

/// Draws a list of lines with one of them chosen, and remembers where it was drawn.
fn draw_list(
    game: &mut GameScreen,
    lines: Vec<Line<'static>>,
    title: String,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let block = Block::bordered().title(title);
    let inside = block.inner(area);
    let [typed, list] =
        Layout::vertical([Constraint::Length(game.typing.is_some().into()), Constraint::Fill(1)])
            .areas(inside);
    let (shown, length) = (usize::from(list.height), lines.len());
    game.selected = game.selected.min(length.saturating_sub(1));
    game.top = top(game.top, game.selected, shown, length);
    game.places.list = list;
    let last = (game.top + shown).min(length);
    let place = format!(" {}-{last} of {length} ", game.top + 1);
    let block = if length > shown { block.title_bottom(Line::from(place).right_aligned()) } else { block };
    frame.render_widget(block, area);
    if let Some(field) = &game.typing {
        let mut line = field_line(field);
        line.spans.insert(0, Span::from("> ").bold());
        frame.render_widget(line, typed);
    }
    let width = usize::from(list.width);
    let drawn = lines.into_iter().enumerate().skip(game.top).take(shown).map(|(place, mut line)| {
        line.spans.push(Span::from(" ".repeat(width.saturating_sub(line.width()))));
        if place == game.selected { line.style(chosen()) } else { line }
    });
    frame.render_widget(Text::from(drawn.collect::<Vec<_>>()), list);
}

fn draw_moves(game: &mut GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let moves = &game.view().moves;
    let rows = game.rows();
    let width = moves.iter().map(|m| m.name.chars().count()).max().unwrap_or(0);
    let line = |&row: &usize| {
        let m = &moves[row];
        let more = if m.part { "…" } else { " " };
        let mut spans = vec![Span::from(format!("{:<width$}{more} ", m.name))];
        if game.hints {
            let worth = m.worth();
            spans.push(Span::styled(format!("{} {}", letter(worth), words(worth)), style(worth)));
        }
        Line::from(spans)
    };
    let lines: Vec<Line<'static>> = rows.iter().map(line).collect();
    let title = match game.filter {
        Some(value) => format!(" {} of {} moves: {} ", rows.len(), moves.len(), value.word()),
        None if rows.len() < moves.len() => format!(" {} of {} moves ", rows.len(), moves.len()),
        None => format!(" {} move{} ", moves.len(), if moves.len() == 1 { "" } else { "s" }),
    };
    draw_list(game, lines, title, frame, area);
}

/// What can be done now that the game is over.
fn draw_end(game: &mut GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let lines = game.after_end().into_iter().map(|choice| Line::from(choice.words())).collect();
    draw_list(game, lines, " Game over ".to_owned(), frame, area);
}

fn draw_overlay(game: &mut GameScreen, frame: &mut Frame<'_>) {
    if let Some(progress) = game.solving() {
        draw_progress(&progress, frame);
    }
    match &mut game.overlay {
        Overlay::None => {}
        Overlay::GoTo(field) => ask("Go to a position", field, "", frame),
        Overlay::Text(text) => pager::draw(text, frame),
    }
}

/// How far the solve is, in the title line, so that the game can be played meanwhile.
fn draw_progress(progress: &Progress, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let width = (screen.width / 2).min(50);
    let area = Rect { x: screen.width - width, width, height: 1.min(screen.height), ..screen };
    let part = progress.total.map_or(0.0, |total| progress.done as f64 / total.max(1) as f64);
    let label = format!("solving: {}", progress.phase);
    frame.render_widget(Gauge::default().ratio(part.clamp(0.0, 1.0)).label(label), area);
}
