import type { Variant } from "../api";
import { MarkdownView } from "../parts/markdown-view";
import { Popup } from "../parts/popup";

export function RulesPopup({ variant, close }: { variant: Variant; close: () => void }) {
  return (
    <Popup title={`Rules of ${variant.name}`} close={close}>
      {variant.about !== "" && <p class="rules-about">This variant: {variant.about}</p>}
      <MarkdownView text={variant.rules} />
    </Popup>
  );
}
