//! A picture of how searches grow with the size of the boards.

use std::collections::BTreeMap;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;

/// Draws the logarithm of the nodes against the number of cells as SVG: a dot for every case given
/// as (cells, nodes), and a line through the medians.
///
/// ```
/// let picture = zermelo_cgt::node_plot("clobber", &[(4, 10), (4, 30), (6, 100)]);
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// assert_eq!(picture.matches("<circle").count(), 3);
/// ```
#[must_use]
pub fn node_plot(title: &str, cases: &[(usize, u64)]) -> String {
    let mut by_cells: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for &(cells, nodes) in cases {
        by_cells.entry(cells).or_default().push(nodes);
    }
    let least = by_cells.keys().next().copied().unwrap_or(0) as f64;
    let most = by_cells.keys().next_back().copied().unwrap_or(0) as f64;
    let decades = cases.iter().map(|case| height(case.1)).fold(1.0, f64::max).ceil();
    let x = |cells: usize| {
        let share = if most > least { (cells as f64 - least) / (most - least) } else { 0.5 };
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    };
    let y = |decade: f64| HEIGHT - MARGIN - decade / decades * (HEIGHT - 2.0 * MARGIN);
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Nodes of searches in {title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"30\">{title}: nodes of each search by cells of the board</text>\n"
    );
    for decade in 0..=decades as u32 {
        let at = y(f64::from(decade));
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.2}H{:.2}\" stroke=\"#ddd\"/>\
             <text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">1e{decade}</text>",
            WIDTH - MARGIN,
            MARGIN - 8.0,
            at + 4.0
        );
    }
    let mut medians = Vec::new();
    for (&cells, all) in &mut by_cells {
        let at = x(cells);
        let _ = writeln!(
            svg,
            "<text x=\"{at:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{cells}</text>",
            HEIGHT - MARGIN + 20.0
        );
        for &nodes in all.iter() {
            let _ = writeln!(
                svg,
                "<circle cx=\"{at:.2}\" cy=\"{:.2}\" r=\"2\" fill=\"#1f5fbf\" fill-opacity=\"0.3\"/>",
                y(height(nodes))
            );
        }
        all.sort_unstable();
        medians.push(format!("{at:.2},{:.2}", y(height(all[all.len() / 2]))));
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" stroke=\"#222\" stroke-width=\"2\" fill=\"none\"/>\n</svg>",
        medians.join(" ")
    );
    svg
}

/// No nodes at all is drawn like one node.
fn height(nodes: u64) -> f64 {
    (nodes.max(1) as f64).log10()
}
