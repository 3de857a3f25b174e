import { theme, type Theme } from "../preferences";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const SIGN: Record<Theme, string> = {
  system: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  dark: "M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5z",
};

export function ThemeSwitch() {
  return (
    <button type="button" class="quiet theme-switch" aria-label={`Colours: ${theme.value}. Change.`} title={`Colours: ${theme.value}`} onClick={() => (theme.value = NEXT[theme.value])}>
      <svg viewBox="0 0 16 16" aria-hidden="true" class={theme.value}><path d={SIGN[theme.value]} /></svg>
    </button>
  );
}
