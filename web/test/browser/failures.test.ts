// Whatever happens to the server, the visitor is told and can go on.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMock } from "../mock/server.js";
import { GAMES, openSite } from "./site";
import { openBrowser, visit } from "./visitor";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const REFUSED = /ERR_CONNECTION|Failed to load resource/;

test("a server that stops in the middle of a game is reported, and the game goes on when it is back", async () => {
  const site = await openSite();
  try {
    const visitor = await visit(browser, site.url);
    await visitor.open(`#/play/${GAMES.plain}`);
    await visitor.click("b2");
    await visitor.arrives("----x----");
    await site.stop();
    await visitor.click("a1");
    const alert = visitor.page.getByRole("alert");
    expect(await alert.innerText()).toContain("does not answer");
    expect(await visitor.position()).toBe("----x----");
    // What is known already can still be looked at.
    await visitor.page.getByRole("button", { name: "Undo" }).click();
    await visitor.arrives("---------");
    await visitor.page.getByRole("button", { name: "Redo" }).click();
    await visitor.click("a1");
    await alert.waitFor();
    await site.start();
    await visitor.page.getByRole("button", { name: "Try again" }).click();
    await visitor.arrives("----x-o--");
    expect(await alert.count()).toBe(0);
    await visitor.leave(REFUSED);
  } finally {
    await site.end();
  }
});

test("a server that never answers is given up on every page, and can be tried again", async () => {
  const mock = await startMock(0, { hang: true });
  try {
    for (const address of ["#/", "#/play/tictactoe/regular", "#/study/tictactoe/regular"]) {
      mock.faults.hang = true;
      const visitor = await visit(browser, mock.url);
      await visitor.page.clock.install();
      await visitor.open(address);
      await visitor.page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
      await visitor.page.clock.fastForward(60_000);
      expect(await visitor.page.getByRole("alert").innerText()).toContain("takes too long");
      expect(await visitor.page.locator(".spinner").count()).toBe(0);
      mock.faults.hang = false;
      await visitor.page.getByRole("button", { name: "Try again" }).click();
      await visitor.page.locator(".card, .board, .outcome-plot").first().waitFor();
      await visitor.leave();
    }
  } finally {
    await mock.stop();
  }
});

test("a solve that fails says why", async () => {
  const mock = await startMock(0, { failSolve: true });
  try {
    const visitor = await visit(browser, mock.url);
    await visitor.open("#/play/hexapawn/4x4");
    await visitor.page.getByText(/\d+ of 100/).waitFor();
    expect(await visitor.page.getByRole("alert").innerText()).toContain("The disk is full.");
    await visitor.leave();
  } finally {
    await mock.stop();
  }
});

test("a server that stops while solving is noticed", async () => {
  const mock = await startMock();
  const visitor = await visit(browser, mock.url);
  await visitor.open("#/play/hexapawn/4x4");
  await visitor.page.getByText(/\d+ of 100/).waitFor();
  await mock.stop();
  expect(await visitor.page.getByRole("alert").innerText()).toContain("connection to the server was lost");
  await visitor.leave(REFUSED);
});

test.each([["#/play/nosuchgame/regular", "nosuchgame"], ["#/study/tictactoe/nosuchvariant", "nosuchvariant"], ["#/nosuchpage", "nosuchpage"]])("an address that leads nowhere says so: %s", async (address, word) => {
  const mock = await startMock();
  try {
    const visitor = await visit(browser, mock.url);
    await visitor.open(address);
    await visitor.page.getByText(word).first().waitFor();
    await visitor.leave(/status of 404/);
  } finally {
    await mock.stop();
  }
});
