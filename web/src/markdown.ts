// The small part of Markdown that rules are written in: headings, paragraphs, lists, tables, code, emphasis, links.
// The result is a tree, never HTML: whatever a text contains, it can only become text.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; inside: Inline[] }
  | { kind: "link"; inside: Inline[]; to: string };

export type Block =
  | { kind: "heading"; level: number; inside: Inline[] }
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.trim() === "") {
      at += 1;
      continue;
    }
    const [block, next] = parseBlock(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const FENCE = /^```/;
const ITEM = /^\s*([-*+]|\d+[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}.*\|.*$/;

function parseBlock(lines: string[], at: number): [Block, number] {
  const line = lines[at]!;
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1]!.length, inside: parseInline(heading[2]!) }, at + 1];
  if (FENCE.test(line)) return parseFence(lines, at + 1);
  if (ITEM.test(line)) return parseList(lines, at);
  if (line.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "")) return parseTable(lines, at);
  return parseParagraph(lines, at);
}

function parseFence(lines: string[], from: number): [Block, number] {
  let to = from;
  while (to < lines.length && !FENCE.test(lines[to]!)) to += 1;
  return [{ kind: "code", text: lines.slice(from, to).join("\n") }, to + 1];
}

function parseList(lines: string[], from: number): [Block, number] {
  const ordered = /^\s*\d/.test(lines[from]!);
  const items: string[] = [];
  let at = from;
  for (; at < lines.length && lines[at]!.trim() !== ""; at += 1) {
    const item = ITEM.exec(lines[at]!);
    if (item) items.push(item[2]!);
    else if (/^\s/.test(lines[at]!)) items.push(`${items.pop()} ${lines[at]!.trim()}`);
    else break;
  }
  return [{ kind: "list", ordered, items: items.map(parseInline) }, at];
}

function parseTable(lines: string[], from: number): [Block, number] {
  const cells = (line: string) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => parseInline(cell.trim()));
  let to = from + 2;
  while (to < lines.length && lines[to]!.includes("|")) to += 1;
  return [{ kind: "table", head: cells(lines[from]!), rows: lines.slice(from + 2, to).map(cells) }, to];
}

function parseParagraph(lines: string[], from: number): [Block, number] {
  let to = from + 1;
  while (to < lines.length && !startsBlock(lines[to]!)) to += 1;
  return [{ kind: "paragraph", inside: parseInline(lines.slice(from, to).map((line) => line.trim()).join(" ")) }, to];
}

function startsBlock(line: string): boolean {
  return line.trim() === "" || HEADING.test(line) || FENCE.test(line) || ITEM.test(line);
}

/** Each alternative begins with its own mark, so the order matters only between `**` and `*`. */
const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\b_([^\s_](?:[^_]*[^\s_])?)_\b|\[([^\]]+)\]\(([^)\s]+)\)/;

export function parseInline(text: string): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let match = INLINE.exec(rest); match !== null; match = INLINE.exec(rest)) {
    if (match.index > 0) found.push({ kind: "text", text: rest.slice(0, match.index) });
    found.push(inlineOf(match));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== "") found.push({ kind: "text", text: rest });
  return found;
}

function inlineOf(match: RegExpExecArray): Inline {
  const [whole, code, strong, star, underscore, label, address] = match;
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", inside: parseInline(strong) };
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return { kind: "emphasis", inside: parseInline(emphasis) };
  // Only ordinary web addresses become links; `javascript:` stays text.
  if (/^https?:\/\//.test(address!)) return { kind: "link", inside: parseInline(label!), to: address! };
  return { kind: "text", text: whole };
}
