// How hard puzzles are: by how far away the win is, compared with the other wins of the same game.
import type { OutcomeCount } from "../api";

export interface Level {
  name: string;
  min: number;
  max: number;
}

const NAMES = ["Easy", "Medium", "Hard"];

/** The wins of a game in up to three groups. Short games have fewer. */
export function puzzleLevels(counts: readonly OutcomeCount[]): Level[] {
  const wins = counts.flatMap(({ value, remoteness }) => (value === "win" && remoteness !== null ? [remoteness] : []));
  const lengths = [...new Set(wins)].sort((a, b) => a - b);
  const groups = Math.min(NAMES.length, lengths.length);
  return NAMES.slice(0, groups).map((name, index) => {
    const group = lengths.slice(Math.floor((index * lengths.length) / groups), Math.floor(((index + 1) * lengths.length) / groups));
    return { name, min: group[0]!, max: group.at(-1)! };
  });
}
