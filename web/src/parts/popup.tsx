import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A window over the page. The browser keeps the focus inside and closes it with Escape. */
export function Popup(props: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="popup"
      aria-label={props.title}
      onClose={props.close}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <header>
        <h2>{props.title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>✕</button>
      </header>
      <div class="popup-body">{props.children}</div>
    </dialog>
  );
}
