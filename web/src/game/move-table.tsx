import { useState } from "preact/hooks";
import type { Move } from "../api";
import type { Node } from "../line-tree";
import { compareOutcomes } from "../outcome";
import { count } from "../numbers";
import { ValueMark } from "../parts/value-mark";
import { SortHeading, type Sorting } from "../parts/sort-heading";
import type { Session } from "../session";

type Column = "move" | "value" | "delta";
const ORDER: Record<Column, (a: Move, b: Move) => number> = {
  move: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
  value: compareOutcomes,
  delta: (a, b) => a.delta - b.delta || compareOutcomes(a, b),
};

/** How far a move is from the best of its value; "best" only if nothing beats it. */
function distance(move: Move, best: Move): string {
  if (move.value === "unsolved") return "";
  if (move.delta !== 0) return `+${Math.abs(move.delta)}`;
  return move.value === best.value ? "best" : "";
}

/** All moves with what they are worth, in any order. */
export function MoveTable({ session, node, hidden }: { session: Session; node: Node; hidden: boolean }) {
  const [sorting, setSorting] = useState<Sorting<Column>>({ by: "value", down: false });
  const { moves } = node.facts;
  const by = hidden ? "move" : sorting.by;
  const sorted = moves.toSorted(ORDER[by]);
  if (sorting.down) sorted.reverse();
  return (
    <section class="panel moves" aria-labelledby="moves-heading">
      <h2 id="moves-heading">Moves <small>{moves.length === 0 ? "none" : count(moves.length, "choice")}</small></h2>
      {moves.length > 0 && (
        <div class="scroll">
          <table class="data">
            <thead>
              <tr>
                <SortHeading column="move" label="Move" sorting={sorting} sort={setSorting} />
                {!hidden && <SortHeading column="value" label="Worth" sorting={sorting} sort={setSorting} />}
                {!hidden && <SortHeading column="delta" label="Off by" sorting={sorting} sort={setSorting} number />}
              </tr>
            </thead>
            <tbody>
              {sorted.map((move) => (
                <tr
                  key={move.name}
                  class={session.pointed.value === move.name ? "pointed" : ""}
                  onMouseEnter={() => (session.pointed.value = move.name)}
                  onMouseLeave={() => (session.pointed.value = null)}
                  onClick={() => void session.play(move)}
                >
                  <td><button type="button" class="row-button">{move.name}{move.part && <span title="goes on with another choice"> …</span>}</button></td>
                  {!hidden && <td><ValueMark outcome={move} long /></td>}
                  {!hidden && <td class="number">{distance(move, moves[0]!)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
