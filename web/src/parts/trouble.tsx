/** An error: the sentence, and a way on. */
export function Trouble(props: { message: string; retry?: () => void; dismiss?: () => void }) {
  return (
    <div class="trouble" role="alert">
      <span class="trouble-mark" aria-hidden="true">!</span>
      <p>{props.message}</p>
      {props.retry && <button type="button" onClick={props.retry}>Try again</button>}
      {props.dismiss && <button type="button" class="quiet" onClick={props.dismiss}>Dismiss</button>}
    </div>
  );
}
