const PATHS = {
  beginning: "M4 3v10M13 3.5 6.5 8l6.5 4.5z",
  back: "M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H6",
  forth: "M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 0 0 0 7h4",
  end: "M12 3v10M3 3.5 9.5 8 3 12.5z",
} as const;

/** A small drawing for a button; the button says what it means. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d={PATHS[name]} /></svg>;
}
