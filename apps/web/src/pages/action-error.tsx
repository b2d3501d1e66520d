import type { JSX } from "preact";
import { errorText } from "../ui/toast.tsx";
import type { Action } from "./use-action.ts";

/** Why an action was refused, in words, beside what asked for it. */
export function ActionError({ of }: { readonly of: Action }): JSX.Element | null {
  if (of.error === undefined) return null;
  return (
    <p class="note error" role="alert">
      {errorText(of.error)}
    </p>
  );
}
