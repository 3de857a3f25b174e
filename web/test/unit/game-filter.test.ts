import { expect, test } from "vitest";
import type { GameSummary } from "../../src/api";
import { matches } from "../../src/home/game-filter";

const nim: GameSummary = {
  id: "nim",
  name: "Nim",
  variants: [{ id: "3_4_5-misere", about: "taking the last loses", status: "unsolved", positions: null, value: null, remoteness: null, collection: false, loopy: false }],
  open: null,
  thumbnail: null,
};

test("every word must be in the name or in a variant", () => {
  expect(matches(nim, "", "all")).toBe(true);
  expect(matches(nim, "NIM misere", "all")).toBe(true);
  expect(matches(nim, "nim quixo", "all")).toBe(false);
});

test("filters look at the variants", () => {
  expect(matches(nim, "", "loop-free")).toBe(true);
  expect(matches(nim, "", "loopy")).toBe(false);
  expect(matches(nim, "", "solved")).toBe(false);
});
