import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/api";
import { compareOutcomes, judge, prediction } from "../../src/outcome";

const win = (remoteness: number): Outcome => ({ value: "win", remoteness });
const lose = (remoteness: number): Outcome => ({ value: "lose", remoteness });
const tie = (remoteness: number): Outcome => ({ value: "tie", remoteness });
const draw: Outcome = { value: "draw", remoteness: null };
const unsolved: Outcome = { value: "unsolved", remoteness: null };

test("outcomes are ordered: win soon, tie soon, draw, lose late", () => {
  const ordered = [win(1), win(9), tie(2), tie(8), draw, lose(8), lose(0), unsolved];
  expect(ordered.toReversed().toSorted(compareOutcomes)).toEqual(ordered);
});

describe("a prediction", () => {
  const names = ["Blue", "Red"] as const;
  test.each([
    [win(7), 1, false, "Blue wins in 7"],
    [lose(4), 1, false, "Red wins in 4"],
    [lose(0), 2, true, "Blue has won"],
    [tie(5), 2, false, "A tie in 5"],
    [tie(0), 2, true, "The game is a tie"],
    [draw, 1, false, "A draw: nobody can force an end"],
    [unsolved, 1, false, "Nobody knows yet"],
  ] as const)("of %j with player %i to move, over: %s, is: %s", (outcome, turn, over, words) => {
    expect(prediction(outcome, turn, over, names)).toBe(words);
  });
});

test("a move is judged by what it was worth to the mover", () => {
  expect(judge(win(5), win(5))).toBe("best");
  expect(judge(win(5), win(7))).toBe("slow");
  expect(judge(win(5), tie(7))).toBe("blunder");
  expect(judge(draw, lose(3))).toBe("blunder");
  expect(judge(lose(6), lose(4))).toBe("slow");
  expect(judge(unsolved, unsolved)).toBe("unknown");
});
