import { useEffect, useRef } from "preact/hooks";
import type { Variant } from "../api";
import { valuePath } from "../board/value-shape";
import { markText, prediction } from "../outcome";
import { linear } from "../scales";
import type { Chapter } from "./value-story";

const HEIGHT = 168;
const TOP = 20;
const MIDDLE = HEIGHT / 2;
const STEP = 34;
const LEFT = 22;

interface Props {
  chapters: Chapter[];
  /** Index of the chapter that is shown on the board. */
  at: number;
  players: Variant["players"];
  jump: (id: number) => void;
}

/**
 * Who was winning, and how far away the end was, after every move. The first player wins above the middle, the second below;
 * the nearer the end, the further out. Perfect play is a straight way outwards, a blunder changes sides.
 */
export function ValueChart({ chapters, at, players, jump }: Props) {
  const names: [string, string] = [players[0]?.name ?? "First", players[1]?.name ?? "Second"];
  const longest = Math.max(4, ...chapters.filter((chapter) => chapter.winning !== null).map((chapter) => chapter.node.facts.remoteness ?? 0));
  const outwards = linear([0, longest], [MIDDLE - TOP, 24]);
  const x = (chapter: Chapter) => LEFT + chapter.ply * STEP;
  const y = ({ winning, node }: Chapter) =>
    winning === null ? MIDDLE : MIDDLE + (winning === 1 ? -1 : 1) * outwards(node.facts.remoteness ?? longest);
  const width = LEFT + Math.max(chapters.length, 9) * STEP;

  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = chapters[at];
    if (shown) frame.current?.scrollTo({ left: x(shown) - frame.current.clientWidth / 2, behavior: "smooth" });
  }, [at, chapters.length]);

  return (
    <div class="chart-frame">
      <p class="lane first" aria-hidden="true">{names[0]} wins</p>
      <p class="lane second" aria-hidden="true">{names[1]} wins</p>
      <div class="chart-scroll" ref={frame}>
        <svg class="value-chart" width={width} height={HEIGHT} role="group" aria-label="Values of the positions of this line">
          <rect class="half first" x="0" y="0" width="100%" height={MIDDLE} />
          <rect class="half second" x="0" y={MIDDLE} width="100%" height={MIDDLE} />
          <line class="middle" x1="0" x2="100%" y1={MIDDLE} y2={MIDDLE} />
          {chapters.slice(1).map((chapter, index) => {
            const before = chapters[index]!;
            return <line key={chapter.node.id} class={`step ${chapter.judgement}`} x1={x(before)} y1={y(before)} x2={x(chapter)} y2={y(chapter)} />;
          })}
          {chapters.map((chapter, index) => {
            const { node, winning } = chapter;
            const [cx, cy] = [x(chapter), y(chapter)];
            const tone = winning === null ? node.facts.value : winning === 1 ? "first" : "second";
            const label = `${node.move === null ? "Beginning" : `Move ${chapter.ply}, ${chapter.parts.map((part) => part.move).join(" ")}`}: ${prediction(node.facts, node.turn, node.facts.over, names)}${chapter.judgement === "blunder" ? ", a blunder" : ""}`;
            return (
              <g
                key={node.id}
                class={`stop ${tone} ${index === at ? "shown" : ""} ${chapter.judgement}`}
                role="button"
                tabindex={index === at ? 0 : -1}
                aria-label={label}
                onClick={() => jump(node.id)}
                onKeyDown={(event) => event.key === "Enter" && jump(node.id)}
              >
                <title>{label}</title>
                <path d={valuePath(winning === null ? node.facts.value : "win", cx, cy, 11)} />
                <text x={cx} y={cy + 4}>{markText(node.facts)}</text>
                {chapter.judgement === "blunder" && <text class="blunder-mark" x={cx} y={cy > MIDDLE ? cy - 16 : cy + 26}>??</text>}
              </g>
            );
          })}
        </svg>
      </div>
    </div>
  );
}
