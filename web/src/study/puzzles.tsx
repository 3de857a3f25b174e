import { useState } from "preact/hooks";
import * as api from "../api";
import type { Analysis, Found, Look, Position, Variant } from "../api";
import { Thumbnail } from "../board/thumbnail";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import { formatRoute, playRoute } from "../route";
import { puzzleLevels, type Level } from "./puzzle-levels";

/** Positions in which exactly one move wins. How far away the win is makes the level. */
export function Puzzles({ variant, analysis }: { variant: Variant; analysis: Analysis }) {
  const levels = puzzleLevels(analysis.byOutcome);
  const [level, setLevel] = useState(0);
  const [seed, setSeed] = useState(1);
  const found = useResource(levels.length === 0 ? null : `${level} ${seed}`, () => puzzles(variant, levels[level]!, seed));
  if (levels.length === 0) return null;
  return (
    <section class="panel puzzles" aria-labelledby="puzzles-heading">
      <h2 id="puzzles-heading">Puzzles <small>exactly one move wins</small></h2>
      <div class="plot-options">
        <div class="choices" role="group" aria-label="Level">
          {levels.map(({ name }, index) => <button key={name} type="button" aria-pressed={level === index} onClick={() => setLevel(index)}>{name}</button>)}
        </div>
        <button type="button" onClick={() => setSeed(seed + 1)}>Other puzzles</button>
      </div>
      <Loaded resource={found} what="puzzles">
        {(list) =>
          list.length === 0 ? (
            <p class="nothing">This game has no puzzles of this level.</p>
          ) : (
            <ul class="puzzle-cards">{list.map((puzzle) => <PuzzleCard key={puzzle.position} variant={variant} {...puzzle} />)}</ul>
          )
        }
      </Loaded>
    </section>
  );
}

type Puzzle = Found & { facts: Position | undefined };

function PuzzleCard({ variant, position, remoteness, facts }: Puzzle & { variant: Variant }) {
  const mover = facts?.turn ? variant.players[facts.turn - 1]?.name : undefined;
  return (
    <li>
      <a href={formatRoute(playRoute(variant.game, variant.variant, position, true))}>
        <Picture look={variant.look} facts={facts} position={position} />
        <span>{mover ?? "Mover"} wins in {remoteness}</span>
      </a>
    </li>
  );
}

function Picture({ look, facts, position }: { look: Look | null; facts: Position | undefined; position: string }) {
  if (look === null || !facts?.figures) return <pre class="thumbnail text-board">{facts?.board ?? position}</pre>;
  return <Thumbnail look={look} figures={facts.figures} text={position} />;
}

/** Puzzles with their pictures, easiest first. */
async function puzzles({ game, variant }: Variant, level: Level, seed: number): Promise<Puzzle[]> {
  const { min, max } = level;
  const found = await api.search(game, variant, { value: "win", min, max, limit: 8, seed, puzzle: true });
  if (found.length === 0) return [];
  const facts = await api.positions(game, variant, found.map((each) => each.position));
  return found
    .toSorted((a, b) => (a.difficulty ?? 0) - (b.difficulty ?? 0))
    .map((each) => ({ ...each, facts: facts.find((other) => other.position === each.position) }));
}
