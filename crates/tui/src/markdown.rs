//! Rules of games on the screen: the part of Markdown that they use, wrapped to a width.
//!
//! Headings, paragraphs, lists, tables and indented pictures; within them `**strong**`, `*emphasis*`, ``
//! `code` `` and links.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Returns the text in lines of at most this width. Only words that are longer are cut.
pub(crate) fn lines(text: &str, width: usize) -> Vec<Line<'static>> {
    let width = width.max(1);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for block in blocks(text) {
        let goes_on = block.is_item() && block.follows_item;
        if !(lines.is_empty() || goes_on) {
            lines.push(Line::default());
        }
        match block.kind {
            Kind::Heading => lines.extend(wrap(&block.text, width, "", heading())),
            Kind::Paragraph => lines.extend(wrap(&block.text, width, "", Style::new())),
            Kind::Item(mark) => lines.extend(wrap(&block.text, width, &mark, Style::new())),
            Kind::Picture => {
                lines.extend(block.text.lines().map(|line| Line::from(format!("  {line}"))));
            }
            Kind::Table => lines.extend(table(&block.text)),
        }
    }
    lines
}

fn heading() -> Style {
    Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
}

enum Kind {
    Heading,
    Paragraph,
    /// An item of a list, with its mark.
    Item(String),
    Picture,
    Table,
}

struct Block {
    kind: Kind,
    text: String,
    /// Whether the block before it is an item, without an empty line between.
    follows_item: bool,
}

impl Block {
    fn is_item(&self) -> bool {
        matches!(self.kind, Kind::Item(_))
    }
}

/// Splits the text into what belongs together.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut after_empty = true;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            after_empty = true;
            continue;
        }
        let open = blocks.last_mut().filter(|_| !after_empty);
        let is_picture = line.starts_with("    ") && !open.as_ref().is_some_and(|block| block.is_item());
        let kind = if is_picture {
            Some(Kind::Picture)
        } else if trimmed.starts_with('|') {
            Some(Kind::Table)
        } else if trimmed.starts_with('#') {
            Some(Kind::Heading)
        } else {
            item(trimmed).map(|(mark, _)| Kind::Item(mark))
        };
        let content = match &kind {
            Some(Kind::Picture) => line[4..].to_owned(),
            Some(Kind::Heading) => trimmed.trim_matches('#').trim().to_owned(),
            Some(Kind::Item(_)) => item(trimmed).map_or("", |(_, rest)| rest).to_owned(),
            _ => trimmed.to_owned(),
        };
        let goes_on = open.filter(|block| match kind {
            None => !matches!(block.kind, Kind::Heading | Kind::Picture | Kind::Table),
            Some(Kind::Picture) => matches!(block.kind, Kind::Picture),
            Some(Kind::Table) => matches!(block.kind, Kind::Table),
            Some(_) => false,
        });
        match goes_on {
            Some(block) => {
                block.text.push(if kind.is_none() { ' ' } else { '\n' });
                block.text += &content;
            }
            None => {
                let follows_item = !after_empty && blocks.last().is_some_and(Block::is_item);
                blocks.push(Block { kind: kind.unwrap_or(Kind::Paragraph), text: content, follows_item });
            }
        }
        after_empty = false;
    }
    blocks
}

/// Returns the mark of an item of a list, and the rest.
fn item(line: &str) -> Option<(String, &str)> {
    if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("• ".to_owned(), rest));
    }
    let (number, rest) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.len() < 3 && number.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| (format!("{number}. "), rest))
}

/// Wraps words; lines after the first are indented as far as the mark.
fn wrap(text: &str, width: usize, mark: &str, base: Style) -> Vec<Line<'static>> {
    let indent = mark.width();
    let room = width.saturating_sub(indent).max(1);
    let mut rows: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut used = 0;
    for word in words(text, base) {
        let length: usize = word.iter().map(Span::width).sum();
        if used > 0 && used + 1 + length > room {
            rows.push(Vec::new());
            used = 0;
        }
        let row = rows.last_mut().expect("there is always a row");
        if used > 0 {
            row.push(Span::styled(" ", base));
            used += 1;
        }
        used += length;
        row.extend(word);
    }
    let begin = |place: usize| if place == 0 { mark.to_owned() } else { " ".repeat(indent) };
    rows.into_iter()
        .enumerate()
        .map(|(place, mut row)| {
            row.insert(0, Span::from(begin(place)));
            Line::from(row)
        })
        .collect()
}

/// Returns the words of a text, each of one or more spans: a word may change its style in the middle.
fn words(text: &str, base: Style) -> Vec<Vec<Span<'static>>> {
    let mut words: Vec<Vec<Span<'static>>> = Vec::new();
    let mut in_word = false;
    for (piece, style) in styled(text, base) {
        for (place, part) in piece.split(char::is_whitespace).enumerate() {
            in_word &= place == 0;
            if part.is_empty() {
                continue;
            }
            let span = Span::styled(part.to_owned(), style);
            match words.last_mut().filter(|_| in_word) {
                Some(word) => word.push(span),
                None => words.push(vec![span]),
            }
            in_word = true;
        }
    }
    words
}

/// Splits a text where its style changes. What is not closed is no mark.
fn styled(text: &str, base: Style) -> Vec<(String, Style)> {
    let strong = base.add_modifier(Modifier::BOLD);
    let marks = [("**", strong), ("*", base.add_modifier(Modifier::ITALIC)), ("`", base.fg(Color::Cyan))];
    let (mut pieces, mut plain, mut rest) = (Vec::new(), String::new(), text);
    'text: while let Some(first) = rest.chars().next() {
        for (mark, style) in marks {
            let Some(inside) = rest.strip_prefix(mark) else { continue };
            let end = inside.find(mark).filter(|&end| end > 0 && !inside.starts_with(' '));
            let Some(end) = end else { continue };
            pieces.push((std::mem::take(&mut plain), base));
            pieces.push((inside[..end].to_owned(), style));
            rest = &inside[end + mark.len()..];
            continue 'text;
        }
        if let Some((name, after)) = link(rest) {
            plain += name;
            rest = after;
            continue;
        }
        plain.push(first);
        rest = &rest[first.len_utf8()..];
    }
    pieces.push((plain, base));
    pieces
}

/// Returns the words of a link, without its address, and what follows.
fn link(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = rest.split_once(')')?;
    (!name.contains(']')).then_some((name, after))
}

/// Returns a table in columns; the line below its head is left out.
fn table(text: &str) -> Vec<Line<'static>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| c == '-' || c == ':'));
    let rows: Vec<Vec<String>> = text.lines().map(cells).filter(|row| !is_rule(row)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |(place, row): (usize, &Vec<String>)| {
        let style = if place == 0 { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        Line::styled(format!("  {}", cells.collect::<Vec<_>>().join("  ")), style)
    };
    rows.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, width: usize) -> Vec<String> {
        lines(text, width).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn paragraphs_and_lists_are_wrapped_between_words() {
        let text = "# Heads\nOne two\nthree four.\n\n- an item that\n  goes on\n- another\n\nEnd.";
        let expected = [
            "Heads",
            "",
            "One two",
            "three",
            "four.",
            "",
            "• an item",
            "  that",
            "  goes on",
            "• another",
            "",
            "End.",
        ];
        assert_eq!(plain(text, 9), expected);
    }

    #[test]
    fn marks_become_styles_and_what_is_no_mark_stays() {
        let lines = lines("a **b c** *d* `e*` 2 * 3 [here](x.md).", 80);
        assert_eq!(lines[0].to_string(), "a b c d e* 2 * 3 here.");
        let style = |word: &str| lines[0].spans.iter().find(|span| span.content == word).unwrap().style;
        assert!(style("b").add_modifier.contains(Modifier::BOLD));
        assert!(style("c").add_modifier.contains(Modifier::BOLD));
        assert!(style("d").add_modifier.contains(Modifier::ITALIC));
        assert_eq!(style("e*").fg, Some(Color::Cyan));
        assert_eq!(style("3"), Style::new());
    }

    #[test]
    fn pictures_and_tables_keep_their_lines() {
        let text = "A board:\n\n    o---o\n    |   |\n\n| board | goats |\n|---|---|\n| 5x5 | 20 |";
        let expected = ["A board:", "", "  o---o", "  |   |", "", "  board  goats", "  5x5    20   "];
        assert_eq!(plain(text, 30), expected);
    }
}
