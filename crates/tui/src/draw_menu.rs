//! The list of games on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::{Block, Row, Table};

use crate::menu::Menu;
use crate::theme::{chosen, soft};

pub(crate) fn draw(menu: &mut Menu, frame: &mut Frame<'_>) {
    let [search, list, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)])
            .areas(frame.area());
    let typed = if menu.filter.is_empty() {
        Line::from("Type to search").style(soft())
    } else {
        Line::from(format!("Search: {}▏", menu.filter))
    };
    frame.render_widget(typed, search);

    let rows: Vec<Row<'static>> = menu
        .lines()
        .into_iter()
        .map(|line| {
            Row::new([
                line.name.clone(),
                line.variant.clone(),
                line.known.clone(),
                line.positions.clone(),
                line.about.clone(),
            ])
        })
        .collect();
    let widths = [
        Constraint::Length(24),
        Constraint::Length(16),
        Constraint::Length(14),
        Constraint::Length(16),
        Constraint::Fill(1),
    ];
    let table = Table::new(rows, widths)
        .header(Row::new(["Game", "Variant", "Start", "Positions", ""]).bold())
        .row_highlight_style(chosen())
        .block(Block::bordered().title(" Zermelo ".bold()));
    frame.render_stateful_widget(table, list, &mut menu.state);

    let foot_line = match &menu.message {
        Some(message) => Line::from(message.clone()).bold(),
        None => Line::from("↑↓ choose   Enter play   Esc leave").style(soft()),
    };
    frame.render_widget(foot_line, foot);
}
