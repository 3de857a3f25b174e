// What happened in a line, move by move: the material of the history and its chart.
import type { Outcome, Player } from "../api";
import type { Node } from "../line-tree";
import { judge, winner, type Judgement } from "../outcome";

/** One complete move, or the beginning. */
export interface Chapter {
  /** Its last node; the earlier ones are the parts of the same move. */
  node: Node;
  parts: Node[];
  ply: number;
  /** Who moved; `null` at the beginning. */
  mover: Player | null;
  judgement: Judgement;
  /** Who will win from here, if both play perfectly. */
  winning: Player | null;
}

/** The chapters of a line. A move that is not complete yet is the last chapter, judged by what it can still become. */
export function tell(line: readonly Node[]): Chapter[] {
  const chapters: Chapter[] = [];
  let parts: Node[] = [];
  line.forEach((node, index) => {
    parts.push(node);
    if (node.intermediate && index < line.length - 1) return;
    const before = chapters.at(-1)?.node;
    chapters.push({
      node,
      parts,
      ply: chapters.length,
      mover: before?.turn ?? null,
      judgement: before === undefined ? "unknown" : judge(before.facts, worthToMover(before, node)),
      winning: winner(node.facts.value, node.turn),
    });
    parts = [];
  });
  return chapters;
}

/** What the position after a move is worth to the one who made it, counted from before the move. */
function worthToMover(before: Node, after: Node): Outcome {
  const { value, remoteness } = after.facts;
  if (after.turn === before.turn) return after.facts;
  const turned = value === "win" ? "lose" : value === "lose" ? "win" : value;
  return { value: turned, remoteness: remoteness === null ? null : remoteness + 1 };
}
