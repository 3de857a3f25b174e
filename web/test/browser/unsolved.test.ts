// Games that nobody has solved yet.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GAMES, openSite, type Site } from "./site";
import { openBrowser, visit } from "./visitor";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.end();
});

test("a large game can be played, and the command to solve it is shown", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/play/${GAMES.large}`);
  expect(await visitor.page.locator(".command code").innerText()).toBe(`zermelo solve ${GAMES.large}`);
  const start = await visitor.position();
  await visitor.page.locator(".board-frame [data-move]").first().press("Enter");
  await expect.poll(() => visitor.position()).not.toBe(start);
  await visitor.leave();
});

test("a small game is solved while one waits, and then has values", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/play/${GAMES.unsolved}`);
  await expect.poll(() => visitor.prediction(), { timeout: 50_000 }).toMatch(/wins in|tie in|draw/i);
  expect(await visitor.page.getByText("Not solved yet").count()).toBe(0);
  await visitor.leave();
});
