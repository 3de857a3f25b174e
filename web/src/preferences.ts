// What a visitor has set once and for all games, kept in the browser.
import { effect, signal, type Signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

export const theme = kept<Theme>("theme", "system", (text) => text === "light" || text === "dark" || text === "system");
export const valuesHidden = kept<boolean>("valuesHidden", false, (value) => typeof value === "boolean");

function kept<T>(name: string, initial: T, valid: (value: unknown) => boolean): Signal<T> {
  const key = `zermelo.${name}`;
  const value = signal(read(key, initial, valid));
  effect(() => write(key, value.value));
  return value;
}

/** Storage may be forbidden or hold anything: then the initial value is as good. */
function read<T>(key: string, initial: T, valid: (value: unknown) => boolean): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return valid(found) ? (found as T) : initial;
  } catch {
    return initial;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that the setting is forgotten.
  }
}
