import { describe, expect, test } from "vitest";
import { formatRoute, parseRoute, playRoute, type Route } from "../../src/route";

describe("addresses", () => {
  const routes: Route[] = [
    { page: "home" },
    { page: "study", game: "quixo", variant: "4x4" },
    playRoute("tictactoe", "regular"),
    playRoute("xiangqi", "5", "4k4/9/9 w 0;x?&=#", true),
    { page: "play", game: "nim", variant: "3_4_5-misere", from: null, moves: ["a1", "b2-c3", "10~2", "x + y", "é%"], at: 3, puzzle: false },
  ];
  test.each(routes)("say what they stand for: %j", (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  test("stay readable for ordinary moves", () => {
    const route: Route = { page: "play", game: "tictactoe", variant: "regular", from: null, moves: ["b2", "a1"], at: 2, puzzle: false };
    expect(formatRoute(route)).toBe("#/play/tictactoe/regular?moves=b2~a1");
  });

  test("without a place on the line mean its end", () => {
    expect(parseRoute("#/play/a/b?moves=x~y")).toMatchObject({ moves: ["x", "y"], at: 2 });
  });

  test.each(["99", "-1", "1.5", "zzz"])("with a wrong place %s mean the end of the line", (at) => {
    expect(parseRoute(`#/play/a/b?moves=x~y&at=${at}`)).toMatchObject({ at: 2 });
  });

  test.each(["#/nowhere", "#/play/tictactoe", "#/play/a/b/c", "#/play/%E0%A4%A/b", "#/play/a/b?moves=%zz"])("that mean nothing are unknown: %s", (address) => {
    expect(parseRoute(address)).toEqual({ page: "unknown", address });
  });

  test("that are empty lead home", () => {
    expect(parseRoute("")).toEqual({ page: "home" });
    expect(parseRoute("#/")).toEqual({ page: "home" });
  });
});
