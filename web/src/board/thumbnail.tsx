import type { Figures, Look } from "../api";
import { viewBox } from "./geometry";
import { Scenery } from "./scenery";

/** A small picture of a position. */
export function Thumbnail(props: { look: Look | null; figures: Figures | null; text: string }) {
  const { look, figures, text } = props;
  if (look === null) return <div class="thumbnail letters" aria-hidden="true">{text}</div>;
  return (
    <svg class="thumbnail board" viewBox={viewBox(look, false)} aria-hidden="true">
      <Scenery look={look} figures={figures} labels={false} />
    </svg>
  );
}
