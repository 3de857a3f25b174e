import { expect, test } from "vitest";
import type { Look } from "../../src/api";
import { neighbour, placeSigns, viewBox } from "../../src/board/geometry";
import { move } from "./facts";

const look: Look = {
  width: 30,
  height: 30,
  centres: [[5, 5], [15, 5], [25, 5], [5, 15], [15, 15], [25, 15], [5, 25], [15, 25], [25, 25]],
  art: [{ kind: "text", x: -8, y: 5, text: "1", size: 4 }],
  pieces: {},
  moveRadius: 2,
};
const dots = placeSigns(look.centres.map((_, at) => move({ name: String(at), sign: { kind: "dot", at } })), look);

test("arrow keys go to the next sign in their direction", () => {
  const from = dots[4]!;
  const to = (direction: [number, number]) => neighbour(dots, from, direction)?.move.name;
  expect([to([-1, 0]), to([1, 0]), to([0, -1]), to([0, 1])]).toEqual(["3", "5", "1", "7"]);
});

test("arrow keys stop at the edge", () => {
  expect(neighbour(dots, dots[2]!, [1, 0])).toBeNull();
});

test("signs of one place do not cover each other", () => {
  const three = placeSigns(["a", "b", "c"].map((name) => move({ name, sign: { kind: "dot", at: 4 } })), look);
  const distance = Math.hypot(three[0]!.at[0] - three[1]!.at[0], three[0]!.at[1] - three[1]!.at[1]);
  expect(distance).toBeGreaterThan(look.moveRadius * three[0]!.size);
});

test("moves without a place are left to the list", () => {
  expect(placeSigns([move({ name: "pass" })], look)).toEqual([]);
});

test("a picture without labels needs less room", () => {
  const width = (labels: boolean) => Number(viewBox(look, labels).split(" ")[2]);
  expect(width(false)).toBeLessThan(width(true));
});
