//! A picture of how searches grow.

use std::collections::BTreeMap;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;

/// The colours of curves, which differ in brightness, too.
const COLOURS: [&str; 6] = ["#1f5fbf", "#d9730d", "#2a8c4a", "#8e3fa8", "#c22f2f", "#5d6670"];

/// What one setting of the search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeCurve {
    /// The name of the setting; with several it stands in the legend.
    pub name: String,
    /// For each case a number such as that of the cells, and the nodes.
    pub cases: Vec<(usize, u64)>,
}

/// Draws the logarithm of the nodes against another number as SVG: a dot for every case, and for each curve a line
/// through the medians. `across` says what the other number counts.
///
/// ```
/// use zermelo_cgt::{NodeCurve, node_plot};
/// let curve = |name: &str, cases: &[(usize, u64)]| NodeCurve { name: name.to_owned(), cases: cases.to_vec() };
/// let curves = [curve("default", &[(4, 10), (4, 30), (6, 100)]), curve("no-table", &[(4, 20), (4, 90), (6, 400)])];
/// let picture = node_plot("clobber", "cells", &curves);
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// assert_eq!(picture.matches("<circle").count(), 6);
/// assert!(picture.contains(">no-table</text>"));
/// ```
#[must_use]
pub fn node_plot(title: &str, across: &str, curves: &[NodeCurve]) -> String {
    let cases = || curves.iter().flat_map(|curve| &curve.cases);
    let least = cases().map(|case| case.0).min().unwrap_or(0);
    let most = cases().map(|case| case.0).max().unwrap_or(0);
    let decades = cases().map(|case| height(case.1)).fold(1.0, f64::max).ceil();
    let scale = Scale { least, most, decades };
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Nodes of searches in {title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\">{title}: nodes of each search by {across}</text>\n"
    );
    scale.draw_axes(&mut svg);
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        scale.draw_curve(&mut svg, curve, colour);
    }
    if curves.len() > 1 {
        draw_legend(&mut svg, curves);
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// No nodes at all is drawn like one node.
fn height(nodes: u64) -> f64 {
    (nodes.max(1) as f64).log10()
}

/// Where numbers are in the picture.
struct Scale {
    least: usize,
    most: usize,
    decades: f64,
}

/// More numbers along the axis would overlap.
const MOST_LABELS: usize = 16;

impl Scale {
    fn x(&self, number: usize) -> f64 {
        let share = if self.most > self.least {
            (number - self.least) as f64 / (self.most - self.least) as f64
        } else {
            0.5
        };
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, decade: f64) -> f64 {
        HEIGHT - MARGIN - decade / self.decades * (HEIGHT - 2.0 * MARGIN)
    }

    fn draw_axes(&self, svg: &mut String) {
        for decade in 0..=self.decades as u32 {
            let at = self.y(f64::from(decade));
            let _ = writeln!(
                svg,
                "<path d=\"M{MARGIN} {at:.2}H{:.2}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">1e{decade}</text>",
                WIDTH - MARGIN,
                MARGIN - 8.0,
                at + 4.0
            );
        }
        let step = (self.most - self.least) / MOST_LABELS + 1;
        for number in (self.least..=self.most).step_by(step) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{number}</text>",
                self.x(number),
                HEIGHT - MARGIN + 20.0
            );
        }
    }

    fn draw_curve(&self, svg: &mut String, curve: &NodeCurve, colour: &str) {
        let mut by_number: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        for &(number, nodes) in &curve.cases {
            by_number.entry(number).or_default().push(nodes);
        }
        let mut medians = Vec::new();
        for (&number, all) in &mut by_number {
            let at = self.x(number);
            for &nodes in all.iter() {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{at:.2}\" cy=\"{:.2}\" r=\"2\" fill=\"{colour}\" fill-opacity=\"0.3\"/>",
                    self.y(height(nodes))
                );
            }
            all.sort_unstable();
            medians.push(format!("{at:.2},{:.2}", self.y(height(all[all.len() / 2]))));
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"/>",
            medians.join(" ")
        );
    }
}

/// The names of the curves, in the upper left corner, where there are few dots.
fn draw_legend(svg: &mut String, curves: &[NodeCurve]) {
    for (line, (curve, colour)) in curves.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let y = MARGIN + 18.0 * line as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.2} {y:.2}h20\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.2}\" y=\"{:.2}\">{}</text>",
            MARGIN + 8.0,
            MARGIN + 34.0,
            y + 4.0,
            escaped(&curve.name)
        );
    }
}
