import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { note } from "../navigation";
import { formatRoute, type PlayRoute } from "../route";
import type { Session } from "../session";

/** Keeps address and session together: a link that was followed is loaded, a move that was played is noted. */
export function useAddress(session: Session, route: PlayRoute): void {
  const address = formatRoute(route);
  useEffect(() => {
    if (session.tree.peek() === null || formatRoute(session.route()) !== address) void session.load(route);
  }, [session, address]);
  useEffect(() => effect(() => {
    if (session.tree.value !== null) note(session.route());
  }), [session]);
}
