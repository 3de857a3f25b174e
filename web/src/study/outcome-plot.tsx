import { useState } from "preact/hooks";
import type { Analysis, OutcomeCount, Value } from "../api";
import { compact, grouped } from "../numbers";
import { outcomeWords, VALUES } from "../outcome";
import { ValueMark } from "../parts/value-mark";
import { decades, linear, logarithmic, ticks } from "../scales";

const HEIGHT = 300;
const LEFT = 52;
const BOTTOM = 46;
const TOP = 14;
/** Room for the draws, which have no remoteness. */
const APART = 74;
const WIDEST = 1120;
const WIDEST_BAR = 26;

/** How many positions have each value and remoteness. The scale is logarithmic: a game has many millions, or one. */
export function OutcomePlot({ analysis }: { analysis: Analysis }) {
  const [folded, setFolded] = useState(false);
  const foldable = analysis.canonical !== null && analysis.canonical !== analysis.positions;
  const number = (count: OutcomeCount) => (folded ? (count.canonical ?? count.positions) : count.positions);
  const timed = analysis.byOutcome.filter((count) => count.remoteness !== null);
  const timeless = analysis.byOutcome.filter((count) => count.remoteness === null);
  const values = VALUES.filter((value) => timed.some((count) => count.value === value));

  const longest = Math.max(1, ...timed.map((count) => count.remoteness!));
  const right = timeless.length > 0 ? APART : 10;
  const room = WIDEST - LEFT - right;
  // Wide bars for short games, but not too wide; never so thin that they vanish.
  const slot = Math.max(4, Math.min(110, room / (longest + 1)));
  const width = LEFT + slot * (longest + 1) + right;
  const most = Math.max(1, ...analysis.byOutcome.map(number));
  const x = linear([0, longest + 1], [LEFT, LEFT + slot * (longest + 1)]);
  const y = logarithmic(most, [HEIGHT - BOTTOM, TOP]);
  const bar = Math.min((slot * 0.86) / values.length, WIDEST_BAR);

  return (
    <section class="panel plot" aria-labelledby="plot-heading">
      <h2 id="plot-heading">Positions by value and remoteness</h2>
      <div class="plot-options">
        <ul class="legend">{[...values, ...timeless.map((count) => count.value)].map((value) => <li key={value}><ValueMark outcome={{ value, remoteness: null }} long /></li>)}</ul>
        {foldable && (
          <label><input type="checkbox" checked={folded} onChange={(event) => setFolded(event.currentTarget.checked)} /> up to symmetry</label>
        )}
      </div>
      <div class="scroll">
        <svg class="outcome-plot" viewBox={`0 0 ${width} ${HEIGHT}`} style={{ minWidth: `${Math.min(width, 560)}px`, maxWidth: `${width}px` }} role="img" aria-label={`Bar chart; the same numbers are in the table below. ${description(analysis)}`}>
          {decades(most).map((tick) => (
            <g key={tick} class="tick">
              <line x1={LEFT} x2={width - 4} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">{compact(tick)}</text>
            </g>
          ))}
          {timed.map((count) => {
            const left = x(count.remoteness!) + (slot - bar * values.length) / 2 + values.indexOf(count.value) * bar;
            return <Bar key={outcomeWords(count)} count={count} number={number(count)} left={left} top={y(number(count))} width={bar} />;
          })}
          {timeless.map((count, index) => (
            <g key={count.value}>
              <Bar count={count} number={number(count)} left={width - right + 22 + index * 24} top={y(number(count))} width={20} />
              <text class="axis" x={width - right + 32 + index * 24} y={HEIGHT - BOTTOM + 18} text-anchor="middle">{count.value}</text>
            </g>
          ))}
          <line class="foot" x1={LEFT} x2={width - 4} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
          {ticks(longest, Math.min(24, room / 40)).map((tick) => (
            <text key={tick} class="axis" x={x(tick) + slot / 2} y={HEIGHT - BOTTOM + 18} text-anchor="middle">{tick}</text>
          ))}
          <text class="axis" x={(LEFT + width - right) / 2} y={HEIGHT - 6} text-anchor="middle">remoteness: moves to the end</text>
        </svg>
      </div>
    </section>
  );
}

function Bar(props: { count: OutcomeCount; number: number; left: number; top: number; width: number }) {
  const { count, number, left, top, width } = props;
  return (
    <g class={`bar ${count.value}`}>
      <title>{`${outcomeWords(count)}: ${grouped(number)}`}</title>
      {/* The whole height reacts to the mouse, since short bars are hard to hit. */}
      <rect class="bar-reach" x={left} y={TOP} width={width} height={HEIGHT - BOTTOM - TOP} />
      <rect class="bar-body" x={left} y={top} width={width} height={HEIGHT - BOTTOM - top} rx={Math.min(2, width / 3)} />
    </g>
  );
}

function description({ byOutcome }: Analysis): string {
  const sum = (value: Value) => byOutcome.filter((count) => count.value === value).reduce((all, count) => all + count.positions, 0);
  return VALUES.filter((value) => sum(value) > 0).map((value) => `${value}: ${grouped(sum(value))}`).join(", ");
}
