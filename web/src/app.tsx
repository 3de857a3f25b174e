import { useEffect, useErrorBoundary, useRef } from "preact/hooks";
import { GamePage } from "./game/game-page";
import { HomePage } from "./home/home-page";
import { route } from "./navigation";
import { ThemeSwitch } from "./parts/theme-switch";
import { Trouble } from "./parts/trouble";
import { formatRoute } from "./route";
import { StudyPage } from "./study/study-page";

export function App() {
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={formatRoute({ page: "home" })}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" /><path d="M4.5 4.5h7l-7 7h7" /></svg>
          Zermelo
        </a>
        <p class="motto">Solved games, to play and to study</p>
        <ThemeSwitch />
      </header>
      <main id="main" tabindex={-1}><Page /></main>
    </>
  );
}

/** A new page begins at its top, for eyes and for screen readers. */
function useArrival(page: string): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    scrollTo(0, 0);
    document.getElementById("main")?.focus();
  }, [page]);
}

function Page() {
  const [bug, reset] = useErrorBoundary();
  const shown = route.value;
  useArrival(`${shown.page} ${"game" in shown ? `${shown.game} ${shown.variant}` : ""}`);
  if (bug) return <Trouble message={`The page has a bug: ${String(bug)}`} retry={reset} />;
  switch (shown.page) {
    case "home":
      return <HomePage />;
    case "play":
      return <GamePage key={`${shown.game}/${shown.variant}`} route={shown} />;
    case "study":
      return <StudyPage key={`${shown.game}/${shown.variant}`} game={shown.game} variant={shown.variant} />;
    case "unknown":
      return (
        <div class="lonely">
          <h1>No such page</h1>
          <p>There is nothing at <code>{shown.address}</code>.</p>
          <a class="button" href={formatRoute({ page: "home" })}>All games</a>
        </div>
      );
  }
}
