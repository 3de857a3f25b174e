import { useEffect } from "preact/hooks";
import { valuesHidden } from "../preferences";
import type { Session } from "../session";

/** The keys of the game page, as the help lists them. */
export const KEYS: readonly { keys: string[]; about: string; press: (session: Session) => void }[] = [
  { keys: ["u", "ArrowLeft"], about: "undo", press: (session) => session.undo() },
  { keys: ["y", "ArrowRight"], about: "redo", press: (session) => session.redo() },
  { keys: ["Home"], about: "back to the beginning", press: (session) => session.toBeginning() },
  { keys: ["End"], about: "on to the end of the line", press: (session) => session.toEnd() },
  { keys: ["v"], about: "show or hide values", press: () => (valuesHidden.value = !valuesHidden.value) },
  { keys: ["b"], about: "play the best move", press: (session) => playBest(session) },
  { keys: ["l"], about: "play the best line, or stop it", press: (session) => session.toggleBestLine() },
  { keys: ["r"], about: "a random position", press: (session) => void session.startAnywhere() },
  { keys: ["n"], about: "a new game", press: (session) => void session.startFrom(null) },
];

export function playBest(session: Session): void {
  const best = session.node.value?.facts.moves[0];
  if (best !== undefined) void session.play(best);
}

export function useKeys(session: Session): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      const binding = KEYS.find(({ keys }) => keys.includes(event.key));
      if (binding === undefined) return;
      event.preventDefault();
      binding.press(session);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [session]);
}

/** Sliders and lists use arrow keys and letters themselves. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea, summary");
}
