import type { Longest, Variant } from "../api";
import { VALUES } from "../outcome";
import { FoundList } from "./found-list";

/** Of each value. */
const MOST = 5;

/** The positions from which perfect play takes longest, of each value. */
export function LongestGames({ variant, longest }: { variant: Variant; longest: Longest[] }) {
  if (longest.length === 0) return null;
  const groups = VALUES.map((value) => longest.filter((each) => each.value === value).slice(0, MOST));
  return (
    <section class="panel" aria-labelledby="longest-heading">
      <h2 id="longest-heading">Longest games</h2>
      <FoundList variant={variant} found={groups.flat()} />
    </section>
  );
}
