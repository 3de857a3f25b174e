import { Popup } from "../parts/popup";
import { KEYS } from "./use-keys";

const NAMES: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→" };

export function KeysPopup({ close }: { close: () => void }) {
  return (
    <Popup title="Keys" close={close}>
      <dl class="keys">
        <dt><kbd>Tab</kbd></dt><dd>to the board; there the arrow keys choose a move</dd>
        <dt><kbd>Enter</kbd></dt><dd>play the chosen move</dd>
        {KEYS.map(({ keys, about }) => (
          <>
            <dt>{keys.map((key) => <kbd key={key}>{NAMES[key] ?? key}</kbd>)}</dt>
            <dd>{about}</dd>
          </>
        ))}
      </dl>
    </Popup>
  );
}
