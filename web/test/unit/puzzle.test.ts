import { expect, test } from "vitest";
import type { OutcomeCount, Value } from "../../src/api";
import { puzzleState } from "../../src/game/puzzle";
import { grow, line, plant } from "../../src/line-tree";
import { puzzleLevels } from "../../src/study/puzzle-levels";
import { facts } from "./facts";

const task = plant(facts({ position: "start", turn: 1, value: "win", remoteness: 3 }));

test("a puzzle is open until the first move is complete", () => {
  expect(puzzleState(line(task))).toBe("open");
  const half = grow(task, { name: "take", part: true }, facts({ position: "start;take", turn: 1, value: "lose", remoteness: 4 }));
  expect(puzzleState(line(half))).toBe("open");
});

test.each([["lose", 2, "solved"], ["lose", 8, "solved"], ["tie", 2, "missed"], ["win", 1, "missed"]] as const)("a move to %s in %i: %s", (value, remoteness, state) => {
  const moved = grow(task, { name: "a", part: false }, facts({ position: "next", turn: 2, value, remoteness }));
  expect(puzzleState(line(moved))).toBe(state);
});

test("levels divide the wins of the game, whatever their length", () => {
  const wins = (...lengths: number[]) => lengths.map((remoteness): OutcomeCount => ({ value: "win" as Value, remoteness, positions: 1, canonical: null }));
  expect(puzzleLevels(wins(1, 3, 5)).map(({ min, max }) => [min, max])).toEqual([[1, 1], [3, 3], [5, 5]]);
  expect(puzzleLevels(wins(1, 3, 5, 7, 9, 11, 13)).map(({ min, max }) => [min, max])).toEqual([[1, 3], [5, 7], [9, 13]]);
  expect(puzzleLevels(wins(1)).map(({ name }) => name)).toEqual(["Easy"]);
  expect(puzzleLevels([])).toEqual([]);
});
