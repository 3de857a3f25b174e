// The JSON of `/api/v1/` and the only place that talks to the server. Types mirror what the server sends, field by field.

export type Value = "win" | "lose" | "tie" | "draw" | "unsolved";
export type Status = "solved" | "part" | "unsolved";
export type Player = 1 | 2;

/** A value with its remoteness: `null` for draws and for what is not solved. */
export interface Outcome {
  value: Value;
  remoteness: number | null;
}

export type Point = [number, number];
export type ArtStyle = "board" | "cell" | "cell2" | "line" | "mark" | "soft";
export type Art =
  | { kind: "rect"; x: number; y: number; w: number; h: number; style: ArtStyle }
  | { kind: "line"; points: Point[]; style: ArtStyle }
  | { kind: "circle"; x: number; y: number; r: number; style: ArtStyle }
  | { kind: "text"; x: number; y: number; text: string; size: number };

export type Shape = "disc" | "ring" | "square" | "cross" | "diamond" | "triangle" | "star" | "letter" | "bar" | "person";
export type PieceColour = "first" | "second" | "neutral" | "dark" | "light" | "accent";
export interface Piece {
  shape: Shape;
  colour: PieceColour;
  letter: string | null;
  /** Diameter in the units of the look. */
  scale: number;
}

/** How a variant is drawn: everything that does not change from position to position. */
export interface Look {
  width: number;
  height: number;
  centres: Point[];
  art: Art[];
  pieces: Record<string, Piece>;
  moveRadius: number;
}

/** What stands on the board: piece keys and texts at numbers of centres. */
export interface Figures {
  on: [piece: string, centre: number][];
  texts: { at: number; text: string }[];
}

/** How a move is shown on the board. */
export type Sign =
  | { kind: "dot"; at: number }
  | { kind: "piece"; at: number; piece: string }
  | { kind: "arrow"; from: number; to: number }
  | { kind: "line"; from: number; to: number }
  | { kind: "letter"; at: number; text: string }
  | { kind: "text" };

export interface Move extends Outcome {
  name: string;
  /** Leads to an intermediate state of a move with several parts. */
  part: boolean;
  position: string;
  sign: Sign;
  /** How much slower than the best move of the same value. */
  delta: number;
  childValue: Value;
  childRemoteness: number | null;
}

export interface Position extends Outcome {
  position: string;
  turn: Player | null;
  board: string;
  figures: Figures | null;
  over: boolean;
  /** Whether values that are missing are still being looked for. */
  thinking: boolean;
  /** Best first. */
  moves: Move[];
}

export interface VariantSummary {
  id: string;
  about: string;
  status: Status;
  positions: number | null;
  /** Of the start. */
  value: Value | null;
  remoteness: number | null;
  /** Endgames; they have no start in common, and so no value. */
  collection: boolean;
  /** `null` where it is not known in advance. */
  loopy: boolean | null;
}

export interface GameSummary {
  id: string;
  name: string;
  variants: VariantSummary[];
  open: { pattern: string; about: string } | null;
  thumbnail: { look: Look; figures: Figures } | null;
}

export interface Game extends GameSummary {
  rules: string;
}

export interface Variant {
  game: string;
  variant: string;
  name: string;
  title: string;
  about: string;
  /** Of a collection, an example. */
  start: string;
  collection: boolean;
  players: { name: string; colour: string }[];
  look: Look | null;
  status: Status;
  positions: number | null;
  slots: number | null;
  loopy: boolean | null;
  /** Small enough to be solved by this server. */
  solvable: boolean;
  command: string;
  rules: string;
}

export interface OutcomeCount extends Outcome {
  positions: number;
  canonical: number | null;
}
export interface Tier {
  name: string;
  positions: number;
  values?: Partial<Record<Value, number>>;
}
export interface Longest extends Outcome {
  position: string;
}
export interface Analysis {
  positions: number;
  canonical: number | null;
  /** Moves per position, on the average. */
  branching?: number | null;
  byOutcome: OutcomeCount[];
  tiers: Tier[];
  longest: Longest[];
}
export type AnalysisAnswer = { status: "ready"; analysis: Analysis } | { status: "none" } | { status: "working" };

export interface Found extends Outcome {
  position: string;
  /** Only of puzzles. */
  difficulty?: number;
  solution?: string;
}

export interface Search {
  value: Value | "any";
  min?: number;
  max?: number;
  limit?: number;
  seed?: number;
  puzzle?: boolean;
}

export interface Progress {
  done: number;
  total: number | null;
  phase: string;
  secondsLeft: number | null;
}

/** Why the server did not give an answer, as a sentence for the user. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** `null` if there was no answer at all. */
    readonly status: number | null,
  ) {
    super(message);
  }
}

const PATIENCE_MS = 15_000;
const BASE = "api/v1/games";

/** Asks the server, and gives up after a while: whoever waits gets an answer or an `ApiError`. */
async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(BASE + path, { ...init, signal: patience.signal });
    body = await response.json();
  } catch (error) {
    throw silence(error);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) {
    const told = (body as { error?: unknown } | null)?.error;
    throw new ApiError(typeof told === "string" ? told : `The server answered with status ${response.status}.`, response.status);
  }
  return body as T;
}

function silence(error: unknown): ApiError {
  if (error instanceof DOMException && error.name === "AbortError") {
    return new ApiError("The server takes too long to answer.", null);
  }
  if (error instanceof SyntaxError) {
    return new ApiError("The server sent something that is not an answer.", null);
  }
  return new ApiError("The server does not answer. Is it still running?", null);
}

function query(fields: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? "" : `?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join("&")}`;
}

const path = (...parts: string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join("");

export async function games(): Promise<GameSummary[]> {
  return (await ask<{ games: GameSummary[] }>("")).games;
}

export function game(id: string): Promise<Game> {
  return ask(path(id));
}

export function variant(game: string, variant: string): Promise<Variant> {
  return ask(path(game, variant));
}

/** Without a position: the start. */
export function position(game: string, variant: string, position?: string): Promise<Position> {
  return ask(`${path(game, variant)}/position${query({ p: position })}`);
}

/** At most 100 at once; what the server refuses is left out. */
export async function positions(game: string, variant: string, positions: string[]): Promise<Position[]> {
  const answer = await ask<{ positions: (Position | { position: string; error: string })[] }>(
    `${path(game, variant)}/positions`,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ positions }) },
  );
  return answer.positions.filter((each): each is Position => !("error" in each));
}

export async function randomPosition(game: string, variant: string, seed: number): Promise<string> {
  return (await ask<{ position: string }>(`${path(game, variant)}/random${query({ seed })}`)).position;
}

export function analysis(game: string, variant: string): Promise<AnalysisAnswer> {
  return ask(`${path(game, variant)}/analysis`);
}

/** The address of a download. */
export function analysisFile(game: string, variant: string, format: "csv" | "json"): string {
  return `${BASE}${path(game, variant)}/analysis${format === "csv" ? "?format=csv" : ""}`;
}

export async function search(game: string, variant: string, wanted: Search): Promise<Found[]> {
  const { value, puzzle, ...rest } = wanted;
  const fields = { ...rest, value: value === "any" ? undefined : value, puzzle: puzzle ? 1 : undefined };
  return (await ask<{ positions: Found[] }>(`${path(game, variant)}/search${query(fields)}`)).positions;
}

export function solve(game: string, variant: string): Promise<{ status: string }> {
  return ask(`${path(game, variant)}/solve`, { method: "POST" });
}

export interface SolveListener {
  progress(progress: Progress): void;
  done(outcome: Outcome): void;
  failed(reason: string): void;
}

/** Follows a solve until it is done or has failed; returns what stops following. */
export function followSolve(game: string, variant: string, listener: SolveListener): () => void {
  const events = new EventSource(`${BASE}${path(game, variant)}/progress`);
  const read = (event: Event) => JSON.parse((event as MessageEvent<string>).data);
  events.addEventListener("progress", (event) => listener.progress(read(event)));
  events.addEventListener("done", (event) => {
    events.close();
    listener.done(read(event));
  });
  events.addEventListener("failed", (event) => {
    events.close();
    listener.failed(read(event).error);
  });
  // A browser would ask again for ever; a person wants to know.
  events.onerror = () => {
    events.close();
    listener.failed("The connection to the server was lost.");
  };
  return () => events.close();
}
