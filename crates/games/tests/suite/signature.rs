//! The signature of a solved game: one line that changes if any count does.

use zermelo_core::Value;
use zermelo_solve::Analysis;

/// The titles of the columns, and how the checksum is made.
pub(crate) const TITLES: &str = "\
# Signatures of solved games, made by our own solver: they show that nothing changed, not that it is right.
# Counts are of all positions that can be reached, 'canonical' of their classes of images. The checksum is the CRC-32
# of the lines 'outcome<TAB>count', e.g. 'win in 3<TAB>17', from the worst outcome for the player to move to the best.
# game\treachable\tcanonical\twin\tlose\ttie\tdraw\tmax_remoteness\tchecksum
";

/// The line of a game.
pub(crate) fn signature(game: &str, analysis: &Analysis) -> String {
    let tally = &analysis.total.all;
    let mut checksum = crc32fast::Hasher::new();
    for (outcome, count) in tally.iter() {
        checksum.update(format!("{outcome}\t{count}\n").as_bytes());
    }
    let values = [Value::Win, Value::Lose, Value::Tie, Value::Draw].map(|v| tally.with_value(v).to_string());
    format!(
        "{game}\t{}\t{}\t{}\t{}\t{:08x}\n",
        tally.total(),
        analysis.total.canonical.total(),
        values.join("\t"),
        tally.max_remoteness().unwrap_or(0),
        checksum.finalize(),
    )
}
