import { expect, test } from "vitest";
import { decades, linear, logarithmic, ticks } from "../../src/scales";

test("a linear scale keeps proportions, also downwards", () => {
  const scale = linear([0, 10], [100, 0]);
  expect([0, 5, 10].map(scale)).toEqual([100, 50, 0]);
});

test("a linear scale over one point does not divide by nothing", () => {
  expect(linear([3, 3], [0, 10])(3)).toBe(0);
});

test("on a logarithmic scale every factor of ten is the same step", () => {
  const scale = logarithmic(1_000_000, [0, 100]);
  const steps = [1, 10, 100, 1000].map(scale);
  expect(steps[1]! - steps[0]!).toBeCloseTo(steps[3]! - steps[2]!);
  expect(scale(1_000_000)).toBeCloseTo(100);
});

test("on a logarithmic scale one is more than nothing, and nothing is on the foot", () => {
  const scale = logarithmic(1000, [0, 100]);
  expect(scale(0)).toBeCloseTo(0);
  expect(scale(1)).toBeGreaterThan(5);
});

test("decades end before the largest number", () => {
  expect(decades(1)).toEqual([1]);
  expect(decades(999)).toEqual([1, 10, 100]);
  expect(decades(1000)).toEqual([1, 10, 100, 1000]);
});

test("ticks are round and not too many", () => {
  expect(ticks(9, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(ticks(22, 10)).toEqual([0, 5, 10, 15, 20]);
  for (const most of [1, 7, 50, 119, 264, 1000]) expect(ticks(most, 12).length).toBeLessThanOrEqual(13);
});
