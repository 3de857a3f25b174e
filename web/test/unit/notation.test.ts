import { expect, test } from "vitest";
import type { Position } from "../../src/api";
import { figuresOf, learnNotation, withPiece } from "../../src/notation";
import { facts } from "./facts";

/** A board of four cells whose letters stand in any order in the string. */
function example(position: string, order: number[]): Position {
  const cells = order.map((place) => position[place]!);
  return facts({ position, figures: { on: cells.flatMap((letter, centre): [string, number][] => (letter === "-" ? [] : [[letter.toUpperCase(), centre]])), texts: [] } });
}

const texts = ["1_----", "2_x---", "2_-x--", "2_--x-", "2_---x", "1_xo--", "1_-xo-", "1_--xo", "1_o--x", "1_x--o"];

test.each([[[2, 3, 4, 5]], [[5, 4, 3, 2]], [[3, 2, 5, 4]]])("cells written in the order %j are found", (order) => {
  const notation = learnNotation(texts.map((position) => example(position, order)), 4)!;
  expect(notation.places).toEqual(order);
  expect(withPiece(notation, "1_----", 0, "X")[order[0]!]).toBe("x");
  expect(figuresOf(notation, "1_xo--").on).toHaveLength(2);
});

test("a piece that was drawn can be taken away again", () => {
  const notation = learnNotation(texts.map((position) => example(position, [2, 3, 4, 5])), 4)!;
  const put = withPiece(notation, "1_----", 2, "O");
  expect(put).toBe("1_--o-");
  expect(figuresOf(notation, put).on).toEqual([["O", 2]]);
  expect(withPiece(notation, put, 2, "")).toBe("1_----");
});

test("positions that are not written cell by cell have no such rule", () => {
  const counted = ["3,0", "2,1", "1,2"].map((position, index) => facts({ position, figures: { on: [["X", index]], texts: [] } }));
  expect(learnNotation([...counted, facts({ position: "10,0", figures: { on: [], texts: [] } })], 4)).toBeNull();
});

test("where two letters fit equally well, nothing is guessed", () => {
  const twins = ["a--", "bxx", "cxx", "d--"].map((position) => facts({ position, figures: { on: position[1] === "x" ? [["X", 0]] : [], texts: [] } }));
  expect(learnNotation(twins, 1)).toBeNull();
});
