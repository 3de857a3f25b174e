import type { Figures, Look } from "../api";
import { ArtView } from "./art";
import { PieceView } from "./piece";

/** The board and what stands on it, without anything to click: the common part of boards, thumbnails and the editor. */
export function Scenery(props: { look: Look; figures: Figures | null; labels?: boolean }) {
  const { look, figures, labels = true } = props;
  const pen = Math.max(look.width, look.height) * 0.007;
  return (
    <>
      <g class="art">{look.art.map((art, index) => (labels || art.kind !== "text") && <ArtView key={index} art={art} look={look} pen={pen} />)}</g>
      <g class="pieces">
        {figures?.on.map(([key, centre]) => {
          const [piece, at] = [look.pieces[key], look.centres[centre]];
          return piece && at && <PieceView key={`${key}@${centre}`} piece={piece} at={at} />;
        })}
        {labels && figures?.texts.map(({ at, text }) => {
          const centre = look.centres[at];
          return centre && <text key={`text@${at}`} class="board-text" x={centre[0]} y={centre[1]} dy="0.36em" font-size={look.moveRadius * 1.1}>{text}</text>;
        })}
      </g>
    </>
  );
}
