import type { Outcome } from "../api";
import { LETTER, outcomeWords } from "../outcome";
import { valuePath } from "../board/value-shape";

/** An outcome in a line of text: shape and letter in the colour of the value, and the remoteness. */
export function ValueMark(props: { outcome: Outcome; long?: boolean }) {
  const { outcome, long } = props;
  return (
    <span class={`value-mark ${outcome.value}`}>
      <svg viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">
        <path class="value-shape" d={valuePath(outcome.value, 0, 0, 1)} />
        <text class="value-label" y="0.36" font-size="1.05">{LETTER[outcome.value]}</text>
      </svg>
      {long ? outcomeWords(outcome) : <><span aria-hidden="true">{outcome.remoteness ?? ""}</span><span class="unseen">{outcomeWords(outcome)}</span></>}
    </span>
  );
}
