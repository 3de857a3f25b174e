//! Columns of text that line up.

use std::io::{self, Write};

use anstyle::Style;

/// One field of a table.
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in colour.
    pub(crate) fn styled(text: impl Into<String>, style: Style) -> Cell {
        Cell { text: text.into(), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::styled(text, Style::new())
    }
}

/// A table whose columns are as wide as their widest cell.
pub(crate) struct TextTable {
    /// One character a column: `<` for words, `>` for numbers.
    alignment: &'static str,
    rows: Vec<Vec<Cell>>,
}

impl TextTable {
    /// A table with a heading over each column.
    pub(crate) fn new<const N: usize>(alignment: &'static str, headings: [&str; N]) -> TextTable {
        TextTable::with_headings(alignment, &headings)
    }

    /// The same for any number of columns.
    pub(crate) fn with_headings(alignment: &'static str, headings: &[&str]) -> TextTable {
        let bold = Style::new().bold();
        TextTable { alignment, rows: vec![headings.iter().map(|&text| Cell::styled(text, bold)).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [Cell; N]) {
        self.row_of(cells);
    }

    /// Adds a row of any number of cells.
    pub(crate) fn row_of(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the table.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|c| c.text.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.alignment.len()).map(width).collect();
        for row in &self.rows {
            for (place, (cell, align)) in row.iter().zip(self.alignment.chars()).enumerate() {
                let Cell { text, style } = cell;
                let space = " ".repeat(widths[place] - text.chars().count());
                let gap = if place == 0 { "" } else { "  " };
                match align {
                    '>' => write!(out, "{gap}{space}{style}{text}{style:#}")?,
                    _ if place + 1 == row.len() => write!(out, "{gap}{style}{text}{style:#}")?,
                    _ => write!(out, "{gap}{style}{text}{style:#}{space}")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = TextTable::new("<>", ["game", "n"]);
        table.row(["nim".into(), "12".into()]);
        let mut text = Vec::new();
        table.write(&mut anstream::StripStream::new(&mut text)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "game   n\nnim   12\n");
    }
}
