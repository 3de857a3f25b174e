import type { Node } from "../line-tree";
import { Board } from "../board/board";
import type { Session } from "../session";
import { MoveChips } from "./move-chips";

/** The picture with its moves; below it the moves that are not on the picture, and all of them where there is no picture. */
export function BoardPanel({ session, node, hidden }: { session: Session; node: Node; hidden: boolean }) {
  const { look } = session.variant;
  const { facts } = node;
  const drawn = look !== null && facts.figures !== null;
  return (
    <div class={session.waiting.value ? "board-frame busy" : "board-frame"} aria-busy={session.waiting.value}>
      {drawn ? (
        <Board
          look={look}
          facts={facts}
          hidden={hidden}
          pointed={session.pointed.value}
          play={(move) => void session.play(move)}
          point={(move) => (session.pointed.value = move?.name ?? null)}
        />
      ) : (
        <pre class="text-board">{facts.board}</pre>
      )}
      <MoveChips session={session} moves={facts.moves.filter((move) => !drawn || move.sign.kind === "text")} hidden={hidden} />
    </div>
  );
}
