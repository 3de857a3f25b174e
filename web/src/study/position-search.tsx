import { useState } from "preact/hooks";
import * as api from "../api";
import type { Search, Variant } from "../api";
import { Loaded } from "../parts/loaded";
import { useResource } from "../resource";
import { FoundList } from "./found-list";

/** Positions of a wanted value and remoteness. */
export function PositionSearch({ variant }: { variant: Variant }) {
  const [wanted, setWanted] = useState<Search | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const number = (name: string) => (form.get(name) === "" ? undefined : Number(form.get(name)));
    const [min, max] = [number("min"), number("max")];
    const value = form.get("value") as Search["value"];
    // A new seed each time: the same question asked again brings other examples.
    setWanted({ value, limit: 12, seed: Math.floor(Math.random() * 1e9), ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  };
  return (
    <section class="panel" aria-labelledby="search-heading">
      <h2 id="search-heading">Find positions</h2>
      <form class="search-form" onSubmit={submit}>
        <select name="value" aria-label="Value">
          <option value="any">any value</option>
          <option value="win">wins</option>
          <option value="lose">losses</option>
          <option value="tie">ties</option>
          <option value="draw">draws</option>
        </select>
        <label>in <input name="min" type="number" min="0" placeholder="0" aria-label="least remoteness" /></label>
        <label>to <input name="max" type="number" min="0" placeholder="∞" aria-label="greatest remoteness" /></label>
        <button type="submit">Find</button>
      </form>
      {wanted && <Results variant={variant} wanted={wanted} />}
    </section>
  );
}

function Results({ variant, wanted }: { variant: Variant; wanted: Search }) {
  const found = useResource(JSON.stringify(wanted), () => api.search(variant.game, variant.variant, wanted));
  return (
    <Loaded resource={found} what="positions">
      {(list) => (list.length === 0 ? <p class="nothing">There are no such positions.</p> : <FoundList variant={variant} found={list} />)}
    </Loaded>
  );
}
