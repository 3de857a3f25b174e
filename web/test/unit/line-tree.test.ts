import { describe, expect, test } from "vitest";
import { alternatives, current, goTo, grow, learn, line, plant, redo, undo, type LineTree } from "../../src/line-tree";
import { facts } from "./facts";

const play = (tree: LineTree, name: string, part = false) => grow(tree, { name, part }, facts({ position: `after ${name}` }));
const names = (tree: LineTree) => line(tree).map((node) => node.move);

describe("a tree of lines", () => {
  const two = play(play(plant(facts({ position: "start" })), "a"), "b");

  test("has the moves in the order in which they were played", () => {
    expect(names(two)).toEqual([null, "a", "b"]);
    expect(current(two).facts.position).toBe("after b");
  });

  test("keeps undone moves for redo", () => {
    const undone = undo(undo(two));
    expect(current(undone).move).toBeNull();
    expect(names(undone)).toEqual([null, "a", "b"]);
    expect(current(redo(redo(undone))).move).toBe("b");
  });

  test("stays as it is when there is nothing to undo or redo", () => {
    const root = plant(facts({ position: "start" }));
    expect(undo(root)).toBe(root);
    expect(redo(two)).toBe(two);
  });

  test("learns more about the position shown and keeps everything else", () => {
    const wiser = learn(undo(two), facts({ position: "after a", value: "win" }));
    expect(current(wiser).facts.value).toBe("win");
    expect(names(wiser)).toEqual([null, "a", "b"]);
    expect(current(two).facts.value).toBe("unsolved");
  });

  test("branches when another move is played, and forgets nothing", () => {
    const branched = play(undo(two), "c");
    expect(names(branched)).toEqual([null, "a", "c"]);
    const [old] = alternatives(branched, current(branched));
    expect(old?.move).toBe("b");
    expect(names(goTo(branched, old!.id))).toEqual([null, "a", "b"]);
  });

  test("does not grow when a known move is played again", () => {
    const again = play(undo(two), "b");
    expect(again.nodes.length).toBe(two.nodes.length);
    expect(current(again).move).toBe("b");
  });

  test("redoes the branch that was visited last", () => {
    const branched = play(undo(two), "c");
    const back = undo(goTo(branched, alternatives(branched, current(branched))[0]!.id));
    expect(current(redo(back)).move).toBe("b");
  });

  test("changes the turn after a move but not after a part of one", () => {
    const parts = play(play(plant(facts({ position: "start" })), "choose", true), "put");
    expect(line(parts).map((node) => node.turn)).toEqual([1, 1, 2]);
    expect(line(parts).map((node) => node.intermediate)).toEqual([false, true, false]);
  });

  test("believes the server about the turn", () => {
    const passed = grow(plant(facts({ position: "start", turn: 2 })), { name: "a", part: false }, facts({ position: "x", turn: 2 }));
    expect(line(passed).map((node) => node.turn)).toEqual([2, 2]);
  });
});
