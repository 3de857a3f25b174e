// The site on a small screen, touched with a finger.
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

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test.each(["#/", `#/play/${GAMES.plain}?moves=b2~a1`, `#/study/${GAMES.plain}`, `#/play/${GAMES.large}`])("%s fits the width of a phone", async (address) => {
  const visitor = await visit(browser, site.url, PHONE);
  await visitor.open(address);
  await visitor.page.locator(".card, .board, .outcome-plot").first().waitFor();
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await visitor.leave();
});

test("moves are large enough for a finger, and react to it", async () => {
  const visitor = await visit(browser, site.url, { ...PHONE, colorScheme: "dark" });
  await visitor.open(`#/play/${GAMES.plain}`);
  await visitor.arrives("---------");
  const sign = visitor.page.locator('[data-move="b2"]');
  const box = (await sign.locator(".sign-reach").boundingBox())!;
  // The least size of a target by WCAG 2.2.
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  await sign.locator(".sign-mark").tap();
  await visitor.arrives("----x----");
  await screenshot(visitor.page, "phone");
  await visitor.leave();
});
