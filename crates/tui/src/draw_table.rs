//! A game in progress on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Gauge, List, ListItem, Paragraph, Wrap};
use zermelo_core::{Outcome, Turn, Value};
use zermelo_service::Progress;

use crate::table::{Overlay, Statistics, Table};
use crate::theme::{chosen, letter, soft, style, words};

const HELP: &str = "\
↑ ↓ or k j   choose a move
Enter        make it
u or ←       take back
r or →       make it again
h            show or hide values
c            the computer plays second, first, both, none
n            new game
x            a random position
g            go to a position
s            statistics
b or Esc     all games
q            leave";

pub(crate) fn draw(table: &mut Table, frame: &mut Frame<'_>) {
    let [head, main, foot] =
        Layout::vertical([Constraint::Length(2), Constraint::Fill(1), Constraint::Length(1)])
            .areas(frame.area());
    let [left, right] = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(main);
    let [board, history] = Layout::vertical([Constraint::Fill(1), Constraint::Length(4)]).areas(left);
    frame.render_widget(headline(table), head);
    draw_board(table, frame, board);
    draw_history(table, frame, history);
    draw_moves(table, frame, right);
    frame.render_widget(footline(table), foot);
    draw_overlay(table, frame);
}

fn player(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "First player",
        Turn::Second => "Second player",
    }
}

/// The title, and what will happen.
fn headline(table: &Table) -> Text<'static> {
    let title = Line::from(vec![
        Span::from(table.title()).bold(),
        Span::from(format!("   computer {}", table.computer.words())).style(soft()),
    ]);
    Text::from(vec![title, prediction(table)])
}

/// Who wins with best play, and how soon; only whose turn it is, if values are hidden.
fn prediction(table: &Table) -> Line<'static> {
    let (own, other) = (player(table.turn()), player(table.turn().next()));
    let outcome = table.view.outcome;
    if table.is_over() {
        let end = match outcome.map(Outcome::value) {
            Some(Value::Win) => format!("Game over: {} wins.", own.to_lowercase()),
            Some(Value::Lose) => format!("Game over: {} wins.", other.to_lowercase()),
            _ => "Game over: a tie.".to_owned(),
        };
        return Line::from(end).bold();
    }
    let to_move = format!("{own} to move");
    if !table.hints {
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

fn draw_board(table: &Table, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::bordered().title(format!(" {} ", table.view.position));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let text = Text::from(table.view.board.trim_end().to_owned());
    let (width, height) = (text.width() as u16, text.height() as u16);
    let [middle] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(inside);
    let [middle] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(middle);
    frame.render_widget(Paragraph::new(text), middle);
}

/// What was played, each move with the value it left to the player who made it.
fn draw_history(table: &Table, frame: &mut Frame<'_>, area: Rect) {
    let mut spans = Vec::new();
    for stop in &table.past {
        let Some(by) = &stop.by else { continue };
        spans.push(Span::from(by.clone()));
        if table.hints {
            let worth = stop.outcome.map(Outcome::one_move_before);
            spans.push(Span::styled(format!(" {}", letter(worth)), style(worth)));
        }
        spans.push(Span::from("  "));
    }
    let block = Block::bordered().title(" Played ");
    let line = Line::from(spans);
    // The end of a long game is what matters. Words that do not fit at the end of a line may cost a line more.
    let inside = block.inner(area);
    let lines = line.width().div_ceil(usize::from(inside.width.max(1))) as u16;
    let hidden = lines.saturating_sub(inside.height);
    let paragraph = Paragraph::new(line).wrap(Wrap { trim: true });
    frame.render_widget(paragraph.scroll((hidden, 0)).block(block), area);
}

fn draw_moves(table: &mut Table, frame: &mut Frame<'_>, area: Rect) {
    let width = table.view.moves.iter().map(|m| m.name.chars().count()).max().unwrap_or(0);
    let items: Vec<ListItem<'static>> = table
        .order()
        .into_iter()
        .map(|place| {
            let m = &table.view.moves[place];
            let more = if m.part { "…" } else { " " };
            let mut spans = vec![Span::from(format!("{:<width$}{more} ", m.name))];
            if table.hints {
                let worth = m.worth();
                spans.push(Span::styled(format!("{} {}", letter(worth), words(worth)), style(worth)));
            }
            ListItem::new(Line::from(spans))
        })
        .collect();
    let title = format!(" {} moves ", items.len());
    let list = List::new(items).highlight_style(chosen()).block(Block::bordered().title(title));
    frame.render_stateful_widget(list, area, &mut table.state);
}

fn footline(table: &Table) -> Line<'static> {
    if let Some(message) = &table.message {
        return Line::from(message.clone()).bold();
    }
    if let Some(reason) = table.unsolved().filter(|_| !table.is_over()) {
        return Line::from(reason).bold();
    }
    Line::from(
        "Enter move   u undo   r redo   h values   c computer   g go to   s statistics   ? help   q leave",
    )
    .style(soft())
}

fn draw_overlay(table: &Table, frame: &mut Frame<'_>) {
    if let Some(progress) = table.solving() {
        draw_progress(&progress, frame);
    }
    match &table.overlay {
        Overlay::None => {}
        Overlay::Help => {
            let area = clear_middle(frame, 60, HELP.lines().count() as u16 + 2);
            frame.render_widget(Paragraph::new(HELP).block(Block::bordered().title(" Keys ")), area);
        }
        Overlay::GoTo(text) => {
            let area = clear_middle(frame, 70, 3);
            let block = Block::bordered().title(" Position, then Enter ");
            frame.render_widget(Paragraph::new(format!("{text}▏")).block(block), area);
        }
        Overlay::Statistics(statistics) => {
            let area = clear_middle(frame, 100, frame.area().height.saturating_sub(4));
            let block = Block::bordered().title(" Statistics ");
            let inside = block.inner(area);
            frame.render_widget(block, area);
            match statistics {
                Statistics::Working => frame.render_widget("Counting …", inside),
                Statistics::Missing(reason) => frame.render_widget(reason.as_str(), inside),
                Statistics::Ready(chart) => frame.render_widget(chart, inside),
            }
        }
    }
}

fn draw_progress(progress: &Progress, frame: &mut Frame<'_>) {
    let area = clear_middle(frame, 60, 3);
    let part = progress.total.map_or(0.0, |total| progress.done as f64 / total.max(1) as f64);
    let gauge = Gauge::default()
        .ratio(part.clamp(0.0, 1.0))
        .block(Block::bordered().title(format!(" Solving: {} ", progress.phase)));
    frame.render_widget(gauge, area);
}

/// An empty place in the middle of the screen.
fn clear_middle(frame: &mut Frame<'_>, width: u16, height: u16) -> Rect {
    let [area] = Layout::horizontal([Constraint::Max(width)]).flex(Flex::Center).areas(frame.area());
    let [area] = Layout::vertical([Constraint::Max(height)]).flex(Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    area
}
