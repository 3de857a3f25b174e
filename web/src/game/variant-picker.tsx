import { useState } from "preact/hooks";
import * as api from "../api";
import { visit } from "../navigation";
import { useResource } from "../resource";
import { playRoute } from "../route";

const OTHER = "\u0000other";

/** The variants of a game. Open games also take any variant that fits their pattern. */
export function VariantPicker({ variant, page }: { variant: api.Variant; page: "play" | "study" }) {
  const family = useResource(variant.game, () => api.game(variant.game));
  const [typing, setTyping] = useState(false);
  const choose = (id: string) => visit(page === "play" ? playRoute(variant.game, id) : { page, game: variant.game, variant: id });
  // The name of this variant is enough until the others have come, or if they do not come.
  const listed = family.state === "ready" ? family.value.variants : [];
  const open = family.state === "ready" ? family.value.open : null;
  const own = { id: variant.variant, about: variant.about };
  const all = listed.some((each) => each.id === variant.variant) ? listed : [own, ...listed];
  return (
    <div class="variant-picker">
      <select
        aria-label="Variant"
        value={typing ? OTHER : variant.variant}
        onChange={(event) => {
          const id = event.currentTarget.value;
          setTyping(id === OTHER);
          if (id !== OTHER) choose(id);
        }}
      >
        {all.map((each) => <option key={each.id} value={each.id}>{each.about === "" ? each.id : `${each.id}: ${each.about}`}</option>)}
        {open && <option value={OTHER}>other …</option>}
      </select>
      {typing && open && (
        <form onSubmit={(event) => { event.preventDefault(); choose(new FormData(event.currentTarget).get("variant") as string); }}>
          <input name="variant" required placeholder={open.pattern} aria-label={`Variant: ${open.about}`} title={open.about} autofocus />
          <button type="submit">Open</button>
        </form>
      )}
    </div>
  );
}
