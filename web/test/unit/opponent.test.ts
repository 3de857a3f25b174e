import { expect, test } from "vitest";
import { chooseMove } from "../../src/opponent";
import { move } from "./facts";

const moves = [
  move({ name: "a", value: "win", remoteness: 3 }),
  move({ name: "b", value: "win", remoteness: 3 }),
  move({ name: "c", value: "win", remoteness: 5 }),
  move({ name: "d", value: "lose", remoteness: 2 }),
];

/** Dice that show these numbers. */
function loaded(...numbers: number[]): () => number {
  return () => numbers.shift()!;
}

test("perfect play takes any of the best moves and no other", () => {
  expect(chooseMove(moves, 0, loaded(0, 0))?.name).toBe("a");
  expect(chooseMove(moves, 0, loaded(0, 0.99))?.name).toBe("b");
});

test("an error is any move, as often as the rate says", () => {
  expect(chooseMove(moves, 0.25, loaded(0.24, 0.99))?.name).toBe("d");
  expect(chooseMove(moves, 0.25, loaded(0.25, 0.99))?.name).toBe("b");
});

test("without moves there is nothing to choose", () => {
  expect(chooseMove([], 0, loaded(0, 0))).toBeUndefined();
});
