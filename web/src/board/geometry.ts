// Where the signs of moves go, and how much of the plane a board needs.
import type { Art, Look, Move, Point, Sign } from "../api";

/** Letters beside a board are of help, but not what one looks at: on a small board they are not as large as its pieces. */
export function labelSize(look: Look, size: number): number {
  return Math.min(size * 0.75, Math.max(look.width, look.height) * 0.038);
}

/** The view box that holds everything and nothing more; without labels for small pictures. */
export function viewBox(look: Look, labels: boolean): string {
  const boxes = look.art.filter((art) => labels || art.kind !== "text").map((art) => bounds(art, look));
  const reach = Math.max(look.moveRadius, ...Object.values(look.pieces).map((piece) => piece.scale / 2));
  for (const [x, y] of look.centres) boxes.push([x - reach, y - reach, x + reach, y + reach]);
  const edge = (index: number, choose: (...all: number[]) => number) => choose(...boxes.map((box) => box[index]!));
  const [left, top, right, bottom] = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  if (boxes.length === 0) return `0 0 ${look.width} ${look.height}`;
  const margin = Math.max(right - left, bottom - top) * 0.02;
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(" ");
}

type Box = [left: number, top: number, right: number, bottom: number];

function bounds(art: Art, look: Look): Box {
  switch (art.kind) {
    case "rect":
      return [art.x, art.y, art.x + art.w, art.y + art.h];
    case "circle":
      return [art.x - art.r, art.y - art.r, art.x + art.r, art.y + art.r];
    case "line": {
      const [xs, ys] = [art.points.map((point) => point[0]), art.points.map((point) => point[1])];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    }
    case "text": {
      const half = labelSize(look, art.size);
      return [art.x - half, art.y - half, art.x + half, art.y + half];
    }
  }
}

/** An arrow from one point to another that leaves room at both ends. */
export interface Shaft {
  from: Point;
  to: Point;
  /** Where the mark with the value is. */
  mark: Point;
  /** Corners of the head. */
  head: Point[];
}

export function arrow(from: Point, to: Point, radius: number): Shaft {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const along = (point: Point, distance: number, aside = 0): Point =>
    [point[0] + ux * distance - uy * aside, point[1] + uy * distance + ux * aside];
  const gap = Math.min(radius * 0.9, length * 0.25);
  const tip = along(to, -gap * 0.3);
  const size = Math.min(radius * 0.9, length * 0.35);
  return {
    from: along(from, gap),
    to: along(tip, -size * 0.9),
    // Beyond the middle, so that the arrow back has its mark elsewhere.
    mark: along(from, length * 0.56),
    head: [tip, along(tip, -size, size * 0.55), along(tip, -size, -size * 0.55)],
  };
}

/** The point that stands for a sign: where its mark is and where the keyboard moves from. `null` if it is not on the board. */
export function anchor(sign: Sign, look: Look): Point | null {
  const centre = (at: number): Point => look.centres[at] ?? [0, 0];
  switch (sign.kind) {
    case "dot":
    case "piece":
    case "letter":
      return centre(sign.at);
    case "arrow":
      return arrow(centre(sign.from), centre(sign.to), look.moveRadius).mark;
    case "line": {
      const [from, to] = [centre(sign.from), centre(sign.to)];
      return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    }
    case "text":
      return null;
  }
}

export interface Placed {
  move: Move;
  at: Point;
  /** Smaller than 1 where several signs share a place. */
  size: number;
}

/** Puts the marks of all moves on the board; those that would cover each other are spread round their common place. */
export function placeSigns(moves: readonly Move[], look: Look): Placed[] {
  const groups = new Map<string, { at: Point; moves: Move[] }>();
  for (const move of moves) {
    const at = anchor(move.sign, look);
    if (at === null) continue;
    const key = at.map((coordinate) => Math.round((coordinate / look.moveRadius) * 2)).join();
    const group = groups.get(key);
    if (group) group.moves.push(move);
    else groups.set(key, { at, moves: [move] });
  }
  return [...groups.values()].flatMap(({ at, moves: together }) => together.map((move, index) => spread(move, at, index, together.length, look)));
}

function spread(move: Move, at: Point, index: number, of: number, look: Look): Placed {
  if (of === 1) return { move, at, size: 1 };
  const size = Math.max(0.35, 1 / Math.sqrt(of));
  const angle = (2 * Math.PI * index) / of - Math.PI / 2;
  const away = look.moveRadius * (1.25 - size);
  return { move, at: [at[0] + Math.cos(angle) * away, at[1] + Math.sin(angle) * away], size };
}

/** The nearest other place in a direction, as the arrow keys move; `null` if there is none. */
export function neighbour(places: readonly Placed[], from: Placed, direction: Point): Placed | null {
  let best: Placed | null = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.at[0] - from.at[0], place.at[1] - from.at[1]];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (place === from || ahead <= 1e-9 || aside > 3 * ahead) continue;
    // Straight ahead beats near but aside.
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
