import type { Look, Move, Point, Sign } from "../api";
import { markText, outcomeWords } from "../outcome";
import { arrow, type Placed } from "./geometry";
import { PieceView } from "./piece";
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

/** A move on the board: a button in the colour and shape of its value. */
export function MoveSign({ placed, look, hidden, reachable, pointed, play, point }: Props) {
  const { move } = placed;
  const best = !hidden && move.delta === 0 && move.value !== "unsolved";
  const classes = ["sign", move.sign.kind, hidden ? "hidden-value" : move.value, best && "best", pointed && "pointed"];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
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
      <Body sign={move.sign} look={look} />
      <Mark placed={placed} look={look} hidden={hidden} />
    </g>
  );
}

/** What lies under the mark. */
function Body({ sign, look }: { sign: Sign; look: Look }) {
  const centre = (at: number): Point => look.centres[at] ?? [0, 0];
  switch (sign.kind) {
    case "piece": {
      const piece = look.pieces[sign.piece];
      return piece ? <g class="ghost"><PieceView piece={piece} at={centre(sign.at)} /></g> : null;
    }
    case "arrow": {
      const { from, to, head } = arrow(centre(sign.from), centre(sign.to), look.moveRadius);
      return (
        <>
          <line class="sign-shaft" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke-width={look.moveRadius * 0.28} />
          <path class="sign-head" d={`M${head.map((corner) => corner.join(" ")).join("L")}Z`} />
        </>
      );
    }
    case "line": {
      const [from, to] = [centre(sign.from), centre(sign.to)];
      return <line class="sign-shaft" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke-width={look.moveRadius * 0.36} />;
    }
    case "dot":
    case "letter":
    case "text":
      return null;
  }
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
