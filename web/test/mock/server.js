// A small server with the same JSON as the real one, for developing the page and for failures that the real one does not have.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { hexapawn, ticTacToe } from "./games.js";
import { best, compare, solve, worth } from "./solver.js";

const DIST = new URL("../../dist/", import.meta.url);
// The same as that of the real server, in crates/server/src/headers.rs.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", txt: "text/plain" };

function variants() {
  const small = (id, about, rules) => ({ id, about, rules, known: solve(rules), solvable: true });
  return {
    tictactoe: { name: "Tic-tac-toe", variants: [small("regular", "three in a row", ticTacToe())] },
    hexapawn: {
      name: "Hexapawn",
      variants: [
        small("3x3", "three pawns each", hexapawn(3, 3)),
        { id: "4x4", about: "four pawns each", rules: hexapawn(4, 4), known: null, solvable: true },
        { id: "8x8", about: "eight pawns each", rules: hexapawn(8, 8), known: null, solvable: false },
      ],
    },
  };
}

/** `faults.hang`: never answer; `faults.failSolve`: a solve ends with an error. Both can be changed while it runs. */
export function startMock(port = 0, faults = {}) {
  const games = variants();
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://mock");
    if (url.pathname.startsWith("/api/")) {
      if (faults.hang) return;
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => answer(games, faults, request.method, url, body, response));
    } else {
      sendFile(url.pathname === "/" ? "index.html" : url.pathname.slice(1), response);
    }
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve({
      url: `http://127.0.0.1:${server.address().port}/`,
      faults,
      stop: () => new Promise((stopped) => {
        server.close(stopped);
        server.closeAllConnections();
      }),
    }));
  });
}

function sendFile(name, response) {
  const file = new URL(name, DIST);
  if (!existsSync(file)) return send(response, 404, { error: "There is no such file." });
  const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
  response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": POLICY });
  createReadStream(file).pipe(response);
}

function send(response, status, body) {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

function answer(games, faults, method, url, body, response) {
  const [, , , , gameId, variantId, what] = url.pathname.split("/").map(decodeURIComponent);
  if (gameId === undefined) return send(response, 200, { games: Object.keys(games).map((id) => gameSummary(id, games[id])) });
  const game = games[gameId];
  if (!game) return send(response, 404, { error: `There is no game called ${gameId}.` });
  if (variantId === undefined) return send(response, 200, { ...gameSummary(gameId, game), rules: RULES });
  const variant = game.variants.find(({ id }) => id === variantId);
  if (!variant) return send(response, 404, { error: `${game.name} has no variant called ${variantId}.` });

  const query = url.searchParams;
  switch (what) {
    case undefined:
      return send(response, 200, describe(gameId, game, variant));
    case "position": {
      const found = position(variant, query.get("p") ?? variant.rules.start);
      return send(response, found.error ? 400 : 200, found);
    }
    case "positions":
      return send(response, 200, { positions: JSON.parse(body).positions.map((p) => position(variant, p)) });
    case "random": {
      const all = [...solve(variant.rules).keys()];
      return send(response, 200, { position: all[Number(query.get("seed")) % all.length] });
    }
    case "analysis":
      return sendAnalysis(variant, query, response);
    case "search":
      return send(response, 200, { positions: search(variant, query) });
    case "solve":
      if (!variant.solvable) return send(response, 400, { error: "This is too large to be solved here." });
      return send(response, 202, { status: "solving" });
    case "progress":
      return sendProgress(variant, faults, response);
    default:
      return send(response, 404, { error: "There is no such address." });
  }
}

const RULES = "## Aim\nGet *three in a row*, or reach the **last row**.\n\n- Players take turns.\n- `a1` is at the bottom left.\n\n<b>no html</b>";

function gameSummary(id, game) {
  const { look, figures, start } = game.variants[0].rules;
  return {
    id,
    name: game.name,
    variants: game.variants.map((variant) => ({
      id: variant.id,
      about: variant.about,
      status: variant.known ? "solved" : "unsolved",
      positions: variant.known?.size ?? null,
      value: variant.known?.get(variant.rules.start).value ?? null,
      remoteness: variant.known?.get(variant.rules.start).remoteness ?? null,
      collection: false,
      loopy: false,
    })),
    open: null,
    thumbnail: { look, figures: figures(start) },
  };
}

function describe(gameId, game, variant) {
  return {
    game: gameId,
    variant: variant.id,
    name: game.name,
    title: `${game.name}, ${variant.about}`,
    about: variant.about,
    start: variant.rules.start,
    players: [{ name: "Blue", colour: "#0072b2" }, { name: "Red", colour: "#d55e00" }],
    look: variant.rules.look,
    status: variant.known ? "solved" : "unsolved",
    positions: variant.known?.size ?? null,
    slots: null,
    collection: false,
    loopy: false,
    solvable: variant.solvable,
    command: `zermelo solve ${gameId}/${variant.id}`,
    rules: RULES,
  };
}

const UNSOLVED = { value: "unsolved", remoteness: null };

/** A position, or a state in the middle of a move: `position;part;part`. */
function position({ rules, known }, text) {
  const [p, ...done] = text.split(";");
  if (!rules.valid(p)) return { position: text, error: `“${p}” is not a position of this game.` };
  const over = rules.end(p) !== null;
  const complete = (over ? [] : rules.moves(p)).filter((move) => done.every((name, index) => move.parts[index]?.name === name));
  if (done.length > 0 && complete.length === 0) return { position: text, error: `There is no such move in ${p}.` };

  const outcomes = (moves) => (known ? best(moves.map(({ child }) => worth(outcomeOf(known, rules, child)))) : UNSOLVED);
  const choices = Map.groupBy?.(complete, (move) => move.parts[done.length].name) ?? group(complete, (move) => move.parts[done.length].name);
  const moves = [...choices.entries()].map(([name, together]) => {
    const { parts, child } = together[0];
    const part = done.length + 1 < parts.length;
    const outcome = outcomes(together);
    const after = part ? outcome : known ? outcomeOf(known, rules, child) : UNSOLVED;
    return {
      name,
      part,
      position: part ? `${text};${name}` : child,
      sign: parts[done.length].sign,
      ...outcome,
      delta: 0,
      childValue: after.value,
      childRemoteness: after.remoteness,
    };
  });
  if (known) moves.sort(compare);
  for (const move of moves) {
    const first = moves.find((other) => other.value === move.value);
    move.delta = Math.abs((move.remoteness ?? 0) - (first.remoteness ?? 0));
  }
  const outcome = !known ? UNSOLVED : over ? { value: rules.end(p), remoteness: 0 } : outcomes(complete);
  return { position: text, turn: rules.turn(p), board: rules.board(p), figures: rules.figures(p), over, thinking: false, ...outcome, moves };
}

/** Positions that cannot be reached are legal to ask for, too. */
function outcomeOf(known, rules, p) {
  return known.get(p) ?? solve({ ...rules, start: p }).get(p);
}

function group(list, key) {
  const groups = new Map();
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

function sendAnalysis({ known }, query, response) {
  if (!known) return send(response, 200, { status: "none" });
  const counts = group([...known.values()], ({ value, remoteness }) => `${value} ${remoteness}`);
  const byOutcome = [...counts.values()].map((all) => ({ ...all[0], positions: all.length, canonical: null }));
  if (query.get("format") === "csv") {
    response.writeHead(200, { "Content-Type": "text/csv" });
    response.end(["value,remoteness,positions", ...byOutcome.map((row) => `${row.value},${row.remoteness},${row.positions}`)].join("\n"));
    return;
  }
  const longest = ["win", "lose", "tie"].flatMap((value) => {
    const all = [...known].filter(([, outcome]) => outcome.value === value).sort(([, a], [, b]) => b.remoteness - a.remoteness);
    return all.slice(0, 2).map(([p, outcome]) => ({ ...outcome, position: p }));
  });
  const tiers = [...group([...known.keys()], (p) => p.split("-").length - 1)].map(([name, all]) => ({ name: `${name} empty`, positions: all.length }));
  send(response, 200, { status: "ready", analysis: { positions: known.size, canonical: null, byOutcome, tiers, longest } });
}

function search({ known, rules }, query) {
  const [min, max, limit, value] = [Number(query.get("min") ?? 0), Number(query.get("max") ?? 1e9), Number(query.get("limit") ?? 20), query.get("value")];
  const wins = (p) => rules.moves(p).filter(({ child }) => known.get(child).value === "lose");
  return [...known]
    .filter(([, outcome]) => (value === null || outcome.value === value) && outcome.remoteness >= min && outcome.remoteness <= max)
    .filter(([p]) => query.get("puzzle") !== "1" || wins(p).length === 1)
    .slice(0, limit)
    .map(([p, outcome]) => ({ position: p, ...outcome, difficulty: outcome.remoteness }));
}

function sendProgress(variant, faults, response) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  const event = (name, data) => response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  let done = 0;
  const timer = setInterval(() => {
    done += 25;
    if (done <= 100) return event("progress", { done, total: 100, phase: "exploring", secondsLeft: (100 - done) / 100 });
    clearInterval(timer);
    if (faults.failSolve) event("failed", { error: "The disk is full." });
    else {
      variant.known = solve(variant.rules);
      event("done", { status: "solved", ...variant.known.get(variant.rules.start) });
    }
    response.end();
  }, 150);
}
