import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { count } from "../numbers";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import { GameCard } from "./game-card";
import { FILTERS, matches, type Filter } from "./game-filter";

/** All games, to be searched and chosen from. */
export function HomePage() {
  useEffect(() => {
    document.title = "Zermelo: solved games";
  }, []);
  const games = useResource("games", api.games);
  return (
    <div class="home">
      <div class="home-head">
        <h1>What is every move worth?</h1>
        <p>
          These games are solved: for each position it is known who wins and how soon, if nobody errs. Play against perfection,
          look behind every move, or study the numbers.
        </p>
      </div>
      <Loaded resource={games} what="the games">{(list) => <GameList games={list} />}</Loaded>
    </div>
  );
}

function GameList({ games }: { games: api.GameSummary[] }) {
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const found = games.filter((game) => matches(game, words, filter));
  return (
    <>
      <form class="home-search" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          placeholder="Search games and variants"
          aria-label="Search games and variants"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <div class="choices" role="group" aria-label="Show">
          {FILTERS.map(({ id, label }) => (
            <button key={id} type="button" aria-pressed={filter === id} onClick={() => setFilter(id)}>{label}</button>
          ))}
        </div>
        <p class="home-count" role="status">{count(found.length, "game")}</p>
      </form>
      <ul class="cards">{found.map((game) => <GameCard key={game.id} game={game} />)}</ul>
      {found.length === 0 && <p class="nothing">No game is called that. <button type="button" onClick={() => { setWords(""); setFilter("all"); }}>Show all</button></p>}
    </>
  );
}
