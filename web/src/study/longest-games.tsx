import type { Longest, Variant } from "../api";
import { FoundList } from "./found-list";

/** The positions from which perfect play takes longest, of each value. */
export function LongestGames({ variant, longest }: { variant: Variant; longest: Longest[] }) {
  if (longest.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="longest-heading">
      <h2 id="longest-heading">Longest games</h2>
      <FoundList variant={variant} found={longest} />
    </section>
  );
}
