import type { Session } from "../session";
import { puzzleState } from "./puzzle";

/** The task of a puzzle, and whether the first move solved it. */
export function PuzzleLine({ session }: { session: Session }) {
  switch (puzzleState(session.path.value)) {
    case "open":
      return <p class="puzzle">Puzzle: exactly one move wins. Which?</p>;
    case "solved":
      return <p class="puzzle right">Right, that wins.</p>;
    case "missed":
      return (
        <p class="puzzle wrong">
          That does not win. <button type="button" onClick={session.toBeginning}>Try again</button>
        </p>
      );
  }
}
