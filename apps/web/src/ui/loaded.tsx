import type { JSX, ComponentChildren } from "preact";
import type { Loaded } from "../home/use-call.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "./button.tsx";
import { errorText } from "./toast.tsx";

export interface LoadedViewProps<Data> {
  readonly of: Loaded<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** What a call gave, or why there is nothing. */
export function LoadedView<Data>({ of, children }: LoadedViewProps<Data>): JSX.Element {
  return (
    <>
      {of.error !== undefined && (
        <p class="note error" role="alert">
          {errorText(of.error)} <Button onClick={of.reload}>{strings.shell.tryAgain}</Button>
        </p>
      )}
      {of.data === undefined
        ? of.error === undefined && (
            <p class="note" role="status">
              {strings.shell.loading}
            </p>
          )
        : children(of.data)}
    </>
  );
}
