import { useEffect, useMemo, useState } from "preact/hooks";
import * as api from "../api";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import type { PlayRoute } from "../route";
import { Session } from "../session";
import { playerColours } from "../player-colours";
import { GameHead } from "./game-head";
import { Table } from "./table";
import { useAddress } from "./use-address";
import { useKeys } from "./use-keys";

/** The page on which a game is played. */
export function GamePage({ route }: { route: PlayRoute }) {
  const { game, variant } = route;
  const [version, setVersion] = useState(0);
  const loaded = useResource(`${game}/${variant}`, () => api.variant(game, variant));
  return (
    <Loaded resource={loaded} what="the game">
      {(found) => <Playing key={version} variant={found} route={route} again={() => setVersion(version + 1)} />}
    </Loaded>
  );
}

function Playing(props: { variant: api.Variant; route: PlayRoute; again: () => void }) {
  const { variant, route } = props;
  const session = useMemo(() => new Session(variant), [variant]);
  useEffect(() => () => session.end(), [session]);
  useEffect(() => {
    document.title = `${variant.title} · Zermelo`;
  }, [variant]);
  useAddress(session, route);
  useKeys(session);
  return (
    <div class="coloured" style={playerColours(variant)}>
      <GameHead variant={variant} page="play" />
      <Table session={session} />
    </div>
  );
}
