// A visitor of the site in a real browser, who notices every complaint in the console and every request to elsewhere.
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { expect } from "vitest";

export async function openBrowser(): Promise<Browser> {
  // Without a sandbox, since tests often run as root in a container.
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}

export interface Visitor {
  page: Page;
  /** Opens an address of the site, such as `#/play/tictactoe/regular`. */
  open(address: string): Promise<void>;
  /** Plays the move of this name by clicking on the board. */
  click(move: string): Promise<void>;
  /** What stands in the line of the prediction. */
  prediction(): Promise<string>;
  /** The position that is shown. */
  position(): Promise<string>;
  /** Waits until the shown position fulfils something. */
  arrives(at: string | RegExp): Promise<void>;
  /** Leaves, and fails if anything was wrong on the way. `expected`: complaints that the test provoked. */
  leave(expected?: RegExp): Promise<void>;
}

export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => /^(http|ws)/.test(request.url()) && !request.url().startsWith(url) && complaints.push(`request to ${request.url()}`));
  const prediction = page.locator(".prediction");
  return {
    page,
    async open(address) {
      await page.goto(url + address);
      await page.locator("main > *").first().waitFor();
    },
    async click(move) {
      await page.locator(`.board [data-move="${move}"] .sign-mark`).click();
    },
    prediction: () => page.locator(".forecast").innerText(),
    position: async () => (await prediction.getAttribute("data-position"))!,
    async arrives(at) {
      await expect.poll(() => prediction.getAttribute("data-position")).toMatch(at);
    },
    async leave(expected = /(?!)/) {
      await context.close();
      expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
    },
  };
}
