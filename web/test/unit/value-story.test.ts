import { expect, test } from "vitest";
import { tell } from "../../src/game/value-story";
import { grow, line, plant } from "../../src/line-tree";
import { facts } from "./facts";

test("a blunder is noticed, and who profits from it", () => {
  let tree = plant(facts({ position: "start", turn: 1, value: "tie", remoteness: 9 }));
  tree = grow(tree, { name: "a", part: false }, facts({ position: "1", turn: 2, value: "tie", remoteness: 8 }));
  tree = grow(tree, { name: "b", part: false }, facts({ position: "2", turn: 1, value: "win", remoteness: 5 }));
  const chapters = tell(line(tree));
  expect(chapters.map((chapter) => chapter.judgement)).toEqual(["unknown", "best", "blunder"]);
  expect(chapters.map((chapter) => chapter.mover)).toEqual([null, 1, 2]);
  expect(chapters.map((chapter) => chapter.winning)).toEqual([null, null, 1]);
});

test("the parts of a move make one chapter", () => {
  let tree = plant(facts({ position: "start", turn: 1, value: "win", remoteness: 3 }));
  tree = grow(tree, { name: "take", part: true }, facts({ position: "start;take", turn: 1, value: "win", remoteness: 3 }));
  tree = grow(tree, { name: "put", part: false }, facts({ position: "next", turn: 2, value: "lose", remoteness: 2 }));
  const chapters = tell(line(tree));
  expect(chapters.map((chapter) => chapter.parts.map((node) => node.move))).toEqual([[null], ["take", "put"]]);
  expect(chapters[1]!.judgement).toBe("best");
});

test("a part that spoils the win is a blunder before the move is complete", () => {
  let tree = plant(facts({ position: "start", turn: 1, value: "win", remoteness: 3 }));
  tree = grow(tree, { name: "take", part: true }, facts({ position: "start;take", turn: 1, value: "lose", remoteness: 4 }));
  expect(tell(line(tree)).at(-1)!.judgement).toBe("blunder");
});
