import type { Art, Look } from "../api";
import { labelSize } from "./geometry";

/** One stroke of the board itself. Colours come from the theme by the name of the style. */
export function ArtView(props: { art: Art; look: Look; pen: number }) {
  const { art, look, pen } = props;
  switch (art.kind) {
    case "rect":
      return <rect class={`art-area ${art.style}`} x={art.x} y={art.y} width={art.w} height={art.h} rx={pen * 1.2} stroke-width={pen * 0.5} />;
    case "circle":
      return <circle class={`art-area ${art.style}`} cx={art.x} cy={art.y} r={art.r} stroke-width={pen * 0.8} />;
    case "line":
      return <polyline class={`art-line ${art.style}`} points={art.points.map((point) => point.join(",")).join(" ")} stroke-width={pen} />;
    case "text":
      return <text class="art-text" x={art.x} y={art.y} font-size={labelSize(look, art.size)} dy="0.35em">{art.text}</text>;
  }
}
