import { useState } from "preact/hooks";
import { analysisFile, type Analysis, type OutcomeCount, type Variant } from "../api";
import { grouped, percent } from "../numbers";
import { compareOutcomes } from "../outcome";
import { SortHeading, type Sorting } from "../parts/sort-heading";
import { ValueMark } from "../parts/value-mark";

type Column = "outcome" | "positions" | "canonical";
const ORDER: Record<Column, (a: OutcomeCount, b: OutcomeCount) => number> = {
  outcome: compareOutcomes,
  positions: (a, b) => a.positions - b.positions,
  canonical: (a, b) => (a.canonical ?? 0) - (b.canonical ?? 0),
};

/** The exact numbers behind the plot, to read and to take home. */
export function CountsTable({ variant, analysis }: { variant: Variant; analysis: Analysis }) {
  const [sorting, setSorting] = useState<Sorting<Column>>({ by: "outcome", down: false });
  const rows = analysis.byOutcome.toSorted(ORDER[sorting.by]);
  if (sorting.down) rows.reverse();
  const symmetric = analysis.canonical !== null && analysis.canonical !== analysis.positions;
  const name = `${variant.game}-${variant.variant}`;
  return (
    <section class="panel counts" aria-labelledby="counts-heading">
      <h2 id="counts-heading">
        Counts
        <span class="downloads">
          <a download={`${name}.csv`} href={analysisFile(variant.game, variant.variant, "csv")}>CSV</a>
          <a download={`${name}.json`} href={analysisFile(variant.game, variant.variant, "json")}>JSON</a>
        </span>
      </h2>
      <div class="scroll tall">
        <table class="data">
          <thead>
            <tr>
              <SortHeading column="outcome" label="Value" sorting={sorting} sort={setSorting} />
              <SortHeading column="positions" label="Positions" sorting={sorting} sort={setSorting} number />
              {symmetric && <SortHeading column="canonical" label="Up to symmetry" sorting={sorting} sort={setSorting} number />}
              <th scope="col" class="number">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((count) => (
              <tr key={`${count.value} ${count.remoteness}`}>
                <td><ValueMark outcome={count} long /></td>
                <td class="number">{grouped(count.positions)}</td>
                {symmetric && <td class="number">{count.canonical === null ? "" : grouped(count.canonical)}</td>}
                <td class="number">{percent(count.positions, analysis.positions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
