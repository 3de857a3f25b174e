// A game without a mouse.
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

test("a game is chosen, played, undone and studied by keys only", async () => {
  const visitor = await visit(browser, site.url);
  const { keyboard } = visitor.page;
  const focused = (attribute: string) => visitor.page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);
  const tabTo = async (attribute: string, value: RegExp) => {
    for (let presses = 0; presses < 200; presses += 1) {
      await keyboard.press("Tab");
      if (value.test((await focused(attribute)) ?? "")) return;
    }
    throw new Error(`the tab key never reaches ${attribute} ${value}`);
  };

  await visitor.open("#/");
  await visitor.page.locator(".card").first().waitFor();
  await tabTo("href", new RegExp(`play/${GAMES.plain}`));
  await keyboard.press("Enter");
  await visitor.arrives("---------");

  await tabTo("data-move", /./);
  while ((await focused("data-move")) !== "a1") {
    await keyboard.press((await focused("data-move"))![0] === "a" ? "ArrowDown" : "ArrowLeft");
  }
  await keyboard.press("Enter");
  await visitor.arrives("------x--");
  // The focus is on the board still, on a move of the new position.
  expect(await focused("data-move")).toMatch(/./);
  await keyboard.press("Enter");
  await visitor.arrives(/o/);
  await keyboard.press("u");
  await visitor.arrives("------x--");
  await keyboard.press("y");
  await visitor.arrives(/o/);
  await keyboard.press("Home");
  await visitor.arrives("---------");
  await keyboard.press("v");
  expect(await visitor.page.locator(".forecast").innerText()).toBe("Values are hidden");
  await keyboard.press("v");

  await tabTo("aria-label", /wins|tie|Beginning/);
  await keyboard.press("b");
  await visitor.arrives(/x/);
  await visitor.leave();
});

test("what changes is announced", async () => {
  const visitor = await visit(browser, site.url);
  await visitor.open(`#/play/${GAMES.plain}`);
  await visitor.arrives("---------");
  const status = visitor.page.getByRole("status").filter({ hasText: "Blue to move" });
  expect(await status.count()).toBe(1);
  for (const image of await visitor.page.locator("svg:visible").all()) {
    const spoken = await image.evaluate((svg) => svg.getAttribute("aria-hidden") === "true" || svg.hasAttribute("aria-label"));
    expect(spoken).toBe(true);
  }
  await visitor.leave();
});
