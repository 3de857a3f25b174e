import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

const FOLDER = new URL("../../../target/", import.meta.url).pathname;

/** Keeps a picture of the page in `target/`, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: `${FOLDER}page-${name}.png`, fullPage: true });
}
