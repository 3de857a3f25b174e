//! Lines, signs and shapes in cells of the terminal, put together before they are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The characters for lines in each set of directions.
const LINES: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// A rectangle of cells; what lies outside is not drawn.
pub(super) struct Canvas {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// Lines from the middle of the cell, by direction.
    lines: u8,
    line_style: Style,
    /// A character on top of them.
    sign: Option<(char, Style)>,
    /// What is laid over both.
    wash: Style,
}

impl Canvas {
    pub(super) fn new(width: i32, height: i32) -> Canvas {
        let (width, height) = (width.max(0), height.max(0));
        Canvas { width, height, cells: vec![Cell::default(); (width * height) as usize] }
    }

    fn cell(&mut self, x: i32, y: i32) -> Option<&mut Cell> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside.then(|| &mut self.cells[(y * self.width + x) as usize])
    }

    fn join(&mut self, x: i32, y: i32, lines: u8, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            cell.lines |= lines;
            cell.line_style = style;
        }
    }

    /// The outline of a rectangle whose corners are in these cells.
    pub(super) fn rect(&mut self, [left, top]: [i32; 2], [right, bottom]: [i32; 2], style: Style) {
        for [from, to] in [
            [[left, top], [right, top]],
            [[left, bottom], [right, bottom]],
            [[left, top], [left, bottom]],
            [[right, top], [right, bottom]],
        ] {
            self.line(from, to, style);
        }
    }

    /// A line from cell to cell.
    pub(super) fn line(&mut self, [ax, ay]: [i32; 2], [bx, by]: [i32; 2], style: Style) {
        if ay == by {
            for x in ax.min(bx)..ax.max(bx) {
                self.join(x, ay, RIGHT, style);
                self.join(x + 1, ay, LEFT, style);
            }
        } else if ax == bx {
            for y in ay.min(by)..ay.max(by) {
                self.join(ax, y, DOWN, style);
                self.join(ax, y + 1, UP, style);
            }
        } else {
            self.slanted([ax, ay], [bx, by], style);
        }
    }

    /// A line that is neither level nor upright. Its ends are left free: something stands there.
    fn slanted(&mut self, [ax, ay]: [i32; 2], [bx, by]: [i32; 2], style: Style) {
        let falls = (bx > ax) == (by > ay);
        // A cell is twice as high as wide. Flat lines get dots, as no character is that flat.
        let is_flat = (bx - ax).abs() > 4 * (by - ay).abs();
        let steps = if is_flat { (bx - ax).abs() / 2 } else { (by - ay).abs().max((bx - ax).abs() / 2) };
        for step in 1..steps {
            let part = f64::from(step) / f64::from(steps);
            let at = |from: i32, to: i32| from + (f64::from(to - from) * part).round() as i32;
            let Some(cell) = self.cell(at(ax, bx), at(ay, by)) else { continue };
            let sign = if is_flat {
                '·'
            } else if falls {
                '╲'
            } else {
                '╱'
            };
            let crosses = cell.sign.is_some_and(|(other, _)| other != sign && "╲╱╳".contains(other));
            if cell.lines == 0 {
                cell.sign = Some((if crosses { '╳' } else { sign }, style));
            }
        }
    }

    /// A character on top of what is there.
    pub(super) fn sign(&mut self, x: i32, y: i32, sign: char, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            cell.sign = Some((sign, style));
        }
    }

    /// A word with its middle in this cell.
    pub(super) fn word(&mut self, x: i32, y: i32, word: &str, style: Style) {
        let length = word.chars().count() as i32;
        for (place, sign) in (0..).zip(word.chars()) {
            self.sign(x - (length - 1) / 2 + place, y, sign, style);
        }
    }

    /// Whether nothing but perhaps lines is in a cell.
    pub(super) fn is_free(&mut self, x: i32, y: i32) -> bool {
        self.cell(x, y).is_some_and(|cell| cell.sign.is_none())
    }

    /// Whether a cell has neither lines nor anything else.
    pub(super) fn is_empty(&mut self, x: i32, y: i32) -> bool {
        self.cell(x, y).is_some_and(|cell| cell.sign.is_none() && cell.lines == 0)
    }

    /// Lays a style over all cells from corner to corner.
    pub(super) fn wash(&mut self, [left, top]: [i32; 2], [right, bottom]: [i32; 2], style: Style) {
        for y in top..=bottom {
            for x in left..=right {
                if let Some(cell) = self.cell(x, y) {
                    cell.wash = cell.wash.patch(style);
                }
            }
        }
    }

    /// Draws it with its top left corner in that of the area.
    pub(super) fn render(&self, area: Rect, buffer: &mut Buffer) {
        for y in 0..self.height.min(i32::from(area.height)) {
            for x in 0..self.width.min(i32::from(area.width)) {
                let cell = self.cells[(y * self.width + x) as usize];
                let (sign, style) = cell.sign.unwrap_or((LINES[usize::from(cell.lines)], cell.line_style));
                buffer[(area.x + x as u16, area.y + y as u16)]
                    .set_char(sign)
                    .set_style(style.patch(cell.wash));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(canvas: &Canvas) -> Vec<String> {
        let area = Rect::new(0, 0, canvas.width as u16, canvas.height as u16);
        let mut buffer = Buffer::empty(area);
        canvas.render(area, &mut buffer);
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..area.height).map(row).collect()
    }

    #[test]
    fn rectangles_that_share_a_side_are_joined() {
        let mut canvas = Canvas::new(7, 3);
        canvas.rect([0, 0], [3, 2], Style::new());
        canvas.rect([3, 0], [6, 2], Style::new());
        canvas.word(1, 1, "x", Style::new());
        assert_eq!(drawn(&canvas), ["┌──┬──┐", "│x │  │", "└──┴──┘"]);
    }

    #[test]
    fn diagonals_cross_and_leave_their_ends_free() {
        let mut canvas = Canvas::new(9, 5);
        canvas.line([0, 0], [8, 4], Style::new());
        canvas.line([8, 0], [0, 4], Style::new());
        assert_eq!(drawn(&canvas), ["         ", "  ╲   ╱  ", "    ╳    ", "  ╱   ╲  ", "         "]);
    }

    #[test]
    fn what_lies_outside_is_not_drawn() {
        let mut canvas = Canvas::new(2, 1);
        canvas.line([-3, 0], [9, 0], Style::new());
        canvas.word(5, 5, "far", Style::new());
        canvas.wash([-5, -5], [9, 9], Style::new());
        assert_eq!(drawn(&canvas), ["──"]);
    }
}
