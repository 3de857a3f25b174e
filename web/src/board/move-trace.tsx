import type { Look, Move, Point } from "../api";
import { arrow } from "./geometry";
import { PieceView } from "./piece";
import { toneOf } from "./tone";

interface Props {
  move: Move;
  look: Look;
  hidden: boolean;
  pointed: boolean;
}

/** What lies under the button of a move: the arrow, the line or the piece to be. All traces lie below all buttons. */
export function MoveTrace({ move, look, hidden, pointed }: Props) {
  return <g class={`trace ${toneOf(move, hidden)} ${pointed ? "pointed" : ""}`}>{shape(move, look)}</g>;
}

function shape({ sign }: Move, look: Look) {
  const centre = (at: number): Point => look.centres[at] ?? [0, 0];
  switch (sign.kind) {
    case "piece": {
      const piece = look.pieces[sign.piece];
      return piece && <PieceView piece={piece} at={centre(sign.at)} />;
    }
    case "arrow": {
      const { from, to, head } = arrow(centre(sign.from), centre(sign.to), look.moveRadius);
      return (
        <>
          <line class="trace-shaft" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke-width={look.moveRadius * 0.28} />
          <path class="trace-head" d={`M${head.map((corner) => corner.join(" ")).join("L")}Z`} />
        </>
      );
    }
    case "line": {
      const [from, to] = [centre(sign.from), centre(sign.to)];
      return <line class="trace-shaft" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke-width={look.moveRadius * 0.36} />;
    }
    case "dot":
    case "letter":
    case "text":
      return null;
  }
}
