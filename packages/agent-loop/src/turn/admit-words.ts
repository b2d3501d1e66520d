import type { UserMessage } from "@hermes/models";
import type { AgentEvent } from "../agent-event.ts";
import type { HookRunner, HookWarning } from "../hooks/hook-runner.ts";
import type { OpenedSession } from "../session/open-session.ts";
import type { EventChannel } from "./event-channel.ts";

export interface AdmitWordsOptions extends Pick<OpenedSession, "session" | "resumed"> {
  readonly events: EventChannel<AgentEvent>;
  readonly signal: AbortSignal;
}

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
  const warn = (warning: HookWarning): void => events.push({ type: "warning", ...warning });
  await hooks.begin({ head: session.head, resumed }, { signal, warn });
  return message === undefined ? { words: undefined } : await hooks.messageIn(message, signal);
}
