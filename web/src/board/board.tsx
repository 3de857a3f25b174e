import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Look, Move, Point, Position } from "../api";
import { neighbour, placeSigns, viewBox } from "./geometry";
import { MoveSign } from "./move-sign";
import { MoveTrace } from "./move-trace";
import { Scenery } from "./scenery";

const DIRECTIONS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Props {
  look: Look;
  facts: Position;
  hidden: boolean;
  pointed: string | null;
  play: (move: Move) => void;
  point: (move: Move | null) => void;
}

/** The board with its moves as buttons. One of them is reached by the tab key, the others from it by the arrow keys. */
export function Board({ look, facts, hidden, pointed, play, point }: Props) {
  const places = placeSigns(facts.moves, look);
  const [chosen, setChosen] = useState<string | null>(null);
  const reachable = places.find((place) => place.move.name === chosen) ?? places[0];
  const svg = useRef<SVGSVGElement>(null);
  const keepFocus = useFocusKept(svg, facts);

  const steer = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined || reachable === undefined) return;
    event.preventDefault();
    // Elsewhere on the page these keys undo and redo.
    event.stopPropagation();
    const next = neighbour(places, reachable, direction);
    if (next === null) return;
    setChosen(next.move.name);
    svg.current?.querySelector<SVGElement>(`[data-move="${CSS.escape(next.move.name)}"]`)?.focus();
  };

  return (
    <svg
      ref={svg}
      class="board live"
      viewBox={viewBox(look, true)}
      role="group"
      aria-label="Board. Arrow keys choose a move, Enter plays it."
      onKeyDown={steer}
    >
      <Scenery look={look} figures={facts.figures} />
      {/* Best last, so that it lies on top. */}
      <g aria-hidden="true">
        {places.toReversed().map(({ move }) => <MoveTrace key={move.name} move={move} look={look} hidden={hidden} pointed={move.name === pointed} />)}
      </g>
      <g class="signs">
        {places.toReversed().map((placed) => (
          <MoveSign
            key={`${facts.position} ${placed.move.name}`}
            placed={placed}
            look={look}
            hidden={hidden}
            reachable={placed === reachable}
            pointed={placed.move.name === pointed}
            point={point}
            play={(move) => {
              keepFocus();
              play(move);
            }}
          />
        ))}
      </g>
    </svg>
  );
}

/** Playing a move takes its button away; whoever used the keyboard is then put on the next one. */
function useFocusKept(svg: { current: SVGSVGElement | null }, facts: Position): () => void {
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (wanted.current) svg.current?.querySelector<SVGElement>('[tabindex="0"]')?.focus();
    wanted.current = false;
  }, [facts]);
  return () => {
    wanted.current = svg.current?.querySelector(":focus-visible") != null;
  };
}
