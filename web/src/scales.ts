// From numbers to places on a plot.

export type Scale = (value: number) => number;

export function linear(domain: [number, number], range: [number, number]): Scale {
  const [from, to] = domain;
  const span = to - from || 1;
  return (value) => range[0] + ((value - from) / span) * (range[1] - range[0]);
}

/** Counts from 1 upwards. A count of 1 is one third of a decade above the foot, so that it can be seen; 0 is on the foot. */
export function logarithmic(most: number, range: [number, number]): Scale {
  const foot = -1 / 3;
  const height = linear([foot, Math.log10(Math.max(most, 10))], range);
  return (value) => height(value < 1 ? foot : Math.log10(value));
}

/** 1, 10, 100 … up to the largest that is not more than `most`. */
export function decades(most: number): number[] {
  const ticks = [1];
  while (ticks.at(-1)! * 10 <= most) ticks.push(ticks.at(-1)! * 10);
  return ticks;
}

/** Round steps from 0 to `most`, at most `wanted` of them. */
export function ticks(most: number, wanted: number): number[] {
  let step = 1;
  for (let index = 0; most / step > wanted; index++) step *= index % 3 === 1 ? 2.5 : 2;
  const found: number[] = [];
  for (let tick = 0; tick <= most; tick += step) found.push(tick);
  return found;
}
