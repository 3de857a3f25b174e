import { redo, undo } from "../line-tree";
import { valuesHidden } from "../preferences";
import { Icon } from "../parts/icon";
import type { Session } from "../session";
import { playBest } from "./use-keys";

/** Steps back and forth, values on and off, and help from the computer. */
export function Toolbar({ session }: { session: Session }) {
  const tree = session.tree.value;
  const node = session.node.value;
  if (tree === null || node === null) return null;
  const back = undo(tree) === tree;
  const forth = redo(tree) === tree;
  const ended = node.facts.over || node.facts.moves.length === 0;
  const unhelpful = ended || node.facts.value === "unsolved";
  const resting = session.computerRests.value && session.seats.value[node.turn - 1]!.kind === "computer" && !ended;
  return (
    <div class="toolbar" role="toolbar" aria-label="Game controls">
      <div class="joined">
        <button type="button" aria-label="To the beginning" title="To the beginning" disabled={back} onClick={session.toBeginning}><Icon name="beginning" /></button>
        <button type="button" disabled={back} onClick={session.undo}><Icon name="back" />Undo</button>
        <button type="button" disabled={forth} onClick={session.redo}>Redo<Icon name="forth" /></button>
        <button type="button" aria-label="To the end of the line" title="To the end of the line" disabled={forth} onClick={session.toEnd}><Icon name="end" /></button>
      </div>
      <button type="button" aria-pressed={valuesHidden.value} onClick={() => (valuesHidden.value = !valuesHidden.value)}>
        {valuesHidden.value ? "Show values" : "Hide values"}
      </button>
      <button type="button" disabled={unhelpful} onClick={() => playBest(session)}>Best move</button>
      <button type="button" title="Play the best moves of both sides, to the end" disabled={unhelpful && !session.showingBestLine.value} aria-pressed={session.showingBestLine.value} onClick={session.toggleBestLine}>
        {session.showingBestLine.value ? "Stop" : "Best line"}
      </button>
      {resting && <button type="button" class="strong" onClick={() => (session.computerRests.value = false)}>Let the computer move</button>}
    </div>
  );
}
