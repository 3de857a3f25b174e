import type { Tier } from "../api";
import { grouped } from "../numbers";

/** How the game is divided for solving, with bars that compare the sizes. */
export function Tiers({ tiers }: { tiers: Tier[] }) {
  const largest = Math.max(1, ...tiers.map((tier) => tier.positions));
  return (
    <section class="panel" aria-labelledby="tiers-heading">
      <h2 id="tiers-heading">Tiers <small>{grouped(tiers.length)}</small></h2>
      <div class="scroll tall">
        <table class="data tiers">
          <thead><tr><th scope="col">Tier</th><th scope="col" class="number">Positions</th><th scope="col" aria-hidden="true" /></tr></thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier.name}>
                <td>{tier.name}</td>
                <td class="number">{grouped(tier.positions)}</td>
                <td aria-hidden="true"><span class="tier-bar" style={{ width: `${(100 * tier.positions) / largest}%` }} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
