// What the address says: the page, the game, and the whole line that was played, so that a link reproduces it.
// Everything is behind the `#`, so the server needs to know one page only.

export interface PlayRoute {
  page: "play";
  game: string;
  variant: string;
  /** The position in which the line begins; `null` for the start of the game. */
  from: string | null;
  /** Names of the moves of the line. */
  moves: string[];
  /** How many of them have been played at the position shown; the others can be redone. */
  at: number;
  /** A position in which the right move is to be found. */
  puzzle: boolean;
}
export interface StudyRoute {
  page: "study";
  game: string;
  variant: string;
}
export type Route = { page: "home" } | PlayRoute | StudyRoute | { page: "unknown"; address: string };

/** Between moves. It is not escaped in addresses by browsers, so links stay readable; in names it is escaped. */
const SEPARATOR = "~";

export function parseRoute(hash: string): Route {
  const unknown: Route = { page: "unknown", address: hash };
  const [path = "", search = ""] = split(hash.replace(/^#\/?/, ""), "?");
  try {
    const [page = "", game, variant, ...rest] = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
    if (page === "") return { page: "home" };
    if (game === undefined || variant === undefined || rest.length > 0) return unknown;
    if (page === "study") return { page, game, variant };
    if (page !== "play") return unknown;

    const fields = new Map(search.split("&").map((pair) => split(pair, "=")));
    const from = fields.get("from");
    const moves = (fields.get("moves") ?? "").split(SEPARATOR).filter((name) => name !== "").map(decodeURIComponent);
    return {
      page,
      game,
      variant,
      from: from === undefined ? null : decodeURIComponent(from),
      moves,
      at: clampedInteger(fields.get("at"), moves.length),
      puzzle: fields.get("puzzle") === "1",
    };
  } catch {
    // `decodeURIComponent` throws on a broken escape.
    return unknown;
  }
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "home":
      return "#/";
    case "unknown":
      return route.address;
    case "study":
      return `#/study/${escape(route.game)}/${escape(route.variant)}`;
    case "play": {
      const fields: string[] = [];
      if (route.from !== null) fields.push(`from=${escape(route.from)}`);
      if (route.moves.length > 0) fields.push(`moves=${route.moves.map(escape).join(SEPARATOR)}`);
      if (route.at < route.moves.length) fields.push(`at=${route.at}`);
      if (route.puzzle) fields.push("puzzle=1");
      const search = fields.length === 0 ? "" : `?${fields.join("&")}`;
      return `#/play/${escape(route.game)}/${escape(route.variant)}${search}`;
    }
  }
}

/** A game from its beginning, or from the given position. */
export function playRoute(game: string, variant: string, from: string | null = null, puzzle = false): PlayRoute {
  return { page: "play", game, variant, from, moves: [], at: 0, puzzle };
}

function split(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(SEPARATOR, "%7E");
}

function clampedInteger(text: string | undefined, most: number): number {
  const number = Number(text ?? most);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : most;
}
