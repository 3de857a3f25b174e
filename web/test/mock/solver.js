// Plain minimax for games without circles: the values of the mock are computed, not made up.

/**
 * A game is `{ start, turn(p), end(p), moves(p) }`; `end` gives the value of a finished position, or null, and `moves`
 * gives `{ parts: [{ name, sign }], child }`.
 */
export function solve(game) {
  const known = new Map();
  const outcome = (p) => {
    const before = known.get(p);
    if (before) return before;
    const value = game.end(p);
    const found = value ? { value, remoteness: 0 } : best(game.moves(p).map(({ child }) => worth(outcome(child))));
    known.set(p, found);
    return found;
  };
  outcome(game.start);
  return known;
}

const TURNED = { win: "lose", lose: "win", tie: "tie" };
const RANK = { win: 0, tie: 1, lose: 2 };

/** What a child is worth to the one who moves there. */
export function worth({ value, remoteness }) {
  return { value: TURNED[value], remoteness: remoteness + 1 };
}

export function compare(a, b) {
  const sooner = a.remoteness - b.remoteness;
  return RANK[a.value] - RANK[b.value] || (a.value === "lose" ? -sooner : sooner);
}

export function best(outcomes) {
  return outcomes.toSorted(compare)[0];
}
