import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import type { Analysis, Variant } from "../api";
import { GameHead } from "../game/game-head";
import { UnsolvedNotice } from "../game/unsolved-notice";
import { playerColours } from "../player-colours";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import { CountsTable } from "./counts-table";
import { LongestGames } from "./longest-games";
import { OutcomePlot } from "./outcome-plot";
import { PositionSearch } from "./position-search";
import { Puzzles } from "./puzzles";
import { Summary } from "./summary";
import { Tiers } from "./tiers";

/** The numbers of a solved game. */
export function StudyPage({ game, variant }: { game: string; variant: string }) {
  const loaded = useResource(`${game}/${variant}`, () => api.variant(game, variant));
  return <Loaded resource={loaded} what="the game">{(found) => <Study variant={found} />}</Loaded>;
}

function Study({ variant }: { variant: Variant }) {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    document.title = `${variant.title} in numbers · Zermelo`;
  }, [variant]);
  const analysis = useResource(`analysis ${version}`, () => analysisWhenReady(variant));
  return (
    <div class="coloured" style={playerColours(variant)}>
      <GameHead variant={variant} page="study" />
      <Loaded resource={analysis} what="the analysis, which may have to be counted first">
        {(found) =>
          found === null ? (
            <UnsolvedNotice variant={variant} solved={() => setVersion(version + 1)} />
          ) : (
            <Numbers variant={variant} analysis={found} />
          )
        }
      </Loaded>
    </div>
  );
}

function Numbers({ variant, analysis }: { variant: Variant; analysis: Analysis }) {
  return (
    <div class="study">
      <Summary analysis={analysis} />
      <OutcomePlot analysis={analysis} />
      <div class="columns">
        <CountsTable variant={variant} analysis={analysis} />
        <div class="column">
          <LongestGames variant={variant} longest={analysis.longest} />
          <PositionSearch variant={variant} />
          <Tiers tiers={analysis.tiers} />
        </div>
      </div>
      <Puzzles variant={variant} analysis={analysis} />
    </div>
  );
}

const POLL_MS = 700;
/** Large games take minutes to count; after that, the visitor may ask again. */
const POLLS = 300;

/** Asks until the analysis is ready; `null` if the game is not solved. */
async function analysisWhenReady({ game, variant }: Variant): Promise<Analysis | null> {
  for (let asked = 0; asked < POLLS; asked += 1) {
    const answer = await api.analysis(game, variant);
    if (answer.status === "ready") return answer.analysis;
    if (answer.status === "none") return null;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new api.ApiError("The analysis is still being counted.", null);
}
