import type { Tier } from "../api";
import { grouped } from "../numbers";
import { VALUES } from "../outcome";
import { ShareBar } from "./share-bar";

/** How the game is divided for solving, with bars that compare the sizes and show the values. */
export function Tiers(props: { tiers: Tier[] }) {
  // An index may have tiers that play never comes to.
  const tiers = props.tiers.filter((tier) => tier.positions > 0);
  if (tiers.length < 2) return null;
  const largest = Math.max(1, ...tiers.map((tier) => tier.positions));
  return (
    <section class="panel tiers" aria-labelledby="tiers-heading">
      <h2 id="tiers-heading">Tiers <small>{grouped(tiers.length)}</small></h2>
      <div class="scroll">
        <table class="data">
          <thead><tr><th scope="col">Tier</th><th scope="col" class="number">Positions</th><th scope="col" aria-hidden="true" /></tr></thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier.name}>
                <td>{tier.name}</td>
                <td class="number">{grouped(tier.positions)}</td>
                <td><div class="tier-bar" style={{ width: `${(100 * tier.positions) / largest}%` }}><ShareBar shares={shares(tier)} /></div></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function shares({ values, positions }: Tier) {
  if (values === undefined) return [{ value: "unsolved" as const, positions }];
  return VALUES.map((value) => ({ value, positions: values[value] ?? 0 }));
}
