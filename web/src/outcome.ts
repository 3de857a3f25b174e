// Values in words, letters and order: everything that the page says about an outcome is said here.
import type { Outcome, Player, Value } from "./api";

/** Best for the player to move first. */
export const VALUES: readonly Value[] = ["win", "tie", "draw", "lose", "unsolved"];

export const LETTER: Record<Value, string> = { win: "W", tie: "T", draw: "D", lose: "L", unsolved: "?" };

/** "win in 7", "draw", "not solved". */
export function outcomeWords({ value, remoteness }: Outcome): string {
  if (value === "unsolved") return "not solved";
  return remoteness === null ? value : `${value} in ${remoteness}`;
}

/** What stands in a small mark: the remoteness, or a letter where there is none. */
export function markText({ value, remoteness }: Outcome): string {
  return remoteness === null ? LETTER[value] : String(remoteness);
}

/** Orders outcomes from best to worst for the mover: win soon, tie soon, draw, lose late. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  const byValue = VALUES.indexOf(a.value) - VALUES.indexOf(b.value);
  if (byValue !== 0) return byValue;
  const sooner = (a.remoteness ?? 0) - (b.remoteness ?? 0);
  return a.value === "lose" ? -sooner : sooner;
}

/** Who wins if the player to move has this value; `null` if nobody does or nobody knows. */
export function winner(value: Value, turn: Player): Player | null {
  if (value === "win") return turn;
  if (value === "lose") return turn === 1 ? 2 : 1;
  return null;
}

/** "Blue wins in 7": what will happen if both play perfectly, or what has happened. */
export function prediction(outcome: Outcome, turn: Player, over: boolean, names: readonly [string, string]): string {
  const winning = winner(outcome.value, turn);
  const { remoteness } = outcome;
  if (winning !== null) {
    const name = names[winning - 1];
    if (over) return `${name} has won`;
    return remoteness === null ? `${name} wins` : `${name} wins in ${remoteness}`;
  }
  if (outcome.value === "unsolved") return over ? "The game is over" : "Nobody knows yet";
  if (outcome.value === "draw") return "A draw: nobody can force an end";
  if (over) return "The game is a tie";
  return remoteness === null ? "A tie" : `A tie in ${remoteness}`;
}

/** What a move did to the player who made it. */
export type Judgement = "best" | "slow" | "blunder" | "unknown";

/** Compares what the mover had with what the chosen move was worth to him. */
export function judge(had: Outcome, got: Outcome): Judgement {
  if (had.value === "unsolved" || got.value === "unsolved") return "unknown";
  if (had.value !== got.value) return compareOutcomes(had, got) < 0 ? "blunder" : "best";
  return had.remoteness === got.remoteness ? "best" : "slow";
}
