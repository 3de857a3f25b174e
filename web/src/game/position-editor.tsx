import { useState } from "preact/hooks";
import * as api from "../api";
import type { Look, Position, Variant } from "../api";
import { viewBox } from "../board/geometry";
import { PieceView } from "../board/piece";
import { Scenery } from "../board/scenery";
import { EMPTY, figuresOf, learnNotation, withPiece, type Notation } from "../notation";
import { prediction } from "../outcome";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import type { Session } from "../session";

/** Sets up a position by clicking. How positions are written is learned from some positions of the game. */
export function PositionEditor({ session, close }: { session: Session; close: () => void }) {
  const { variant } = session;
  const here = session.node.value!.facts;
  const notation = useResource(`notation of ${variant.game}/${variant.variant}`, () => learn(variant, here));
  return (
    <div class="editor">
      <Loaded resource={notation} what="the notation">
        {(found) =>
          found === null ? (
            <p class="nothing">Pieces of this game cannot be placed one by one. Write the position as text instead.</p>
          ) : (
            <Easel session={session} look={variant.look!} notation={found} from={plainPosition(here)} close={close} />
          )
        }
      </Loaded>
      <button type="button" onClick={close}>Back to the game</button>
    </div>
  );
}

interface EaselProps {
  session: Session;
  look: Look;
  notation: Notation;
  from: string;
  close: () => void;
}

function Easel({ session, look, notation, from, close }: EaselProps) {
  const { variant } = session;
  const [draft, setDraft] = useState(from);
  const [brush, setBrush] = useState([...notation.letters.keys()].find((piece) => piece !== EMPTY) ?? EMPTY);
  const checked = useResource(draft, () => api.position(variant.game, variant.variant, draft));
  const reach = look.moveRadius * 1.6;
  const put = (centre: number) => setDraft(withPiece(notation, draft, centre, holds(notation, draft, centre, brush) ? EMPTY : brush));
  return (
    <>
      <div class="palette" role="radiogroup" aria-label="What to place">
        {[...notation.letters.keys()].map((piece) => (
          <button key={piece} type="button" role="radio" aria-checked={piece === brush} aria-label={piece === EMPTY ? "nothing" : piece} onClick={() => setBrush(piece)}>
            <Sample look={look} piece={piece} />
          </button>
        ))}
      </div>
      <svg class="board live" viewBox={viewBox(look, true)} role="group" aria-label="Board to set up">
        <Scenery look={look} figures={figuresOf(notation, draft)} />
        {notation.places.map((place, centre) => {
          const at = look.centres[centre];
          return (
            place !== null && at && (
              <circle
                key={centre}
                class="spot"
                data-centre={centre}
                cx={at[0]}
                cy={at[1]}
                r={reach}
                role="button"
                tabindex={0}
                aria-label={`Place ${centre + 1}`}
                onClick={() => put(centre)}
                onKeyDown={(event) => event.key === "Enter" && put(centre)}
              />
            )
          );
        })}
      </svg>
      <form class="field" onSubmit={(event) => { event.preventDefault(); void session.startFrom(draft); close(); }}>
        <input aria-label="Position as text" spellcheck={false} value={draft} onInput={(event) => setDraft(event.currentTarget.value)} />
        <button type="submit" class="strong" disabled={checked.state !== "ready"}>Play from here</button>
      </form>
      <p class={`verdict ${checked.state}`} role="status">
        {checked.state === "ready" ? verdict(checked.value, variant) : checked.state === "failed" ? checked.error.message : "…"}
      </p>
    </>
  );
}

/** What the brush would put down. */
function Sample({ look, piece }: { look: Look; piece: string }) {
  const pieces = piece === EMPTY ? [] : piece.split("+").flatMap((key) => look.pieces[key] ?? []);
  const size = Math.max(...pieces.map((each) => each.scale), look.moveRadius) * 1.1;
  return (
    <svg class="board" viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} aria-hidden="true">
      {pieces.map((each, index) => <PieceView key={index} piece={each} at={[0, 0]} />)}
      {pieces.length === 0 && <line class="eraser" x1={-size / 4} y1={size / 4} x2={size / 4} y2={-size / 4} stroke-width={size / 16} />}
    </svg>
  );
}

function verdict(facts: Position, variant: Variant): string {
  const names: [string, string] = [variant.players[0]?.name ?? "First", variant.players[1]?.name ?? "Second"];
  const turn = facts.turn ?? 1;
  return `${facts.over ? "" : `${names[turn - 1]} to move. `}${prediction(facts, turn, facts.over, names)}.`;
}

function holds(notation: Notation, draft: string, centre: number, piece: string): boolean {
  return withPiece(notation, draft, centre, piece) === draft;
}

/** Without the parts of an unfinished move. */
function plainPosition(facts: Position): string {
  return facts.position.split(";")[0]!;
}

const RANDOM_EXAMPLES = 24;
const EXAMPLES = 100;

/** Examples: random positions and what comes after them, as many as can be asked for at once. */
async function learn(variant: Variant, here: Position): Promise<Notation | null> {
  const { game, variant: id, start } = variant;
  const seeds = Array.from({ length: RANDOM_EXAMPLES }, (_, seed) => seed);
  const random = await Promise.all(seeds.map((seed) => api.randomPosition(game, id, seed)));
  const near = await api.positions(game, id, [...new Set([start, plainPosition(here), ...random])]);
  const after = near.flatMap((facts) => facts.moves.filter((move) => !move.part).map((move) => move.position));
  const far = await api.positions(game, id, spread([...new Set(after)], EXAMPLES));
  return learnNotation([...near, ...far], variant.look!.centres.length);
}

/** At most so many, evenly chosen, since neighbours in the list are much alike. */
function spread(all: string[], most: number): string[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}
