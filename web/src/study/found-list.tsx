import type { Found, Variant } from "../api";
import { ValueMark } from "../parts/value-mark";
import { formatRoute, playRoute } from "../route";

/** Positions to look at. */
export function FoundList({ variant, found }: { variant: Variant; found: Found[] }) {
  return (
    <ul class="found">
      {found.map((each) => (
        <li key={each.position}>
          <ValueMark outcome={each} long />
          <a href={formatRoute(playRoute(variant.game, variant.variant, each.position))}><code>{each.position}</code></a>
        </li>
      ))}
    </ul>
  );
}
