// Facts about positions for tests: only what the test is about needs to be said.
import type { Move, Position } from "../../src/api";

export function facts(fields: Partial<Position> & { position: string }): Position {
  return { turn: null, board: "", figures: null, over: false, thinking: false, value: "unsolved", remoteness: null, moves: [], ...fields };
}

export function move(fields: Partial<Move> & { name: string }): Move {
  return {
    part: false,
    position: fields.name,
    sign: { kind: "text" },
    value: "unsolved",
    remoteness: null,
    delta: 0,
    childValue: "unsolved",
    childRemoteness: null,
    ...fields,
  };
}
