import type { JSX } from "preact";
import { ago, fullTime } from "../format.ts";

/** @param at Milliseconds since 1970. */
export function Time({ at }: { readonly at: number }): JSX.Element {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {ago(at)}
    </time>
  );
}
