import type { Move } from "../api";
import { ValueMark } from "../parts/value-mark";
import type { Session } from "../session";

/** Moves as a row of buttons. */
export function MoveChips({ session, moves, hidden }: { session: Session; moves: readonly Move[]; hidden: boolean }) {
  if (moves.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label="Moves">
      {moves.map((move) => (
        <button key={move.name} type="button" class={`chip ${hidden ? "" : move.value}`} data-move={move.name} onClick={() => void session.play(move)}>
          {move.name} {!hidden && <ValueMark outcome={move} />}
        </button>
      ))}
    </div>
  );
}
