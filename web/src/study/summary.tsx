import type { Analysis, Value } from "../api";
import { grouped, percent } from "../numbers";
import { VALUES } from "../outcome";
import { ValueMark } from "../parts/value-mark";
import { ShareBar } from "./share-bar";

/** The whole game in a few numbers, and how its positions are divided among the values. */
export function Summary({ analysis }: { analysis: Analysis }) {
  const shares = VALUES.map((value) => ({ value, positions: total(analysis, value) })).filter((share) => share.positions > 0);
  const longest = Math.max(0, ...analysis.byOutcome.map((count) => count.remoteness ?? 0));
  return (
    <section class="summary" aria-label="Summary">
      <dl class="figures">
        <div><dt>Positions</dt><dd>{grouped(analysis.positions)}</dd></div>
        {analysis.canonical !== null && analysis.canonical !== analysis.positions && (
          <div><dt>Up to symmetry</dt><dd>{grouped(analysis.canonical)}</dd></div>
        )}
        <div><dt>Longest perfect game</dt><dd>{grouped(longest)} <small>moves</small></dd></div>
        {analysis.branching != null && <div><dt>Moves per position</dt><dd>{analysis.branching.toFixed(1)}</dd></div>}
      </dl>
      <ShareBar shares={shares} />
      <ul class="legend">
        {shares.map(({ value, positions }) => (
          <li key={value}>
            <ValueMark outcome={{ value, remoteness: null }} long /> <strong>{percent(positions, analysis.positions)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

function total(analysis: Analysis, value: Value): number {
  return analysis.byOutcome.filter((count) => count.value === value).reduce((sum, count) => sum + count.positions, 0);
}
