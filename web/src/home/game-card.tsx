import type { GameSummary, VariantSummary } from "../api";
import { Thumbnail } from "../board/thumbnail";
import { compact, count } from "../numbers";
import { ValueMark } from "../parts/value-mark";
import { formatRoute, playRoute } from "../route";

/** A game in the list: picture, name, and what is known of its usual variant. */
export function GameCard({ game }: { game: GameSummary }) {
  const usual = game.variants[0];
  if (usual === undefined) return null;
  return (
    <li class="card">
      <a class="card-face" href={formatRoute(playRoute(game.id, usual.id))}>
        <Thumbnail look={game.thumbnail?.look ?? null} figures={game.thumbnail?.figures ?? null} text={initials(game.name)} />
        <span class="card-name">{game.name}</span>
        <span class="card-result"><Result variant={usual} /></span>
      </a>
      <p class="tags">
        <span class={`tag ${usual.status}`}>{STATUS[usual.status]}</span>
        {usual.loopy !== null && <span class="tag">{usual.loopy ? "loopy" : "loop-free"}</span>}
        {usual.positions !== null && <span class="tag" title={count(usual.positions, "position")}>{compact(usual.positions)} positions</span>}
        <span class="tag">{game.open ? "any size" : count(game.variants.length, "variant")}</span>
      </p>
      <p class="card-links">
        <a href={formatRoute(playRoute(game.id, usual.id))}>Play</a>
        <a href={formatRoute({ page: "study", game: game.id, variant: usual.id })}>Study</a>
      </p>
    </li>
  );
}

const STATUS = { solved: "solved", part: "partly solved", unsolved: "not solved yet" };

/** The value of the start, in the words of the first player. */
function Result({ variant: { value, remoteness, collection } }: { variant: VariantSummary }) {
  if (collection) return <>a collection of endgames</>;
  const time = remoteness === null ? "" : ` in ${remoteness}`;
  switch (value) {
    case "win":
      return <><ValueMark outcome={{ value, remoteness: null }} /> first player wins{time}</>;
    case "lose":
      return <><ValueMark outcome={{ value, remoteness: null }} /> second player wins{time}</>;
    case "tie":
    case "draw":
      return <ValueMark outcome={{ value, remoteness }} long />;
    case "unsolved":
    case null:
      return <>the result is not known yet</>;
  }
}

function initials(name: string): string {
  return name.split(/[\s-]+/).map((word) => word[0]).join("").slice(0, 3).toUpperCase();
}
