import { ApiError } from "@hermes/client";
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";

interface Said {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const shownMs = 6_000;
const said = signal<readonly Said[]>([]);
let lastId = 0;

/** Says something for a few seconds, also to those who listen. */
export function say(text: string, { isError = false }: { readonly isError?: boolean } = {}): void {
  const id = ++lastId;
  said.value = [...said.value.slice(-3), { id, text, isError }];
  setTimeout(() => (said.value = said.value.filter((each) => each.id !== id)), shownMs * (isError ? 2 : 1));
}

/** In words, what has gone wrong and what to do. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError)
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : strings.shell.failed;
}

export function sayError(error: unknown): void {
  say(errorText(error), { isError: true });
}

/** Does what a button asks for, and says what has gone wrong. @returns Whether it went well. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done !== undefined) say(done);
    return true;
  } catch (error) {
    sayError(error);
    return false;
  }
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {said.value.map(({ id, text, isError }) => (
        <p key={id} class={isError ? "toast error" : "toast"}>
          {text}
        </p>
      ))}
    </div>
  );
}
