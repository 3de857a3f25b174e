// Playing on the real site with the mouse.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { screenshot } from "./screenshot";
import { GAMES, openSite, type Site } from "./site";
import { openBrowser, visit, type Visitor } from "./visitor";

let site: Site;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.end();
});
beforeEach(async () => {
  visitor = await visit(browser, site.url);
});
afterEach(() => visitor.leave());

const PLAY = `#/play/${GAMES.plain}`;
const CELLS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

/** Positions are written row by row from the top. */
function after(moves: string[]): string {
  const cells = [..."---------"];
  moves.forEach((move, index) => (cells[CELLS.indexOf(move)] = index % 2 === 0 ? "x" : "o"));
  return cells.join("");
}

async function play(moves: string[], from: string[] = []): Promise<void> {
  for (let count = 1; count <= moves.length; count += 1) {
    await visitor.click(moves[count - 1]!);
    await visitor.arrives(after([...from, ...moves.slice(0, count)]));
  }
}

test("tic-tac-toe is played to the end by clicking", async () => {
  await visitor.open(PLAY);
  expect(await visitor.prediction()).toBe("A tie in 9");
  await play(["b2", "b3", "a1", "c3"]);
  await screenshot(visitor.page, "game");
  await play(["a3", "c1", "a2"], ["b2", "b3", "a1", "c3"]);
  expect(await visitor.prediction()).toBe("Blue has won");
  expect(await visitor.page.locator(".sign").count()).toBe(0);
  // The answer on the edge was the mistake.
  expect(await visitor.page.locator(".remark.blunder").count()).toBe(1);
});

test("the values of the moves are on the board and in the table", async () => {
  await visitor.open(`${PLAY}?moves=b2~b3`);
  await visitor.arrives(after(["b2", "b3"]));
  const labels = await visitor.page.locator(".sign").evaluateAll((signs) => signs.map((sign) => sign.getAttribute("aria-label")));
  expect(labels).toContain("a1, win in 5");
  const rows = visitor.page.locator(".moves tbody tr");
  expect(await rows.count()).toBe(7);
  expect(await rows.first().innerText()).toContain("win in 5");
  await visitor.page.getByRole("button", { name: "Worth" }).click();
  expect(await rows.first().innerText()).toContain("tie in 7");
});

test("undo, redo and another branch, and back to the first", async () => {
  const { page } = visitor;
  await visitor.open(PLAY);
  await play(["b2", "a1"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await visitor.arrives(after(["b2"]));
  await page.getByRole("button", { name: "Redo" }).click();
  await visitor.arrives(after(["b2", "a1"]));
  await page.getByRole("button", { name: "Undo" }).click();
  await play(["c1"], ["b2"]);
  await page.locator(".branch", { hasText: "a1" }).click();
  await visitor.arrives(after(["b2", "a1"]));
  await page.getByRole("button", { name: "To the beginning" }).click();
  await visitor.arrives("---------");
  await page.locator(".stop").last().click();
  await visitor.arrives(after(["b2", "a1"]));
});

test("a link reproduces the line and the place on it", async () => {
  await visitor.open(PLAY);
  await play(["b2", "a1", "c1"]);
  await visitor.page.getByRole("button", { name: "Undo" }).click();
  await visitor.arrives(after(["b2", "a1"]));
  const address = visitor.page.url();
  const guest = await visit(browser, site.url);
  await guest.page.goto(address);
  await guest.arrives(after(["b2", "a1"]));
  await guest.page.getByRole("button", { name: "Redo" }).click();
  await guest.arrives(after(["b2", "a1", "c1"]));
  await guest.leave();
});

test("a link with an impossible move shows what is possible, and says so", async () => {
  await visitor.open(`${PLAY}?moves=b2~z9`);
  await visitor.arrives(after(["b2"]));
  expect(await visitor.page.getByRole("alert").innerText()).toContain("z9");
});

test("a move in parts goes step by step, and so does undo", async () => {
  await visitor.open(`#/play/${GAMES.multipart}`);
  await visitor.arrives(/./);
  const start = await visitor.position();
  const seen = [start];
  do {
    await visitor.page.locator(".board-frame [data-move]").last().press("Enter");
    await expect.poll(() => visitor.position()).not.toBe(seen.at(-1));
    seen.push(await visitor.position());
  } while (seen.at(-1)!.includes(";"));
  expect(seen.length).toBeGreaterThan(2);
  await screenshot(visitor.page, "multipart");
  for (const before of seen.slice(0, -1).reverse()) {
    await visitor.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => visitor.position()).toBe(before);
  }
});

test("hidden values are nowhere to be seen", async () => {
  await visitor.open(`${PLAY}?moves=b2~b3`);
  await visitor.arrives(after(["b2", "b3"]));
  await visitor.page.getByRole("button", { name: "Hide values" }).click();
  expect(await visitor.page.locator(".table").innerText()).not.toMatch(/win|lose|blunder/i);
  expect(await visitor.page.locator(".sign").first().getAttribute("aria-label")).toMatch(/^[abc][123]$/);
  expect(await visitor.page.locator(".value-chart").count()).toBe(0);
});

test("the computer answers, perfectly", async () => {
  await visitor.open(PLAY);
  await visitor.page.getByLabel("Red").selectOption("perfect");
  await visitor.click("b2");
  // Corners are the only answers that hold the tie.
  await visitor.arrives(/^(o---x----|--o-x----|----x-o--|----x---o)$/);
  expect(await visitor.prediction()).toBe("A tie in 7");
});

test("the best line is played to its end", async () => {
  await visitor.open(`${PLAY}?moves=b2~b3~a1~c3~a3~c1`);
  await visitor.page.getByRole("button", { name: "Best line" }).click();
  await expect.poll(() => visitor.prediction(), { timeout: 30_000 }).toBe("Blue has won");
});

test("a position is set by text, and a wrong one is explained", async () => {
  const { page } = visitor;
  await visitor.open(PLAY);
  await page.getByLabel("Position as text").fill("xo-------");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await visitor.arrives("xo-------");
  expect(await visitor.prediction()).toBe("Blue wins in 5");
  await page.getByLabel("Position as text").fill("rubbish");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByRole("alert").waitFor();
  expect(await visitor.position()).toBe("xo-------");
  await visitor.leave(/status of 400/);
  visitor = await visit(browser, site.url);
});

test("a position is set by clicking", async () => {
  const { page } = visitor;
  await visitor.open(PLAY);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("radio", { name: "x", exact: true }).click();
  await page.locator('[data-centre="0"]').click();
  await page.getByRole("radio", { name: "o", exact: true }).click();
  await page.locator('[data-centre="1"]').click();
  await page.getByText("Blue to move. Blue wins in 5.").waitFor();
  await page.getByRole("button", { name: "Play from here" }).click();
  await visitor.arrives("xo-------");
});

test("a random position is a position of the game", async () => {
  await visitor.open(PLAY);
  // The start is a position, too, so the first attempt may bring nothing new.
  const another = async () => {
    await visitor.page.getByRole("button", { name: "Random position" }).click();
    await visitor.page.locator('.board-frame[aria-busy="false"]').waitFor();
    return visitor.page.url();
  };
  await expect.poll(another).toContain("from=");
  expect(await visitor.position()).toMatch(/^[-xo]{9}$/);
});

test("the rules open in a window and close with Escape", async () => {
  await visitor.open(PLAY);
  await visitor.page.getByRole("button", { name: "Rules" }).click();
  expect(await visitor.page.getByRole("dialog").innerText()).toMatch(/in a row/i);
  await visitor.page.keyboard.press("Escape");
  await visitor.page.getByRole("dialog").waitFor({ state: "detached" });
});
