import { alternatives, type LineTree, type Node } from "../line-tree";
import type { Session } from "../session";
import { tell, type Chapter } from "./value-story";
import { ValueChart } from "./value-chart";

const REMARK = { blunder: "blunder", slow: "not the best move" } as const;

/** The line that was played: as a chart of its values, and as a list with everything else that was tried. */
export function HistoryPanel({ session, hidden }: { session: Session; hidden: boolean }) {
  const tree = session.tree.value;
  if (tree === null) return null;
  const chapters = tell(session.line.value);
  const at = chapterShown(chapters, tree);
  return (
    <section class="panel history" aria-labelledby="history-heading">
      <h2 id="history-heading">History</h2>
      {!hidden && chapters.some(({ node }) => node.facts.value !== "unsolved") && <ValueChart chapters={chapters} at={at} players={session.variant.players} jump={session.jump} />}
      {chapters.length < 2 ? (
        <p class="nothing">No move has been played yet.</p>
      ) : (
        <ol class="line">
          {chapters.slice(1).map((chapter) => (
            <li key={chapter.node.id} class={chapter.mover === 1 ? "first" : "second"}>
              <span class="ply">{chapter.ply}.</span>
              {chapter.parts.map((node) => (
                <button key={node.id} type="button" aria-current={node.id === tree.at ? "step" : undefined} onClick={() => session.jump(node.id)}>{node.move}</button>
              ))}
              {!hidden && <Remark chapter={chapter} />}
              {chapter.parts.flatMap((node) => alternatives(tree, node)).map((node) => <Branch key={node.id} node={node} session={session} />)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Remark({ chapter: { judgement } }: { chapter: Chapter }) {
  if (judgement !== "blunder" && judgement !== "slow") return null;
  return <span class={`remark ${judgement}`} title={REMARK[judgement]} aria-label={REMARK[judgement]}>{judgement === "blunder" ? "??" : "?!"}</span>;
}

/** Another move that was tried at the same place. */
function Branch({ node, session }: { node: Node; session: Session }) {
  return <button type="button" class="branch" title="Another line that was tried" onClick={() => session.jump(node.id)}><span aria-hidden="true">⎇ </span>{node.move}</button>;
}

function chapterShown(chapters: Chapter[], tree: LineTree): number {
  return chapters.findIndex((chapter) => chapter.parts.some((node) => node.id === tree.at));
}
