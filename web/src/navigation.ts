// The page that is shown, following the address.
import { signal } from "@preact/signals";
import { formatRoute, parseRoute, type Route } from "./route";

export const route = signal<Route>(parseRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

export function visit(to: Route): void {
  location.hash = formatRoute(to);
}

/** Notes what is on the screen already, without a step in the history of the browser: one "back" leaves a game. */
export function note(shown: Route): void {
  history.replaceState(null, "", formatRoute(shown));
  route.value = shown;
}
