import { describe, expect, test } from "vitest";
import { parseInline, parseMarkdown } from "../../src/markdown";

const text = (of: string) => ({ kind: "text", text: of });

describe("Markdown", () => {
  test("has headings, paragraphs, lists and code", () => {
    expect(parseMarkdown("# Aim\n\nGet three\nin a row.\n\n- one\n- two\n  and more\n\n1. first\n\n```\na b\n```")).toEqual([
      { kind: "heading", level: 1, inside: [text("Aim")] },
      { kind: "paragraph", inside: [text("Get three in a row.")] },
      { kind: "list", ordered: false, items: [[text("one")], [text("two and more")]] },
      { kind: "list", ordered: true, items: [[text("first")]] },
      { kind: "code", text: "a b" },
    ]);
  });

  test("has tables", () => {
    expect(parseMarkdown("| a | b |\n|---|---|\n| 1 | 2 |")).toEqual([
      { kind: "table", head: [[text("a")], [text("b")]], rows: [[[text("1")], [text("2")]]] },
    ]);
  });

  test("has emphasis, code and links inside lines", () => {
    expect(parseInline("a *b* **c** `d*e*` [f](https://g.example)")).toEqual([
      text("a "),
      { kind: "emphasis", inside: [text("b")] },
      text(" "),
      { kind: "strong", inside: [text("c")] },
      text(" "),
      { kind: "code", text: "d*e*" },
      text(" "),
      { kind: "link", inside: [text("f")], to: "https://g.example" },
    ]);
  });

  test("leaves names with underscores and products alone", () => {
    expect(parseInline("3_4_5 and 2 * 3 * 4")).toEqual([text("3_4_5 and 2 * 3 * 4")]);
  });

  test("never makes HTML or script links", () => {
    expect(parseMarkdown("<script>alert(1)</script>")).toEqual([{ kind: "paragraph", inside: [text("<script>alert(1)</script>")] }]);
    expect(parseInline("[x](javascript:alert)")).toEqual([text("[x](javascript:alert)")]);
  });

  test("ends with its text, whatever the text is", () => {
    for (const broken of ["```", "- ", "|", "| a |\n|--|--", "**", "[x](", "#", "1.", "\n\n\n"]) {
      expect(Array.isArray(parseMarkdown(broken))).toBe(true);
    }
  });
});
