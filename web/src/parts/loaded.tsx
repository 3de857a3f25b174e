import type { ComponentChildren } from "preact";
import type { Resource } from "../resource";
import { Trouble } from "./trouble";
import { Waiting } from "./waiting";

/** Shows what was loaded, that it is coming, or why it is not. */
export function Loaded<T>(props: { resource: Resource<T>; what: string; children: (value: T) => ComponentChildren }) {
  const { resource, what, children } = props;
  switch (resource.state) {
    case "loading":
      return <Waiting what={what} />;
    case "failed":
      return <Trouble message={resource.error.message} retry={resource.retry} />;
    case "ready":
      return <>{children(resource.value)}</>;
  }
}
