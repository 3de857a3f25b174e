import type { Move } from "../api";

/** The classes that colour a move: its value, and whether it is among the best of that value. */
export function toneOf(move: Move, hidden: boolean): string {
  if (hidden) return "hidden-value best";
  // What is not solved has no better and worse.
  return move.delta === 0 || move.value === "unsolved" ? `${move.value} best` : move.value;
}
