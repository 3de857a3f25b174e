// A puzzle: a position in which exactly one move wins.
import type { Node } from "../line-tree";
import { tell } from "./value-story";

export type PuzzleState = "open" | "solved" | "missed";

/** What the first move of a path made of the puzzle. It is open until that move is complete. */
export function puzzleState(path: readonly Node[]): PuzzleState {
  const first = tell(path)[1];
  if (first === undefined || first.node.intermediate) return "open";
  return first.judgement === "blunder" ? "missed" : "solved";
}
