import { useState } from "preact/hooks";
import type { Variant } from "../api";
import { formatRoute, playRoute } from "../route";
import { KeysPopup } from "./keys-popup";
import { RulesPopup } from "./rules-popup";
import { VariantPicker } from "./variant-picker";

/** Name of the game, its variants, and the ways to its pages. */
export function GameHead({ variant, page }: { variant: Variant; page: "play" | "study" }) {
  const [open, setOpen] = useState<"rules" | "keys" | null>(null);
  const close = () => setOpen(null);
  const { game, variant: id } = variant;
  return (
    <div class="game-head">
      <h1>{variant.name}</h1>
      <VariantPicker variant={variant} page={page} />
      <nav aria-label="This game">
        <a href={formatRoute(playRoute(game, id))} aria-current={page === "play" ? "page" : undefined}>Play</a>
        <a href={formatRoute({ page: "study", game, variant: id })} aria-current={page === "study" ? "page" : undefined}>Study</a>
        <button type="button" class="quiet" onClick={() => setOpen("rules")}>Rules</button>
        {page === "play" && <button type="button" class="quiet" onClick={() => setOpen("keys")}>Keys</button>}
      </nav>
      {open === "rules" && <RulesPopup variant={variant} close={close} />}
      {open === "keys" && <KeysPopup close={close} />}
    </div>
  );
}
