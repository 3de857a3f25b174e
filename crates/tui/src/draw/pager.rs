//! A long text in a box over another screen, with the place that is shown.

use ratatui::Frame;
use ratatui::layout::Alignment;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState};

use super::frame::clear_middle;
use crate::markdown;
use crate::screens::pager::{Pager, Text};

/// No line of text is longer, as nobody reads longer ones.
const WIDEST: u16 = 100;

pub(super) fn draw(pager: &mut Pager, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let width = screen.width.saturating_sub(4).min(WIDEST);
    // A border and a space on both sides.
    let lines = lines(&pager.text, usize::from(width.saturating_sub(4)));
    let height = screen.height.saturating_sub(2).min(lines.len() as u16 + 2);
    let area = clear_middle(frame, width, height);
    let shown = usize::from(area.height.saturating_sub(2));
    pager.drawn = (lines.len(), shown);
    pager.scroll(0);

    let mut block = Block::bordered().title(format!(" {} ", pager.title).bold());
    if lines.len() > shown {
        let last = (pager.top + shown).min(lines.len());
        let place = format!(" {}-{last} of {} ", pager.top + 1, lines.len());
        block = block.title_bottom(Line::from(place).alignment(Alignment::Right));
    }
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let text: Vec<Line<'static>> = lines
        .into_iter()
        .skip(pager.top)
        .take(shown)
        .map(|mut line| {
            line.spans.insert(0, Span::from(" "));
            line
        })
        .collect();
    frame.render_widget(Paragraph::new(text), inside);
    if pager.drawn.0 > shown {
        let mut state = ScrollbarState::new(pager.drawn.0 - shown).position(pager.top);
        let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight).begin_symbol(None).end_symbol(None);
        let track = ratatui::layout::Rect { y: inside.y, height: inside.height, ..area };
        frame.render_stateful_widget(bar, track, &mut state);
    }
}

fn lines(text: &Text, width: usize) -> Vec<Line<'static>> {
    match text {
        Text::Rules(rules) => markdown::lines(rules, width),
        Text::Note(note) => markdown::lines(note, width),
        Text::Statistics(chart) => chart.lines(width),
        Text::Keys(keys) => {
            let longest = keys.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            let line = |&(name, about): &(&str, &'static str)| {
                Line::from(vec![Span::from(format!("{name:<longest$}   ")).bold(), Span::from(about)])
            };
            keys.iter().map(line).collect()
        }
    }
}
