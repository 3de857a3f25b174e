// Writes dist/source-hash.txt, by which anyone can tell without Node whether dist was built from these sources.
// The recipe is in README.md.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("./", import.meta.url);
const single = ["index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts"];
const sources = readdirSync(new URL("src/", root), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replaceAll("//", "/"));

const hash = createHash("sha256");
for (const path of [...single, ...sources].sort()) {
  const bytes = readFileSync(new URL(path, root));
  hash.update(`${path}\n${bytes.length}\n`).update(bytes);
}
writeFileSync(new URL("dist/source-hash.txt", root), `${hash.digest("hex")}\n`);
