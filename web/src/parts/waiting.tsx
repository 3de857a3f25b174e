/** Something is on its way. It fades in late, so that quick answers do not flicker. */
export function Waiting(props: { what: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {props.what} …
    </div>
  );
}
