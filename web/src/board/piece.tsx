import type { Piece, Point } from "../api";
import { polygon } from "./value-shape";

/** A piece around a point. */
export function PieceView(props: { piece: Piece; at: Point }) {
  const { piece, at: [x, y] } = props;
  const r = piece.scale / 2;
  return (
    <g class={`piece ${piece.colour} ${piece.shape}`}>
      {shape(piece, x, y, r)}
      {piece.shape !== "letter" && piece.letter !== null && (
        <text class="piece-inscription" x={x} y={y} dy="0.36em" font-size={r * 1.05}>{piece.letter}</text>
      )}
    </g>
  );
}

function shape(piece: Piece, x: number, y: number, r: number) {
  const edge = r * 0.07;
  const solid = (path: string) => <path class="piece-body" d={path} stroke-width={edge} stroke-linejoin="round" />;
  switch (piece.shape) {
    case "disc":
      return (
        <>
          <circle class="piece-body" cx={x} cy={y} r={r - edge / 2} stroke-width={edge} />
          {/* A rim, so that a disc looks like something one could pick up. */}
          <circle class="piece-rim" cx={x} cy={y} r={r * 0.74} stroke-width={edge} />
        </>
      );
    case "ring":
      return <circle class="piece-stroke" cx={x} cy={y} r={r * 0.8} stroke-width={r * 0.36} />;
    case "cross":
      return <path class="piece-stroke" d={`M${x - r * 0.72} ${y - r * 0.72}l${r * 1.44} ${r * 1.44}m0 ${-r * 1.44}l${-r * 1.44} ${r * 1.44}`} stroke-width={r * 0.38} />;
    case "square":
      return <rect class="piece-body" x={x - r * 0.86} y={y - r * 0.86} width={r * 1.72} height={r * 1.72} rx={r * 0.16} stroke-width={edge} />;
    case "diamond":
      return solid(polygon([[0, -1], [1, 0], [0, 1], [-1, 0]], x, y, r));
    case "triangle":
      return solid(polygon([[0, -0.95], [0.95, 0.75], [-0.95, 0.75]], x, y, r));
    case "star":
      return solid(polygon(starCorners(), x, y, r));
    case "bar":
      return <rect class="piece-body" x={x - r} y={y - r * 0.28} width={r * 2} height={r * 0.56} rx={r * 0.2} stroke-width={edge} />;
    case "person":
      return solid(person(x, y, r));
    case "letter":
      return <text class="piece-letter" x={x} y={y} dy="0.36em" font-size={r * 1.7}>{piece.letter}</text>;
  }
}

function starCorners(): [number, number][] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI * index) / 5;
    const away = index % 2 === 0 ? 1 : 0.45;
    return [Math.sin(angle) * away, -Math.cos(angle) * away];
  });
}

/** Head and shoulders. */
function person(x: number, y: number, r: number): string {
  const head = r * 0.4;
  return (
    `M${x - head} ${y - r * 0.5}a${head} ${head} 0 1 1 ${2 * head} 0a${head} ${head} 0 1 1 ${-2 * head} 0Z` +
    `M${x - r * 0.75} ${y + r * 0.9}C${x - r * 0.75} ${y - r * 0.25} ${x + r * 0.75} ${y - r * 0.25} ${x + r * 0.75} ${y + r * 0.9}Z`
  );
}
