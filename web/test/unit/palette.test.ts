// The colours of the values, measured: labels can be read on them, and they stay apart for colour-blind eyes.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Rgb = [number, number, number];

const sheet = readFileSync(new URL("../../src/style/theme.css", import.meta.url), "utf8");
const VALUES = ["win", "tie", "draw", "lose"];

/** A colour of the sheet in one of the themes. */
function colour(name: string, theme: "light" | "dark"): Rgb {
  const both = sheet.match(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
  const text = both ? both[theme === "light" ? 1 : 2]! : sheet.match(new RegExp(`--${name}: (#\\w{6})`))![1]!;
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255) as Rgb;
}

const linear = (rgb: Rgb) => rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb;
const luminance = (rgb: Rgb) => linear(rgb).reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index]!, 0);

/** As WCAG 2 defines it. */
function contrast(a: Rgb, b: Rgb): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

/** Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1. */
const EYES: Record<string, number[][]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** CIE L*a*b* of what these eyes see. */
function seen(rgb: Rgb, eyes: number[][]): number[] {
  const [r, g, b] = eyes.map((row) => row.reduce((sum, factor, index) => sum + factor * linear(rgb)[index]!, 0)) as Rgb;
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(VALUES)("the label on %s can be read", (value) => {
    expect(contrast(colour(value, theme), colour(`${value}-ink`, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["ink", "ink-soft"])("text in %s can be read on paper and cards", (ink) => {
    for (const ground of ["paper", "card", "raised"]) {
      expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.keys(EYES))("values differ for eyes with %s vision", (name) => {
    for (const [index, a] of VALUES.entries()) {
      for (const b of VALUES.slice(index + 1)) {
        const [one, two] = [seen(colour(a, theme), EYES[name]!), seen(colour(b, theme), EYES[name]!)];
        // About ten times what can just be noticed.
        expect(Math.hypot(...one.map((c, at) => c - two[at]!)), `${a} and ${b}`).toBeGreaterThan(20);
      }
    }
  });
});
