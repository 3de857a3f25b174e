//! What screens have in common: the footer, messages above it, boxes in the middle, and the screen of a game
//! that opens.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Flex, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::Opening;
use crate::keys::{self, Key};
use crate::screens::field::Field;
use crate::theme::{chosen, soft};

/// Splits off the last line for keys and, if there is a message, lines for that.
pub(super) fn footer<A>(table: &[Key<A>], message: Option<&str>, area: Rect, frame: &mut Frame<'_>) -> Rect {
    let text = message.map(|message| Paragraph::new(message.to_owned().bold()).wrap(Wrap { trim: true }));
    let height = message.map_or(0, |message| message.chars().count().div_ceil(area.width.max(1).into()));
    // Words that do not fit at the end of a line may cost a line more.
    let height = if height > 1 { height + 1 } else { height } as u16;
    let [main, told, foot] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(height.min(4)), Constraint::Length(1)])
            .areas(area);
    if let Some(text) = text {
        frame.render_widget(text, told);
    }
    frame.render_widget(Line::styled(keys::footer(table, foot.width.into()), soft()), foot);
    main
}

/// An empty place in the middle of the screen.
pub(super) fn clear_middle(frame: &mut Frame<'_>, width: u16, height: u16) -> Rect {
    let [area] = Layout::horizontal([Constraint::Max(width)]).flex(Flex::Center).areas(frame.area());
    let [area] = Layout::vertical([Constraint::Max(height)]).flex(Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    area
}

/// A text with its cursor.
pub(super) fn field_line(field: &Field) -> Line<'static> {
    let (before, after) = field.halves();
    let mut after = after.chars();
    let under = after.next().unwrap_or(' ');
    Line::from(vec![
        Span::from(before),
        Span::styled(under.to_string(), chosen()),
        Span::from(after.collect::<String>()),
    ])
}

/// A field in the middle of the screen, with an explanation or what was wrong below it.
pub(super) fn ask(title: &str, field: &Field, about: &str, frame: &mut Frame<'_>) {
    let below = field.wrong.as_deref().unwrap_or(about).to_owned();
    let below = if field.wrong.is_some() { below.bold() } else { below.into() };
    let area = clear_middle(frame, 72, 7);
    let block = Block::bordered().title(format!(" {title} "));
    let keys = Line::styled(" Enter go   Ctrl-U empty   Esc close ", soft());
    let block = block.title_bottom(keys.alignment(Alignment::Right));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let [line, told] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inside);
    // The end of a long text is where it is typed.
    let text = field_line(field);
    let hidden = (text.width() as u16).saturating_sub(line.width);
    let cursor = field.halves().0.chars().count() as u16;
    frame.render_widget(Paragraph::new(text).scroll((0, hidden.min(cursor))), line);
    frame.render_widget(Paragraph::new(below).wrap(Wrap { trim: true }), told);
}

/// Returns the first line to be shown, so that the chosen one is among so many.
pub(super) fn top(top: usize, selected: usize, shown: usize, length: usize) -> usize {
    let top = top.min(length.saturating_sub(shown));
    top.max((selected + 1).saturating_sub(shown)).min(selected)
}

/// The screen of a game that is being opened.
pub(crate) fn opening(opening: &Opening, frame: &mut Frame<'_>) {
    let [main, foot] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
    let [middle] = Layout::vertical([Constraint::Length(1)]).flex(Flex::Center).areas(main);
    let text = format!("Opening {}/{} …", opening.game, opening.variant);
    frame.render_widget(Paragraph::new(text.bold()).alignment(Alignment::Center), middle);
    frame.render_widget(Line::styled("Esc all games   q leave", soft()), foot);
}

#[cfg(test)]
mod tests {
    use super::top;

    #[test]
    fn the_chosen_line_is_always_shown() {
        assert_eq!(top(0, 9, 5, 20), 5);
        assert_eq!(top(12, 9, 5, 20), 9);
        assert_eq!(top(7, 9, 5, 20), 7);
        assert_eq!(top(19, 19, 5, 20), 15);
        assert_eq!(top(3, 0, 5, 2), 0);
        assert_eq!(top(0, 0, 0, 0), 0);
    }
}
