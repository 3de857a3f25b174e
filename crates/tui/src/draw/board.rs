//! The board: the picture of the game in as large a scale as fits, with the chosen move on it.
//!
//! What the picture is made of is the same as on the page: centres, plain shapes, pieces and signs of moves
//! ([`zermelo_core::picture`]).

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use zermelo_core::Outcome;
use zermelo_core::picture::{Art, CELL, Figures, Look, Point, Sign, Style as Kind};

use super::canvas::Canvas;
use super::shape;
use crate::theme;

/// Cells of the terminal from centre to centre, the largest first. The last has no room for lines.
const PITCHES: [[i32; 2]; 6] = [[16, 8], [12, 6], [8, 4], [6, 3], [4, 2], [2, 1]];

/// So much of a row is added before rows of centres are rounded down.
const LOWER: f64 = 0.6;

/// What is shown on the board.
pub(crate) struct Picture<'a> {
    pub(crate) look: &'a Look,
    pub(crate) figures: &'a Figures,
    /// The moves by their signs, each with its worth if that is to be seen.
    pub(crate) moves: Vec<(&'a Sign, Option<Outcome>)>,
    /// The move that is chosen.
    pub(crate) chosen: Option<&'a Sign>,
}

/// Where a picture was drawn, to find what is pointed at.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    area: Rect,
    pitch: [i32; 2],
    /// The cells of the centres, from the top left of the area.
    centres: Vec<[i32; 2]>,
}

impl Place {
    /// Returns the centre at a cell of the screen, if one is near.
    pub(crate) fn centre_at(&self, column: u16, row: u16) -> Option<usize> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let at = [i32::from(column - self.area.x), i32::from(row - self.area.y)];
        let away = |centre: &[i32; 2]| {
            // In halves of a pitch, so that both directions count alike.
            let part =
                |axis: usize| f64::from((centre[axis] - at[axis]).abs() * 2) / f64::from(self.pitch[axis]);
            part(0).max(part(1))
        };
        let nearest = (0..self.centres.len())
            .min_by(|&a, &b| away(&self.centres[a]).total_cmp(&away(&self.centres[b])))?;
        (away(&self.centres[nearest]) <= 1.0).then_some(nearest)
    }
}

/// A scale, with the size of the picture in it.
struct Scale {
    pitch: [i32; 2],
    /// The first centre of the look, and the cell that it gets.
    origin: (Point, [i32; 2]),
    size: [i32; 2],
}

impl Scale {
    fn new(look: &Look, pitch: [i32; 2]) -> Scale {
        let first = look.centres.first().copied().unwrap_or_default();
        let mut scale = Scale { pitch, origin: (first, [0, 0]), size: [0, 0] };
        let corners: Vec<[i32; 2]> = extent(look, pitch).map(|point| scale.cell(point)).collect();
        let least = |axis: usize| corners.iter().map(|corner| corner[axis]).min().unwrap_or(0);
        let most = |axis: usize| corners.iter().map(|corner| corner[axis]).max().unwrap_or(0);
        scale.origin.1 = [-least(0), -least(1)];
        scale.size = [most(0) - least(0) + 1, most(1) - least(1) + 1];
        scale
    }

    /// Returns the cell in which a point lies. Sides of cells are halfway between centres; in a scale of odd
    /// height they are rounded to the same side everywhere.
    fn cell(&self, point: Point) -> [i32; 2] {
        let (first, cell) = self.origin;
        [0, 1].map(|axis| {
            let away = (point[axis] - first[axis]) / CELL * f64::from(self.pitch[axis]);
            // Just above, as points of graphs are the result of divisions.
            cell[axis] + (away + 1e-6).floor() as i32
        })
    }

    /// Returns the cell of a letter, in the row that is nearest to it: it stands beside the board, not on its
    /// side.
    fn letter_cell(&self, [x, y]: Point) -> [i32; 2] {
        self.cell([x, y + CELL / 2.0 / f64::from(self.pitch[1])])
    }

    /// Returns the cell of a centre or of the end of a line. What stands a little below the letters of the
    /// board is rounded down to a row of its own.
    fn centre_cell(&self, [x, y]: Point) -> [i32; 2] {
        let row = CELL / f64::from(self.pitch[1]);
        self.cell([x, y + LOWER * row])
    }

    fn has_lines(&self) -> bool {
        self.pitch[1] > 1
    }
}

/// Returns the points that have to be on the screen.
fn extent(look: &Look, pitch: [i32; 2]) -> impl Iterator<Item = Point> {
    let half = [1.0 / f64::from(pitch[0]), 1.0 / f64::from(pitch[1])].map(|cell| cell * CELL);
    // Room for pieces, or where they are single characters for brackets beside them.
    let reach = if pitch[1] > 2 { [CELL * 0.4, CELL * 0.4] } else { [half[0], 0.0] };
    let beside =
        move |&[x, y]: &Point| [[x - reach[0], y - reach[1]], [x + reach[0], y + reach[1] + LOWER * half[1]]];
    let of_art = move |art: &Art| match *art {
        Art::Rect { x, y, w, h, style } if style != Kind::Board && pitch[1] > 1 => {
            vec![[x, y], [x + w, y + h]]
        }
        Art::Text { x, y, .. } => vec![[x, y + half[1] / 2.0]],
        _ => Vec::new(),
    };
    look.centres.iter().flat_map(beside).chain(look.art.iter().flat_map(of_art))
}

/// Draws the picture in the middle of the area, as large as it fits; nothing if it does not fit in any scale.
pub(crate) fn draw(picture: &Picture<'_>, area: Rect, buffer: &mut Buffer) -> Option<Place> {
    let fits =
        |scale: &Scale| scale.size[0] <= i32::from(area.width) && scale.size[1] <= i32::from(area.height);
    let scale = PITCHES.into_iter().map(|pitch| Scale::new(picture.look, pitch)).find(fits)?;
    let [width, height] = scale.size;
    let area = Rect {
        x: area.x + (area.width - width as u16) / 2,
        y: area.y + (area.height - height as u16) / 2,
        width: width as u16,
        height: height as u16,
    };
    let mut canvas = Canvas::new(width, height);
    let centres: Vec<[i32; 2]> =
        picture.look.centres.iter().map(|&centre| scale.centre_cell(centre)).collect();
    draw_art(picture.look, &scale, &mut canvas);
    draw_figures(picture, &scale, &centres, &mut canvas);
    draw_moves(picture, &scale, &centres, &mut canvas);
    if let Some(sign) = picture.chosen {
        draw_chosen(sign, picture, &scale, &centres, &mut canvas);
    }
    draw_points(picture, &scale, &centres, &mut canvas);
    canvas.render(area, buffer);
    Some(Place { area, pitch: scale.pitch, centres })
}

/// What lies below the pieces.
fn draw_art(look: &Look, scale: &Scale, canvas: &mut Canvas) {
    let soft = theme::soft();
    for art in &look.art {
        match art {
            Art::Rect { x, y, w, h, style } if *style != Kind::Board && scale.has_lines() => {
                canvas.rect(scale.cell([*x, *y]), scale.cell([x + w, y + h]), soft);
            }
            Art::Line { points, .. } if scale.has_lines() => {
                for ends in points.windows(2) {
                    canvas.line(scale.centre_cell(ends[0]), scale.centre_cell(ends[1]), soft);
                }
            }
            // A cell that is special.
            Art::Circle { x, y, r, style: Kind::Soft } if *r > CELL * 0.35 => {
                let [x, y] = scale.cell([*x, *y]);
                canvas.sign(x - 1, y - (scale.pitch[1] - 1) / 2, '°', soft);
            }
            Art::Text { x, y, text, .. } => {
                let [x, y] = scale.letter_cell([*x, *y]);
                canvas.word(x, y, text, soft);
            }
            _ => {}
        }
    }
}

/// Dots where nothing stands and nothing is drawn, so that places can be seen.
fn draw_points(picture: &Picture<'_>, scale: &Scale, centres: &[[i32; 2]], canvas: &mut Canvas) {
    let look = picture.look;
    let is_point = |art: &Art, centre: Point| match *art {
        Art::Circle { x, y, .. } => (x - centre[0]).hypot(y - centre[1]) < 0.01,
        Art::Rect { x, y, w, h, style } => {
            style != Kind::Board
                && !scale.has_lines()
                && (x + w / 2.0 - centre[0]).hypot(y + h / 2.0 - centre[1]) < 0.01
        }
        _ => false,
    };
    for (number, (&[x, y], &centre)) in centres.iter().zip(&look.centres).enumerate() {
        let is_taken = picture.figures.on.iter().any(|&(_, at)| at == number);
        if !is_taken && canvas.is_empty(x, y) && look.art.iter().any(|art| is_point(art, centre)) {
            canvas.sign(x, y, '·', theme::soft());
        }
    }
}

fn draw_figures(picture: &Picture<'_>, scale: &Scale, centres: &[[i32; 2]], canvas: &mut Canvas) {
    for (key, at) in &picture.figures.on {
        if let (Some(piece), Some(&at)) = (picture.look.pieces.get(key), centres.get(*at)) {
            shape::draw(canvas, at, scale.pitch, piece, shape::style(piece));
        }
    }
    for text in &picture.figures.texts {
        if let Some(&[x, y]) = centres.get(text.at) {
            canvas.word(x, y, &text.text, Style::new());
        }
    }
}

/// Moves to free cells, with what they are worth.
fn draw_moves(picture: &Picture<'_>, scale: &Scale, centres: &[[i32; 2]], canvas: &mut Canvas) {
    for (sign, worth) in &picture.moves {
        let Some(&[x, y]) = sign.centres().first().and_then(|&at| centres.get(at)) else { continue };
        match sign {
            Sign::Letter { text, .. } => {
                let style = worth.map_or(Style::new(), |worth| theme::style(Some(worth)));
                canvas.word(x, y, text, style);
            }
            Sign::Dot { .. } | Sign::Piece { .. } if canvas.is_free(x, y) && scale.has_lines() => {
                let (mark, style) = match worth {
                    Some(_) => (theme::letter(*worth), theme::style(*worth)),
                    None => ("·", theme::soft()),
                };
                canvas.word(x, y, mark, style);
            }
            _ => {}
        }
    }
}

/// The chosen move: where it ends in square brackets, where it begins in round ones.
fn draw_chosen(sign: &Sign, picture: &Picture<'_>, scale: &Scale, centres: &[[i32; 2]], canvas: &mut Canvas) {
    let find = |at: usize| centres.get(at).copied();
    match *sign {
        Sign::Dot { at } | Sign::Letter { at, .. } => {
            if let Some(at) = find(at) {
                bracket(at, ['[', ']'], scale, canvas);
            }
        }
        Sign::Piece { at, piece } => {
            if let (Some(at), Some(piece)) = (find(at), picture.look.pieces.get(&piece)) {
                let style = shape::style(piece).add_modifier(Modifier::DIM);
                canvas.sign(at[0], at[1], ' ', style);
                shape::draw(canvas, at, scale.pitch, piece, style);
                bracket(at, ['[', ']'], scale, canvas);
            }
        }
        Sign::Arrow { from, to } => {
            if let (Some(from), Some(to)) = (find(from), find(to)) {
                bracket(from, ['(', ')'], scale, canvas);
                bracket(to, [head(from, to), ']'], scale, canvas);
            }
        }
        Sign::Line { from, to } => {
            if let (Some(from), Some(to)) = (find(from), find(to)) {
                canvas.line(from, to, theme::touched());
                bracket(from, ['[', ']'], scale, canvas);
                bracket(to, ['[', ']'], scale, canvas);
            }
        }
        Sign::Text => {}
    }
}

/// Signs on both sides of a centre, and the whole cell in another colour.
fn bracket([x, y]: [i32; 2], [left, right]: [char; 2], scale: &Scale, canvas: &mut Canvas) {
    let [width, height] = scale.pitch;
    let side = (width / 2 - 1).max(1);
    let (above, below) = ((height - 1) / 2, (height / 2 - 1).max(0));
    // In a scale of odd height the middle of a cell is its lower row.
    let above = if height % 2 == 1 { above } else { below };
    canvas.wash([x - side, y - above], [x + side, y + below], theme::touched());
    canvas.sign(x - side, y, left, theme::touched());
    canvas.sign(x + side, y, right, theme::touched());
}

/// The head of an arrow in its direction.
fn head(from: [i32; 2], to: [i32; 2]) -> char {
    match ((to[0] - from[0]).signum(), (to[1] - from[1]).signum()) {
        (1, 0) => '→',
        (-1, 0) => '←',
        (0, 1) => '↓',
        (0, -1) => '↑',
        (1, 1) => '↘',
        (1, -1) => '↗',
        (-1, 1) => '↙',
        (-1, -1) => '↖',
        _ => '[',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_core::picture::{Colour, Piece};

    fn drawn(
        look: &Look,
        figures: &Figures,
        chosen: Option<&Sign>,
        width: u16,
        height: u16,
    ) -> (String, Option<Place>) {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let picture = Picture { look, figures, moves: Vec::new(), chosen };
        let place = draw(&picture, area, &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        let rows: Vec<String> = (0..height).map(|y| row(y).trim_end().to_owned()).collect();
        (rows.join("\n").trim_end().to_owned(), place)
    }

    fn marks() -> Look {
        Look::grid(2, 2).piece('x', Piece::cross(Colour::First)).piece('o', Piece::ring(Colour::Second))
    }

    #[test]
    fn a_small_board_has_a_character_for_each_piece() {
        let figures = Figures::letters("x--o".chars());
        let (text, _) = drawn(&marks(), &figures, Some(&Sign::piece(1_usize, 'x')), 14, 7);
        let expected = "  ┌───┬───┐\n2 │ ╳ │[╳]│\n  ├───┼───┤\n1 │   │ ○ │\n  └───┴───┘\n    a   b";
        let trimmed: Vec<&str> = text.lines().collect();
        assert_eq!(trimmed.len(), 6, "{text}");
        for (line, wanted) in trimmed.iter().zip(expected.lines()) {
            assert_eq!(line.trim(), wanted.trim(), "{text}");
        }
    }

    #[test]
    fn a_larger_screen_gets_a_larger_board() {
        let figures = Figures::letters("x--o".chars());
        let rows = |width, height| drawn(&marks(), &figures, None, width, height).0.lines().count();
        assert!(rows(40, 12) > rows(16, 8) && rows(80, 30) > rows(40, 12));
        assert!(rows(16, 8) > rows(8, 3));
        assert!(drawn(&marks(), &figures, None, 3, 1).1.is_none());
    }

    #[test]
    fn what_lies_below_the_board_does_not_cover_its_letters() {
        let look = marks().shelf(2);
        let figures = Figures::default().and('x', 4).and('o', 5);
        for (width, height) in [(12, 5), (16, 8), (30, 12)] {
            let text = drawn(&look, &figures, None, width, height).0;
            assert!(text.contains('a') && text.contains('b'), "{text}");
        }
    }

    #[test]
    fn every_cell_of_a_board_belongs_to_the_centre_in_it() {
        let figures = Figures::default();
        for (width, height) in [(9, 4), (14, 6), (20, 9), (30, 12), (50, 18)] {
            let place = drawn(&marks(), &figures, None, width, height).1.unwrap();
            for (number, [x, y]) in place.centres.iter().enumerate() {
                let [x, y] = [place.area.x + *x as u16, place.area.y + *y as u16];
                assert_eq!(place.centre_at(x, y), Some(number));
                assert_eq!(place.centre_at(x + 1, y), Some(number), "{width}");
            }
            assert_eq!(place.centre_at(place.area.right(), place.area.y), None);
        }
    }
}
