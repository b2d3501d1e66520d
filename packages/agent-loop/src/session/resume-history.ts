import type { AssistantMessage, Message, ToolMessage } from "@hermes/models";
import type { StoredSession } from "../journal/session-journal.ts";
import { cutAnswer, toolCallsOf } from "./message-parts.ts";

export interface ResumedHistory {
  /** Valid: every call has exactly one result, in call order, right after the message that made it; but for those that wait. */
  readonly messages: readonly Message[];
  /** The messages that had to be added, in the order in which the journal should get them. */
  readonly repairs: readonly Message[];
}

/**
 * Makes a valid history of a session that was cut at any point, or that two writers wrote at the same time: the text
 * of an answer under way becomes a message without `finishReason` (the mark of a cut), results come behind the message
 * that made their call, in call order, and calls without a result get one that says whether they were started. Results
 * that answer nothing, or answer twice, are left out. Pure; running it on its own outcome changes nothing.
 *
 * A result answers the call with its id, whatever was written between the two. Where an id stands for several calls,
 * it answers the nearest one before it that has no result yet, one of the tool that it names first; and of none of them
 * is it said that it did not run, because a result or a start may be that of another.
 *
 * @param awaiting Ids of calls that wait for an approval: they stay without a result. @default none
 * @param gone Ids of calls that did not start, and whose tool is not there any more. @default none
 */
export function resumeHistory(
  stored: Pick<StoredSession, "messages" | "partial" | "startedCalls">,
  awaiting: ReadonlySet<string> = new Set(),
  gone: ReadonlySet<string> = new Set(),
): ResumedHistory {
  const started = new Set(stored.startedCalls);
  const asked = new AskedCalls();
  const written: (readonly [message: Message, calls: readonly AskedCall[]])[] = [];
  for (const message of stored.messages) {
    if (message.role === "tool") asked.take(message);
    else written.push([message, message.role === "assistant" ? asked.add(message) : []]);
  }

  const repairs: Message[] = [];
  const messages: Message[] = [];
  for (const [message, calls] of written) {
    messages.push(message);
    for (const call of calls) {
      if (call.result !== undefined) messages.push(call.result);
      else if (!awaiting.has(call.id)) {
        const mayHaveRun = started.has(call.id) || asked.isAmbiguous(call.id);
        const result = resultOfCutCall(call, mayHaveRun, gone.has(call.id));
        repairs.push(result);
        messages.push(result);
      }
    }
  }
  const cut = stored.partial === undefined ? undefined : cutAnswer(stored.partial);
  if (cut !== undefined) {
    messages.push(cut);
    repairs.push(cut);
  }
  return { messages, repairs };
}

interface AskedCall {
  readonly id: string;
  readonly name: string;
  result?: ToolMessage;
}

const noCalls: readonly AskedCall[] = [];

/** The calls of a history so far, with the results that came for them. */
class AskedCalls {
  readonly #byId = new Map<string, AskedCall[]>();

  /** @returns The calls of one answer. An id that it has twice is one call. */
  add(message: AssistantMessage): readonly AskedCall[] {
    const made = toolCallsOf(message);
    if (made.length === 0) return noCalls;
    const own = new Map<string, AskedCall>();
    for (const { id, name } of made) if (!own.has(id)) own.set(id, { id, name });
    for (const call of own.values()) {
      const before = this.#byId.get(call.id);
      if (before === undefined) this.#byId.set(call.id, [call]);
      else before.push(call);
    }
    return [...own.values()];
  }

  /** The first result of a call is the one that counts, unless it only stood for one that comes later after all. */
  take(message: ToolMessage): void {
    const calls = this.#byId.get(message.callId) ?? [];
    const isOpen = ({ result }: AskedCall): boolean => result === undefined;
    const isStandIn = ({ result }: AskedCall): boolean => result?.standsFor !== undefined;
    const call =
      nearest(calls, message, isOpen) ??
      (message.standsFor === undefined ? nearest(calls, message, isStandIn) : undefined);
    if (call !== undefined) call.result = message;
  }

  isAmbiguous(id: string): boolean {
    return (this.#byId.get(id)?.length ?? 0) > 1;
  }
}

function nearest(
  calls: readonly AskedCall[],
  { name }: ToolMessage,
  fits: (call: AskedCall) => boolean,
): AskedCall | undefined {
  return calls.findLast((call) => call.name === name && fits(call)) ?? calls.findLast(fits);
}

function resultOfCutCall(call: AskedCall, mayHaveRun: boolean, isGone: boolean): ToolMessage {
  const whyNot = isGone
    ? `Not run: there is no tool "${call.name}" any more. Do without it.`
    : "Interrupted before it ran: the session ended first. Call again if it is still needed.";
  const error = mayHaveRun
    ? "Started, outcome unknown: the session ended while this call ran. It may or may not have taken effect; check before repeating it."
    : whyNot;
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    content: JSON.stringify({ error }),
    isError: true,
    standsFor: mayHaveRun ? "unknown-outcome" : "not-run",
  };
}
