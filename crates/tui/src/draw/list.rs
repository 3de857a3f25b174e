//! The list of games on the screen, with what is to be said of the chosen line below it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;
use zermelo_library::Family;

use super::frame::{ask, footer, top};
use super::pager;
use crate::keys::{LIST, PAGER};
use crate::markdown;
use crate::screens::field::Field;
use crate::screens::list::{List, Row};
use crate::theme::{chosen, soft};

/// Lines about what is chosen, with their border.
const ABOUT: u16 = 6;

/// Between columns.
const GAP: usize = 2;

pub(crate) fn draw(list: &mut List, frame: &mut Frame<'_>) {
    let main = match list.help {
        None => footer(LIST, list.message.as_deref(), frame.area(), frame),
        Some(_) => footer(PAGER, None, frame.area(), frame),
    };
    let [search, middle, about] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(ABOUT)]).areas(main);
    draw_search(list, frame, search);
    draw_rows(list, frame, middle);
    draw_about(list, frame, about);
    if let Some(help) = &mut list.help {
        pager::draw(help, frame);
    }
}

/// A field for the name of a variant that is not listed.
pub(crate) fn draw_naming(family: &Family, field: &Field, frame: &mut Frame<'_>) {
    if let Some(open) = &family.open {
        let about = format!("{}: {}", open.pattern, open.about);
        ask(&format!("Variant of {}", family.name), field, &about, frame);
    }
}

fn draw_search(list: &List, frame: &mut Frame<'_>, area: Rect) {
    let line = if list.filter.is_empty() {
        Line::styled("Type to search", soft())
    } else {
        Line::from(vec![
            Span::from("Search: "),
            Span::from(list.filter.clone()).bold(),
            Span::styled(" ", chosen()),
        ])
    };
    frame.render_widget(line, area);
}

/// What stands in a line: the name, the value of the start, the number of positions, and something about it.
struct Cells {
    name: String,
    start: String,
    positions: String,
    about: String,
    is_game: bool,
}

fn cells(list: &List, row: Row) -> Cells {
    let game_cells = |game: usize, name: String| {
        let family = list.family(game);
        let (count, solved) = (family.variants.len(), list.solved(game));
        let start = match (count, solved) {
            (1, 0) => "1 variant".to_owned(),
            (_, 0) => format!("{count} variants"),
            _ => format!("{solved} of {count} solved"),
        };
        Cells { name, start, positions: String::new(), about: String::new(), is_game: true }
    };
    match row {
        Row::Game(game) if list.is_single(game) => {
            let (family, known) = (list.family(game), list.known(game, 0).clone());
            Cells {
                name: format!("  {}", family.name),
                start: known.start,
                positions: known.positions,
                about: family.variants[0].about.to_owned(),
                is_game: true,
            }
        }
        Row::Game(game) => {
            let sign = if list.is_unfolded(game) { '▾' } else { '▸' };
            game_cells(game, format!("{sign} {}", list.family(game).name))
        }
        Row::Variant(game, variant) => {
            let (entry, known) = (&list.family(game).variants[variant], list.known(game, variant).clone());
            Cells {
                name: format!("    {}", entry.id),
                start: known.start,
                positions: known.positions,
                about: entry.about.to_owned(),
                is_game: false,
            }
        }
        Row::Other(_) => Cells {
            name: "    another …".to_owned(),
            start: String::new(),
            positions: String::new(),
            about: String::new(),
            is_game: false,
        },
    }
}

/// The widths of the columns, over all lines, so that they stay when a game is unfolded.
fn widths(list: &List) -> [usize; 4] {
    let mut widths = ["Game".len(), "Start".len(), "Positions".len(), 0];
    for game in 0..list.games() {
        let variants = 0..list.family(game).variants.len();
        let rows = variants.map(|variant| Row::Variant(game, variant)).chain([Row::Game(game)]);
        for cells in rows.map(|row| cells(list, row)) {
            let texts = [&cells.name, &cells.start, &cells.positions, &cells.about];
            for (width, text) in widths.iter_mut().zip(texts) {
                *width = text.width().max(*width);
            }
        }
    }
    widths
}

fn draw_rows(list: &mut List, frame: &mut Frame<'_>, area: Rect) {
    let rows = list.rows();
    let block = Block::bordered().title(" Zermelo ".bold());
    let inside = block.inner(area);
    let [head, lines] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inside);
    let shown = usize::from(lines.height);
    list.selected = list.selected.min(rows.len().saturating_sub(1));
    list.top = top(list.top, list.selected, shown, rows.len());
    list.area = lines;
    let last = (list.top + shown).min(rows.len());
    let place = format!(" {}-{last} of {} ", list.top + 1, rows.len());
    let block =
        if rows.len() > shown { block.title_bottom(Line::from(place).right_aligned()) } else { block };
    frame.render_widget(block, area);
    if rows.is_empty() {
        let text = format!(
            "Nothing is called '{}'. Backspace takes back a letter, Esc ends the search.",
            list.filter
        );
        frame.render_widget(Text::from(markdown::lines(&text, inside.width.into())), inside);
        return;
    }
    let [name, start, positions, about] = widths(list);
    // What cannot stand there whole is said of the chosen line only.
    let has_about = name + start + positions + about + 3 * GAP <= usize::from(lines.width);
    let line = |cells: &Cells| {
        let gap = " ".repeat(GAP);
        let about = if has_about { cells.about.as_str() } else { "" };
        let Cells { name: own, start: value, positions: count, .. } = cells;
        format!("{own:<name$}{gap}{value:<start$}{gap}{count:>positions$}{gap}{about}")
    };
    let header = Cells {
        name: "Game".to_owned(),
        start: "Start".to_owned(),
        positions: "Positions".to_owned(),
        about: String::new(),
        is_game: true,
    };
    frame.render_widget(Line::styled(line(&header), soft()), head);
    let width = usize::from(lines.width);
    let drawn = rows.iter().enumerate().skip(list.top).take(shown).map(|(place, &row)| {
        let cells = cells(list, row);
        let text = Line::from(format!("{:<width$}", line(&cells)));
        let text = if cells.is_game { text.bold() } else { text };
        if place == list.selected { text.style(chosen()) } else { text }
    });
    frame.render_widget(Text::from(drawn.collect::<Vec<_>>()), lines);
}

/// What is to be said of the chosen line: what is special about a variant, or how the rules of a game begin.
fn draw_about(list: &List, frame: &mut Frame<'_>, area: Rect) {
    let Some(chosen) = list.chosen() else { return };
    let (Row::Game(game) | Row::Variant(game, _) | Row::Other(game)) = chosen;
    let family = list.family(game);
    let (title, first) = match chosen {
        Row::Game(_) if list.is_single(game) => (family.id.to_owned(), family.variants[0].about.to_owned()),
        Row::Game(_) => {
            let cells = cells(list, chosen);
            (family.id.to_owned(), cells.start)
        }
        Row::Variant(_, variant) => {
            let variant = &family.variants[variant];
            (format!("{}/{}", family.id, variant.id), variant.about.to_owned())
        }
        Row::Other(_) => {
            let open = family.open.as_ref();
            let about = open.map_or_else(String::new, |open| format!("{}: {}", open.pattern, open.about));
            (format!("{}/…", family.id), about)
        }
    };
    let block = Block::bordered().title(format!(" {title} "));
    let inside = block.inner(area);
    let width = usize::from(inside.width).saturating_sub(GAP);
    let mut lines = markdown::lines(&first, width);
    for line in &mut lines {
        *line = std::mem::take(line).bold();
    }
    lines.extend(markdown::lines(family.rules, width));
    let room = usize::from(inside.height);
    if lines.len() > room {
        lines.truncate(room);
        while lines.last().is_some_and(|line| line.width() == 0) {
            lines.pop();
        }
        if let Some(last) = lines.last_mut() {
            // There is always room for the dots: words are wrapped at the width less a gap.
            last.spans.push(Span::from(" …"));
        }
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}
