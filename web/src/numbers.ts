// Numbers as people read them.

const plain = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 82,497,861 */
export function grouped(number: number): string {
  return plain.format(number);
}

/** 82.5M */
export function compact(number: number): string {
  return short.format(number);
}

/** 12.5 %, 0.003 % */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const share = (100 * part) / whole;
  return `${share === 0 || share >= 0.1 ? share.toFixed(1) : share.toPrecision(1)} %`;
}

/** "1 move", "2 moves" */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** "3 min 5 s" */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
