import type { Session } from "../session";

/** The task of a puzzle, and whether the first move solved it. Parts of a move are judged when the move is complete. */
export function PuzzleLine({ session }: { session: Session }) {
  const nodes = session.line.value;
  const first = nodes.findIndex((node, index) => index > 0 && !node.intermediate);
  const tried = first > 0 && nodes.findIndex((node) => node.id === session.tree.value?.at) >= first;
  if (!tried) return <p class="puzzle">Puzzle: exactly one move wins. Which?</p>;
  return nodes[first]!.facts.value === "lose" ? (
    <p class="puzzle right">Right, that wins.</p>
  ) : (
    <p class="puzzle wrong">
      That does not win. <button type="button" onClick={session.toBeginning}>Try again</button>
    </p>
  );
}
