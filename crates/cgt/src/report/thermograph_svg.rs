//! Thermographs as pictures.

use std::fmt::Write as _;

use crate::value::thermograph::{Point, Thermograph, Wall};
use crate::{Dyadic, Player};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;
/// At most so many steps of the grid in either direction.
const MAX_STEPS: u32 = 8;

/// One direction of the picture: which part of the numbers it shows, and where.
struct Axis {
    low: Dyadic,
    high: Dyadic,
    step: Dyadic,
    /// Where the ends are drawn.
    low_at: f64,
    high_at: f64,
}

impl Axis {
    /// Shows at least this range, widened to whole steps of the grid. Steps are powers of two, as everything in
    /// thermographs is dyadic.
    fn new(low: &Dyadic, high: &Dyadic, low_at: f64, high_at: f64) -> Axis {
        let range = high - low;
        let many = Dyadic::from(MAX_STEPS);
        let two = Dyadic::from(2);
        let (mut step, mut steps_to_one) = (Dyadic::ONE, Dyadic::ONE);
        while &step * &many < range {
            (step, steps_to_one) = (&step * &two, steps_to_one.half());
        }
        while &step.half() * &many >= range {
            (step, steps_to_one) = (step.half(), &steps_to_one * &two);
        }
        let rounded_down = |number: &Dyadic| &(number * &steps_to_one).floor() * &step;
        let low = rounded_down(low);
        let high = -&rounded_down(&-high);
        Axis { low, high, step, low_at, high_at }
    }

    /// Differences are taken exactly, so that large numbers do not lose their small parts.
    fn at(&self, number: &Dyadic) -> f64 {
        let share = (number - &self.low).to_f64() / (&self.high - &self.low).to_f64();
        self.low_at + share * (self.high_at - self.low_at)
    }

    fn ticks(&self) -> impl Iterator<Item = Dyadic> {
        let mut next = self.low.clone();
        std::iter::from_fn(move || {
            (next <= self.high).then(|| {
                let after = &next + &self.step;
                std::mem::replace(&mut next, after)
            })
        })
    }
}

impl Thermograph {
    /// The thermograph as an SVG picture: temperature upwards, and, as is the custom, larger values to the left.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{3|1||-2}")?;
    /// let picture = arena.thermograph(game).to_svg("{3|1||-2}");
    /// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self, title: &str) -> String {
        let points = || self.left().points().iter().chain(self.right().points());
        let values = || points().map(|point| &point.value).chain([self.mean()]);
        let (least, most) = (values().min().unwrap_or(self.mean()), values().max().unwrap_or(self.mean()));
        // A mast alone would have no width.
        let room = if least == most { Dyadic::ONE } else { Dyadic::ZERO };
        let value_axis = Axis::new(&(least - &room), &(most + &room), WIDTH - MARGIN, MARGIN);
        let top = &self.temperature().clone().max(Dyadic::ZERO) + &Dyadic::ONE;
        let temperature_axis = Axis::new(&Dyadic::MINUS_ONE, &top, HEIGHT - MARGIN, MARGIN);
        let mut svg = header(title);
        draw_grid(&mut svg, &value_axis, &temperature_axis);
        let foot = Point { value: self.mean().clone(), temperature: self.temperature().clone() };
        for (player, colour) in [(Player::Left, "#1f5fbf"), (Player::Right, "#bf2f2f")] {
            draw_wall(&mut svg, self.wall(player), &foot, colour, &value_axis, &temperature_axis);
        }
        let (x, y) = (value_axis.at(self.mean()), temperature_axis.at(self.temperature()));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.2} {y:.2}V{:.2}\" stroke=\"#222\" stroke-width=\"3\" fill=\"none\"/>\n\
             <circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\" fill=\"#222\"/>\n</svg>",
            MARGIN / 2.0
        );
        svg
    }
}

fn header(title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Thermograph of {title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}

fn draw_grid(svg: &mut String, values: &Axis, temperatures: &Axis) {
    for tick in values.ticks() {
        let x = values.at(&tick);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.2} {MARGIN}V{:.2}\" stroke=\"#ddd\"/>\
             <text x=\"{x:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{tick}</text>",
            HEIGHT - MARGIN,
            HEIGHT - MARGIN + 20.0
        );
    }
    for tick in temperatures.ticks() {
        let y = temperatures.at(&tick);
        let colour = if tick.is_zero() { "#888" } else { "#ddd" };
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.2}H{:.2}\" stroke=\"{colour}\"/>\
             <text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">{tick}</text>",
            WIDTH - MARGIN,
            MARGIN - 8.0,
            y + 4.0
        );
    }
}

/// A wall up to the foot of the mast.
fn draw_wall(svg: &mut String, wall: &Wall, foot: &Point, colour: &str, values: &Axis, temperatures: &Axis) {
    let points: Vec<String> = wall
        .points()
        .iter()
        .chain([foot])
        .map(|point| format!("{:.2},{:.2}", values.at(&point.value), temperatures.at(&point.temperature)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linejoin=\"round\" fill=\"none\"/>",
        points.join(" ")
    );
}
