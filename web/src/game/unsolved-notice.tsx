import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import type { Progress, Variant } from "../api";
import { count, duration, grouped } from "../numbers";
import { CopyButton } from "../parts/copy-button";
import { Trouble } from "../parts/trouble";
import { asApiError } from "../resource";

type State = { kind: "solving"; progress: Progress | null } | { kind: "solved" } | { kind: "failed"; reason: string };

/** Says that nothing is known and what is done about it: a small game is solved here and now, a large one by a command. */
export function UnsolvedNotice({ variant, solved }: { variant: Variant; solved: () => void }) {
  return (
    <section class="panel notice" aria-labelledby="unsolved-heading">
      <h2 id="unsolved-heading">Not solved yet</h2>
      <p>
        Moves can be played, but what they are worth is not known{variant.solvable ? "; it is being worked out." : "."}
        {variant.slots !== null && ` There are ${count(variant.slots, "place")} in the table of values to fill.`}
      </p>
      {variant.solvable ? <Solving variant={variant} solved={solved} /> : <Command command={variant.command} />}
    </section>
  );
}

function Command({ command }: { command: string }) {
  return (
    <>
      <p>The game is too large to be solved here on request. On a machine with room for it, this command does it:</p>
      <p class="command"><code>{command}</code><CopyButton label="Copy" text={() => command} /></p>
    </>
  );
}

/** Solves the game, or joins those who wait for it already. */
function Solving({ variant, solved }: { variant: Variant; solved: () => void }) {
  const [state, setState] = useState<State>({ kind: "solving", progress: null });
  const stop = useRef<() => void>(() => undefined);

  const finish = () => {
    setState({ kind: "solved" });
    solved();
  };
  const solve = async () => {
    setState({ kind: "solving", progress: null });
    let wanted = true;
    stop.current = () => (wanted = false);
    try {
      await api.solve(variant.game, variant.variant);
    } catch (error) {
      if (!wanted) return;
      const { status, message } = asApiError(error);
      setState({ kind: "failed", reason: message });
      // There is nothing to start: perhaps since it was solved between the last question and this one.
      if (status === 409) solved();
      return;
    }
    if (!wanted) return;
    stop.current = api.followSolve(variant.game, variant.variant, {
      progress: (progress) => setState({ kind: "solving", progress }),
      done: finish,
      failed: (reason) => setState({ kind: "failed", reason }),
    });
  };
  useEffect(() => {
    void solve();
    return () => stop.current();
  }, []);

  switch (state.kind) {
    case "solving":
      return <ProgressLine progress={state.progress} />;
    case "solved":
      return <p>It is solved. <button type="button" onClick={solved}>Show the values</button></p>;
    case "failed":
      return <Trouble message={state.reason} retry={solve} />;
  }
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
