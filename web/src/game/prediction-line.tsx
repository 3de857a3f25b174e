import type { Variant } from "../api";
import type { Node } from "../line-tree";
import { prediction, winner } from "../outcome";
import { ValueMark } from "../parts/value-mark";

/** Whose turn it is and what will come of it. It is read out whenever it changes. */
export function PredictionLine({ node, variant, hidden }: { node: Node; variant: Variant; hidden: boolean }) {
  const { facts, turn } = node;
  const names: [string, string] = [variant.players[0]?.name ?? "First", variant.players[1]?.name ?? "Second"];
  const shown = !hidden || facts.over;
  const winning = shown ? winner(facts.value, turn) : null;
  const tone = winning === null ? "" : winning === 1 ? "first" : "second";
  return (
    <p class={`prediction ${tone}`} role="status" data-position={facts.position}>
      <span class="turn">
        <span class={`counter ${turn === 1 ? "first" : "second"}`} aria-hidden="true" />
        {facts.over ? "Game over" : `${names[turn - 1]} to ${node.intermediate ? "go on" : "move"}`}
      </span>
      <span class="forecast">{shown ? prediction(facts, turn, facts.over, names) : "Values are hidden"}</span>
      {shown && !facts.over && <ValueMark outcome={facts} />}
    </p>
  );
}
