import type { Value } from "../api";

/** How positions are divided among the values. The same numbers stand beside it in words. */
export function ShareBar(props: { shares: { value: Value; positions: number }[] }) {
  return (
    <span class="shares" aria-hidden="true">
      {props.shares.map(({ value, positions }) => positions > 0 && <span key={value} class={value} style={{ flexGrow: positions }} />)}
    </span>
  );
}
