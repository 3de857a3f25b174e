// The computer as a player.
import type { Move } from "./api";

/** Who sits on a side. The error rate is the chance that the computer takes any move instead of a best one. */
export type Seat = { kind: "person" } | { kind: "computer"; errorRate: number };

export const PERSON: Seat = { kind: "person" };
export const PERFECT: Seat = { kind: "computer", errorRate: 0 };

/** Chooses a move; `dice` gives numbers from 0 up to, not including, 1. Where nothing is solved, every move is as good. */
export function chooseMove(moves: readonly Move[], errorRate: number, dice: () => number): Move | undefined {
  const pool = dice() < errorRate ? moves : bestMoves(moves);
  return pool[Math.floor(dice() * pool.length)];
}

/** The moves that are worth as much as the first: the server lists the best first. */
export function bestMoves(moves: readonly Move[]): Move[] {
  const best = moves[0];
  return moves.filter((move) => move.value === best?.value && move.remoteness === best.remoteness);
}
