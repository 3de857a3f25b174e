// Something that is loaded: it is coming, it is here, or it failed and can be tried again. There is no fourth state,
// so nobody waits for ever.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "./api";

export type Resource<T> =
  | { state: "loading" }
  | { state: "ready"; value: T }
  | { state: "failed"; error: ApiError; retry: () => void };

/** Loads whenever the key changes; an answer to an old key is dropped. `null` as key: nothing to load yet. */
export function useResource<T>(key: string | null, load: () => Promise<T>): Resource<T> {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ key: string | null; resource: Resource<T> }>({ key, resource: { state: "loading" } });
  useEffect(() => {
    if (key === null) return;
    let wanted = true;
    const hold = (resource: Resource<T>) => wanted && setHeld({ key, resource });
    hold({ state: "loading" });
    load().then(
      (value) => hold({ state: "ready", value }),
      (error: unknown) => hold({ state: "failed", error: asApiError(error), retry: () => setAttempt(attempt + 1) }),
    );
    return () => {
      wanted = false;
    };
  }, [key, attempt]);
  return held.key === key ? held.resource : { state: "loading" };
}

/** Bugs, too, end as a sentence on the page rather than as a spinner. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(`Something went wrong: ${String(error)}`, null);
}
