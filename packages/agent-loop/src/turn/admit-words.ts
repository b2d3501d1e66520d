import type { UserMessage } from "@hermes/models";
import type { HookRunner } from "../hooks/hook-runner.ts";
import type { OpenedSession } from "../session/open-session.ts";
import type { TurnScope } from "./turn-scope.ts";
import { warningsTo } from "./warnings-to.ts";

export type AdmitWordsOptions = Pick<OpenedSession, "session" | "resumed"> &
  Pick<TurnScope, "events" | "signal">;

/** The words as they begin a turn; with a `refusal` they do not. */
export interface AdmittedWords {
  readonly words: UserMessage | undefined;
  readonly refusal?: string | undefined;
}

/** Tells the hooks that the session begins, and asks them about the words of the user. */
export async function admitWords(
  hooks: HookRunner | undefined,
  message: UserMessage | undefined,
  { session, resumed, events, signal }: AdmitWordsOptions,
): Promise<AdmittedWords> {
  if (hooks === undefined) return { words: message };
  await hooks.begin({ head: session.head, resumed }, { signal, warn: warningsTo(events) });
  return message === undefined ? { words: undefined } : await hooks.messageIn(message, signal);
}
