// Which games the visitor wants to see.
import type { GameSummary } from "../api";

export type Filter = "all" | "solved" | "loopy" | "loop-free";

export const FILTERS: readonly { id: Filter; label: string }[] = [
  { id: "all", label: "All" },
  { id: "solved", label: "Solved" },
  { id: "loopy", label: "Loopy" },
  { id: "loop-free", label: "Loop-free" },
];

/** Every word must occur in the name or in a variant. */
export function matches(game: GameSummary, words: string, filter: Filter): boolean {
  const text = [game.id, game.name, ...game.variants.flatMap((variant) => [variant.id, variant.about])].join(" ").toLowerCase();
  const wanted = words.toLowerCase().split(/\s+/);
  return wanted.every((word) => text.includes(word)) && passes(game, filter);
}

function passes(game: GameSummary, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "solved":
      return game.variants.some((variant) => variant.status === "solved");
    case "loopy":
      return game.variants.some((variant) => variant.loopy === true);
    case "loop-free":
      return game.variants.some((variant) => variant.loopy === false);
  }
}
