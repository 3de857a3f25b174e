// The list of games and the numbers of one of them.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screenshot } from "./screenshot";
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

test("games are found by their name", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open("#/");
  const cards = visitor.page.locator(".card");
  await cards.first().waitFor();
  await screenshot(visitor.page, "home");
  const all = await cards.count();
  await visitor.page.getByRole("searchbox").fill("tic-tac-toe");
  expect(await cards.count()).toBeLessThan(all);
  expect(await cards.first().innerText()).toContain("tie in 9");
  await visitor.page.getByRole("searchbox").fill("no such game");
  expect(await cards.count()).toBe(0);
  await visitor.page.getByRole("button", { name: "Show all" }).click();
  expect(await cards.count()).toBe(all);
  await visitor.leave();
});

test("the numbers of tic-tac-toe are those that everybody knows", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/study/${GAMES.plain}`);
  const summary = visitor.page.locator(".summary");
  await summary.waitFor();
  // 5,478 positions can be reached: Schaefer, "MathRec solutions: tic-tac-toe" (2002), and many others.
  expect(await summary.innerText()).toContain("5,478");
  const bars = await visitor.page.locator(".bar").count();
  expect(await visitor.page.locator(".counts tbody tr").count()).toBe(bars);
  await visitor.page.locator(".puzzle-cards li").first().waitFor();
  await screenshot(visitor.page, "study");
  await visitor.leave();
});

test("the counts can be downloaded", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/study/${GAMES.plain}`);
  for (const [link, word] of [["CSV", "remoteness"], ["JSON", '"byOutcome"']] as const) {
    const download = visitor.page.waitForEvent("download");
    await visitor.page.getByRole("link", { name: link, exact: true }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toContain(word);
  }
  await visitor.leave();
});

test("the longest win leads to its position", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/study/${GAMES.plain}`);
  const longest = visitor.page.locator("section", { has: visitor.page.getByRole("heading", { name: "Longest games" }) });
  await longest.locator("li", { hasText: "win in 5" }).first().getByRole("link").click();
  await visitor.arrives(/./);
  expect(await visitor.prediction()).toMatch(/(Blue|Red) wins in 5/);
  await visitor.leave();
});

test("positions are found by value and remoteness", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/study/${GAMES.plain}`);
  const search = visitor.page.locator("section", { has: visitor.page.getByRole("heading", { name: "Find positions" }) });
  await search.getByLabel("Value").selectOption("lose");
  await search.getByLabel("least remoteness").fill("4");
  await search.getByLabel("greatest remoteness").fill("4");
  await search.getByRole("button", { name: "Find" }).click();
  await search.locator(".found li").first().waitFor();
  for (const row of await search.locator(".found li").allInnerTexts()) expect(row).toContain("lose in 4");
  await visitor.leave();
});

test("a puzzle hides the values, and judges the move", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/study/${GAMES.plain}`);
  await visitor.page.locator(".puzzle-cards a").first().click();
  await visitor.page.getByText("exactly one move wins. Which?").waitFor();
  expect(await visitor.prediction()).toBe("Values are hidden");
  const moves = await visitor.page.locator(".sign").evaluateAll((signs) => signs.map((sign) => sign.getAttribute("data-move")!));
  let solutions = 0;
  for (const move of moves) {
    await visitor.click(move);
    await visitor.page.locator(".puzzle.right, .puzzle.wrong").waitFor();
    solutions += await visitor.page.locator(".puzzle.right").count();
    await visitor.page.getByRole("button", { name: "To the beginning" }).click();
    await visitor.page.getByText("exactly one move wins. Which?").waitFor();
  }
  expect(solutions).toBe(1);
  await visitor.leave();
});
