import { useState } from "preact/hooks";

/** Copies a text, and says whether it could. */
export function CopyButton(props: { label: string; text: () => string }) {
  const [said, say] = useState<string | null>(null);
  const copy = async () => {
    // Browsers forbid copying on pages without encryption, other than on the own machine.
    say(await navigator.clipboard?.writeText(props.text()).then(() => "Copied", () => null) ?? "Copying is not allowed here");
    setTimeout(() => say(null), 2000);
  };
  return <button type="button" onClick={copy}><span aria-live="polite">{said ?? props.label}</span></button>;
}
