import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import type { Progress, Variant } from "../api";
import { count, duration, grouped } from "../numbers";
import { CopyButton } from "../parts/copy-button";
import { Trouble } from "../parts/trouble";
import { asApiError } from "../resource";

type State = { kind: "idle" } | { kind: "solving"; progress: Progress | null } | { kind: "failed"; reason: string };

/** Says that nothing is known, and what can be done about it: solve it here, or by a command. */
export function UnsolvedNotice({ variant, solved }: { variant: Variant; solved: () => void }) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const solve = async () => {
    setState({ kind: "solving", progress: null });
    try {
      await api.solve(variant.game, variant.variant);
    } catch (error) {
      setState({ kind: "failed", reason: asApiError(error).message });
      return;
    }
    stop.current = api.followSolve(variant.game, variant.variant, {
      progress: (progress) => setState({ kind: "solving", progress }),
      done: solved,
      failed: (reason) => setState({ kind: "failed", reason }),
    });
  };

  return (
    <section class="panel notice" aria-labelledby="unsolved-heading">
      <h2 id="unsolved-heading">Not solved yet</h2>
      <p>
        Moves can be played, but nobody has worked out what they are worth.
        {variant.slots !== null && ` The game has ${count(variant.slots, "slot")} to fill.`}
      </p>
      {!variant.solvable && (
        <>
          <p>It is too large to be solved here on request. On a machine with room for it, this command does it:</p>
          <p class="command"><code>{variant.command}</code><CopyButton label="Copy" text={() => variant.command} /></p>
        </>
      )}
      {variant.solvable && state.kind === "idle" && <button type="button" class="strong" onClick={solve}>Solve it now</button>}
      {state.kind === "solving" && <ProgressLine progress={state.progress} />}
      {state.kind === "failed" && <Trouble message={state.reason} retry={solve} />}
    </section>
  );
}

function ProgressLine({ progress }: { progress: Progress | null }) {
  if (progress === null) return <div class="progress" role="status"><progress />Starting …</div>;
  const { done, total, phase, secondsLeft } = progress;
  return (
    <div class="progress" role="status">
      <progress {...(total !== null && { max: total, value: done })} />
      {phase}: {grouped(done)}{total !== null && ` of ${grouped(total)}`}{secondsLeft !== null && `, ${duration(secondsLeft)} left`}
    </div>
  );
}
