// The colours that a game gives to its players, for the style sheet to adapt to light and dark.
import type { Variant } from "./api";

export function playerColours({ players }: Variant): Record<string, string> {
  const colours: Record<string, string> = {};
  if (players[0]) colours["--given-first"] = players[0].colour;
  if (players[1]) colours["--given-second"] = players[1].colour;
  return colours;
}
