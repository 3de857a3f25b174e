import { useState } from "preact/hooks";
import { valuesHidden } from "../preferences";
import { Trouble } from "../parts/trouble";
import { Waiting } from "../parts/waiting";
import type { Session } from "../session";
import { BoardPanel } from "./board-panel";
import { HistoryPanel } from "./history-panel";
import { MoveTable } from "./move-table";
import { PlayersPanel } from "./players-panel";
import { PositionEditor } from "./position-editor";
import { PositionPanel } from "./position-panel";
import { PredictionLine } from "./prediction-line";
import { puzzleState } from "./puzzle";
import { PuzzleLine } from "./puzzle-line";
import { Toolbar } from "./toolbar";
import { ThinkingNotice } from "./thinking-notice";
import { UnsolvedNotice } from "./unsolved-notice";

/** The table at which a game is played: the board and everything around it. */
export function Table({ session }: { session: Session }) {
  const [editing, setEditing] = useState(false);
  const node = session.node.value;
  const trouble = session.trouble.value;
  const hidden = valuesHidden.value || (session.puzzle.value && puzzleState(session.path.value) === "open");
  const complaint = trouble && <Trouble message={trouble.message} {...(trouble.retry && { retry: trouble.retry })} dismiss={() => (session.trouble.value = null)} />;
  if (node === null) return complaint ?? <Waiting what="the position" />;
  return (
    <div class="table">
      <section class="stage" aria-label="Game">
        <PredictionLine node={node} variant={session.variant} hidden={hidden} />
        {session.puzzle.value && <PuzzleLine session={session} />}
        {complaint}
        {editing ? (
          <PositionEditor session={session} close={() => setEditing(false)} />
        ) : (
          <>
            <BoardPanel session={session} node={node} hidden={hidden} />
            <Toolbar session={session} />
          </>
        )}
        {node.facts.thinking && <ThinkingNotice facts={node.facts} look={() => void session.lookAgain()} />}
        {node.facts.value === "unsolved" && !node.facts.over && !node.facts.thinking && <UnsolvedNotice variant={session.variant} solved={() => void session.reload()} />}
      </section>
      <div class="side">
        <HistoryPanel session={session} hidden={hidden} />
        <MoveTable session={session} node={node} hidden={hidden} />
        <PlayersPanel session={session} />
      </div>
      <PositionPanel session={session} node={node} editing={editing} edit={() => setEditing(!editing)} />
    </div>
  );
}
