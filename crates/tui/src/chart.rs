//! How many positions there are of each value and remoteness, as bars.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use serde_json::Value as Json;
use zermelo_core::Value;

use crate::theme::{colour, soft, thousands};

/// Counts by remoteness, one bar each, as long as the logarithm of the count.
pub(crate) struct Chart {
    total: u64,
    /// Remoteness (none for draws), value and count, in the order of remoteness.
    bars: Vec<(Option<u32>, Value, u64)>,
}

impl Chart {
    /// Reads what an analysis says of all positions.
    pub(crate) fn new(analysis: &Json) -> Chart {
        let outcomes = analysis["all"]["outcomes"].as_array().map_or(&[][..], Vec::as_slice);
        let bar = |outcome: &Json| {
            let value = Value::ALL.into_iter().find(|v| outcome["value"] == v.word())?;
            let remoteness = outcome["remoteness"].as_i64().and_then(|r| u32::try_from(r).ok());
            Some((remoteness, value, outcome["count"].as_u64()?))
        };
        let mut bars: Vec<_> = outcomes.iter().filter_map(bar).collect();
        bars.sort_by_key(|&(remoteness, value, _)| (remoteness.unwrap_or(u32::MAX), value));
        Chart { total: analysis["all"]["positions"].as_u64().unwrap_or(0), bars }
    }
}

impl Widget for &Chart {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let title =
            format!("{} positions by remoteness; bars grow with the logarithm", thousands(self.total));
        Line::styled(title, soft()).render(area, buffer);
        let longest = self.bars.iter().map(|&(_, _, count)| (count as f64).ln_1p()).fold(1.0, f64::max);
        let numbers = self.bars.iter().map(|&(_, _, count)| thousands(count).len()).max().unwrap_or(0);
        let room = f64::from(area.width) - 12.0 - numbers as f64;
        // What does not fit is the middle of a long list: the shortest and the longest games are of interest.
        let rows = usize::from(area.height.saturating_sub(1));
        let skipped = self.bars.len().saturating_sub(rows);
        let head = if skipped == 0 { self.bars.len() } else { rows / 2 };
        let shown = self.bars[..head].iter().chain(&self.bars[(head + skipped).min(self.bars.len())..]);
        for (row, &(remoteness, value, count)) in shown.enumerate() {
            let at = remoteness.map_or_else(String::new, |r| r.to_string());
            let length = ((count as f64).ln_1p() / longest * room.max(1.0)).round() as usize;
            let text =
                format!("{:>4} {at:>4} {} {}", value.word(), "█".repeat(length.max(1)), thousands(count));
            let line = Line::styled(text, Style::new().fg(colour(Some(value))));
            let y = area.y + 1 + row as u16;
            line.render(Rect { y, height: 1, ..area }, buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bars_are_sorted_by_remoteness_with_draws_last() {
        let outcome = |value: &str, remoteness: i64, count: u64| json!({ "value": value, "remoteness": remoteness, "count": count });
        let outcomes = [outcome("draw", -200, 9), outcome("win", 3, 5), outcome("lose", 0, 1234)];
        let chart = Chart::new(&json!({ "all": { "positions": 1248, "outcomes": outcomes } }));
        let area = Rect::new(0, 0, 60, 4);
        let mut buffer = Buffer::empty(area);
        chart.render(area, &mut buffer);
        let rows: Vec<String> =
            (0..4).map(|y| (0..60).map(|x| buffer[(x, y)].symbol().to_owned()).collect()).collect();
        assert!(rows[0].starts_with("1,248 positions"), "{rows:?}");
        let begin: Vec<&str> = rows[1..].iter().map(|row| row[..9].trim()).collect();
        assert_eq!(begin, ["lose    0", "win    3", "draw"]);
        let bar = |row: &String| row.matches('█').count();
        assert!(bar(&rows[1]) > bar(&rows[3]) && bar(&rows[3]) > bar(&rows[2]), "{rows:?}");
    }
}
