import { useEffect } from "preact/hooks";
import type { Position } from "../api";

/** Long enough for the solver to find something, and short enough to wait for. */
const LOOK_AGAIN_MS = 1000;

/** Says that a solver is still looking for values, and looks again after a moment, as long as it does. */
export function ThinkingNotice({ facts, look }: { facts: Position; look: () => void }) {
  // New facts, even if they say the same, are a reason to wait once more.
  useEffect(() => {
    const timer = setTimeout(look, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [facts]);

  const open = facts.moves.filter((move) => move.value === "unsolved").length;
  return (
    <section class="panel notice" aria-labelledby="thinking-heading">
      <h2 id="thinking-heading">Still thinking …</h2>
      <p>
        This position is being solved now{open < facts.moves.length && `; ${open} of ${facts.moves.length} moves are left`}. Moves can be
        played meanwhile: the further on, the faster it goes.
      </p>
    </section>
  );
}
