import { defineConfig } from "vitest/config";

export default defineConfig({
  // Relative addresses, so that the page also works below a prefix.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
  build: {
    target: "es2022",
    // The first browsers with light-dark(), by which the theme has one list of colours.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    cssCodeSplit: false,
    // The files are committed: names without hashes give readable histories, and the server has ETags anyway.
    rolldownOptions: { output: { entryFileNames: "app.js", assetFileNames: "app.[ext]" } },
  },
  test: {
    include: ["test/**/*.test.ts"],
    // One browser at a time: the machines that run this have few cores.
    fileParallelism: false,
    testTimeout: 150_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
  },
});
