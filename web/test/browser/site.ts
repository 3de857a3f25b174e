// The server that the tests visit: the real program, or the mock where a test needs a failure that the real one does not have.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startMock } from "../mock/server.js";

/** `ZERMELO=mock` runs everything against the mock: enough for work on the page alone. */
const PROGRAM = process.env.ZERMELO ?? "../target/debug/zermelo";
const MOCK = PROGRAM === "mock";

/** The games that the tests use. */
export const GAMES = {
  plain: "tictactoe/regular",
  multipart: MOCK ? "hexapawn/3x3" : "lgame/regular",
  unsolved: MOCK ? "hexapawn/4x4" : "shifttactoe/default",
  large: MOCK ? "hexapawn/8x8" : "quixo/5x5",
};

export interface Site {
  url: string;
  stop(): Promise<void>;
  /** Again at the same address, with the same databases. */
  start(): Promise<void>;
  /** Stops, and removes the databases. */
  end(): Promise<void>;
}

/** A site on which the plain and the multipart game are solved and nothing else. */
export async function openSite(): Promise<Site> {
  return MOCK ? openMock() : openProgram();
}

async function openMock(): Promise<Site> {
  let mock = await startMock();
  const port = Number(new URL(mock.url).port);
  return {
    url: mock.url,
    stop: () => mock.stop(),
    start: async () => {
      mock = await startMock(port);
    },
    end: () => mock.stop(),
  };
}

async function openProgram(): Promise<Site> {
  if (!existsSync(PROGRAM)) throw new Error(`There is no ${PROGRAM}. Build it with “cargo build”, or set ZERMELO.`);
  const data = mkdtempSync(join(tmpdir(), "zermelo-page-"));
  for (const game of [GAMES.plain, GAMES.multipart]) await promisify(execFile)(PROGRAM, ["solve", game, "--data", data]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  let process_: ChildProcess | null = null;
  const site: Site = {
    url,
    async start() {
      process_ = spawn(PROGRAM, ["serve", "--port", String(port), "--data", data], { stdio: "ignore" });
      await answers(`${url}healthz`);
      // The first list of games looks at every game, which takes long without optimisation; tests are not about that.
      await answers(`${url}api/v1/games`);
    },
    async stop() {
      const running = process_;
      process_ = null;
      if (running === null) return;
      const exited = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGTERM");
      await exited;
    },
    async end() {
      await site.stop();
      rmSync(data, { recursive: true });
    },
  };
  await site.start();
  return site;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(url).then((response) => response.ok, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server at ${url} did not start.`);
}
