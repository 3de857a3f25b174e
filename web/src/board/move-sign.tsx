import type { Look, Move } from "../api";
import { markText, outcomeWords } from "../outcome";
import type { Placed } from "./geometry";
import { toneOf } from "./tone";
import { valuePath } from "./value-shape";

interface Props {
  placed: Placed;
  look: Look;
  hidden: boolean;
  /** The one sign of the board that the tab key reaches; arrow keys go on from there. */
  reachable: boolean;
  pointed: boolean;
  play: (move: Move) => void;
  point: (move: Move | null) => void;
}

/** A move on the board: a button in the colour and shape of its value. What lies under it is a [`MoveTrace`](./move-trace.tsx). */
export function MoveSign({ placed, look, hidden, reachable, pointed, play, point }: Props) {
  const { move } = placed;
  return (
    <g
      class={`sign ${toneOf(move, hidden)} ${pointed ? "pointed" : ""}`}
      role="button"
      tabindex={reachable ? 0 : -1}
      aria-label={hidden ? move.name : `${move.name}, ${outcomeWords(move)}`}
      data-move={move.name}
      onClick={() => play(move)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        play(move);
      }}
      onMouseEnter={() => point(move)}
      onMouseLeave={() => point(null)}
      onFocus={() => point(move)}
      onBlur={() => point(null)}
    >
      <Mark placed={placed} look={look} hidden={hidden} />
    </g>
  );
}

/** The value shape with the remoteness in it. */
function Mark({ placed: { move, at: [x, y], size }, look, hidden }: { placed: Placed; look: Look; hidden: boolean }) {
  const { sign } = move;
  const full = sign.kind === "dot" || sign.kind === "letter" ? 1 : 0.72;
  const r = look.moveRadius * size * full;
  const letter = sign.kind === "letter" ? sign.text : null;
  const label = hidden ? (letter ?? "") : letter === null ? markText(move) : `${letter} ${move.value === "unsolved" ? "" : markText(move)}`.trim();
  return (
    <>
      {/* Fingers need more room than eyes. */}
      <circle class="sign-reach" cx={x} cy={y} r={look.moveRadius * size * 1.25} />
      <path class="sign-mark" d={valuePath(hidden ? "unsolved" : move.value, x, y, hidden && letter === null ? r * 0.7 : r)} stroke-width={look.moveRadius * 0.09} />
      <text class="sign-label" x={x} y={y} dy="0.36em" font-size={r * (label.length > 2 ? 2.4 / label.length : 1.15)}>{label}</text>
    </>
  );
}
