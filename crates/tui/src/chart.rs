//! How many positions there are of each value and remoteness, as bars.

use ratatui::style::Style;
use ratatui::text::Line;
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

    /// Returns a title, the sum of each value, and a line for each bar.
    pub(crate) fn lines(&self, width: usize) -> Vec<Line<'static>> {
        let title = format!("{} positions; bars grow with the logarithm", thousands(self.total));
        let mut lines = vec![Line::styled(title, soft()), self.sums(), Line::default()];
        lines.push(Line::styled("value  in  positions", soft()));
        let longest = self.bars.iter().map(|&(_, _, count)| (count as f64).ln_1p()).fold(1.0, f64::max);
        let numbers = self.bars.iter().map(|&(_, _, count)| thousands(count).len()).max().unwrap_or(0);
        let room = width.saturating_sub(12 + numbers).max(1) as f64;
        for &(remoteness, value, count) in &self.bars {
            let at = remoteness.map_or_else(String::new, |r| r.to_string());
            let length = ((count as f64).ln_1p() / longest * room).round() as usize;
            let bar = "█".repeat(length.max(1));
            let text = format!("{:>4} {at:>4}  {:>numbers$} {bar}", value.word(), thousands(count));
            lines.push(Line::styled(text, Style::new().fg(colour(Some(value)))));
        }
        lines
    }

    /// How many positions there are of each value.
    fn sums(&self) -> Line<'static> {
        let sum = |value: Value| {
            let counts = self.bars.iter().filter(|&&(_, of, _)| of == value).map(|&(_, _, count)| count);
            (value, counts.sum::<u64>())
        };
        let sums = Value::ALL.into_iter().rev().map(sum).filter(|&(_, count)| count > 0);
        let words: Vec<String> =
            sums.map(|(value, count)| format!("{} {}", value.word(), thousands(count))).collect();
        Line::from(words.join("   "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bars_are_sorted_by_remoteness_with_draws_last_and_none_is_left_out() {
        let outcome = |value: &str, remoteness: i64, count: u64| json!({ "value": value, "remoteness": remoteness, "count": count });
        let outcomes = [outcome("draw", -200, 9), outcome("win", 3, 5), outcome("lose", 0, 1234)];
        let chart = Chart::new(&json!({ "all": { "positions": 1248, "outcomes": outcomes } }));
        let rows: Vec<String> = chart.lines(60).iter().map(ToString::to_string).collect();
        assert!(rows[0].starts_with("1,248 positions"), "{rows:?}");
        let begin: Vec<&str> = rows[4..].iter().map(|row| row[..9].trim()).collect();
        assert_eq!(begin, ["lose    0", "win    3", "draw"]);
        let bar = |row: &String| row.matches('█').count();
        assert!(bar(&rows[4]) > bar(&rows[6]) && bar(&rows[6]) > bar(&rows[5]), "{rows:?}");
        assert!(rows.iter().all(|row| row.chars().count() <= 60), "{rows:?}");
    }
}
