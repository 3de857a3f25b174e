import { useEffect, useState } from "preact/hooks";
import type { Node } from "../line-tree";
import { CopyButton } from "../parts/copy-button";
import type { Session } from "../session";

/** The position as text, and the ways to another one. */
export function PositionPanel({ session, node, editing, edit }: { session: Session; node: Node; editing: boolean; edit: () => void }) {
  const { position, board, figures } = node.facts;
  const [text, setText] = useState(position);
  useEffect(() => setText(position), [position]);
  const drawable = session.variant.look !== null && figures !== null;
  return (
    <section class="panel position" aria-labelledby="position-heading">
      <h2 id="position-heading">Position</h2>
      <form class="field" onSubmit={(event) => { event.preventDefault(); void session.startFrom(text.trim()); }}>
        <input aria-label="Position as text" spellcheck={false} autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" disabled={text.trim() === position}>Go</button>
      </form>
      <div class="buttons">
        <button type="button" onClick={() => void session.startFrom(null)}>{session.variant.collection ? "Example" : "New game"}</button>
        <button type="button" onClick={() => void session.startAnywhere()}>Random position</button>
        {drawable && <button type="button" aria-pressed={editing} onClick={edit}>Set up</button>}
        <CopyButton label="Copy link" text={() => location.href} />
      </div>
      {drawable && (
        <details>
          <summary>Board as text</summary>
          <pre class="text-board">{board}</pre>
        </details>
      )}
    </section>
  );
}
