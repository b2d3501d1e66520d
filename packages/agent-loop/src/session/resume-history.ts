import type { Message, ToolMessage } from "@hermes/models";
import type { StoredSession } from "../journal/session-journal.ts";
import { cutAnswer, toolCallsOf } from "./message-parts.ts";

export interface ResumedHistory {
  /** Valid: every call has exactly one result, in call order, right after the message that made it. */
  readonly messages: readonly Message[];
  /** The messages that had to be added, in the order in which the journal should get them. */
  readonly repairs: readonly Message[];
}

/**
 * Makes a valid history of a session that was cut at any point: the text of an answer under way becomes a message
 * without `finishReason` (the mark of a cut), calls without a result get one that says whether they were started,
 * results come into call order, and results that answer nothing, or answer twice, are left out. Pure; running it
 * on its own outcome changes nothing.
 */
export function resumeHistory(
  stored: Pick<StoredSession, "messages" | "partial" | "startedCalls">,
): ResumedHistory {
  const started = new Set(stored.startedCalls);
  const messages: Message[] = [];
  const repairs: Message[] = [];
  let open: OpenCalls | undefined;

  const close = (): void => {
    if (open === undefined) return;
    for (const call of open.calls) {
      const result = open.results.get(call.id) ?? resultOfCutCall(call, started.has(call.id));
      messages.push(result);
      if (!open.results.has(call.id)) repairs.push(result);
    }
    open = undefined;
  };

  for (const message of stored.messages) {
    if (message.role === "tool") {
      open?.take(message);
      continue;
    }
    close();
    messages.push(message);
    if (message.role === "assistant") open = new OpenCalls(toolCallsOf(message));
  }
  close();
  const cut = stored.partial === undefined ? undefined : cutAnswer(stored.partial);
  if (cut !== undefined) {
    messages.push(cut);
    repairs.push(cut);
  }
  return { messages, repairs };
}

interface Call {
  readonly id: string;
  readonly name: string;
}

/** The calls of one assistant message and the results that came for them. */
class OpenCalls {
  readonly calls: readonly Call[];
  readonly results = new Map<string, ToolMessage>();

  constructor(calls: readonly Call[]) {
    const seen = new Set<string>();
    this.calls = calls.filter((call) => !seen.has(call.id) && seen.add(call.id));
  }

  /** The first result of a call is the one that counts; what answers no call is dropped. */
  take(message: ToolMessage): void {
    if (this.results.has(message.callId)) return;
    if (this.calls.some((call) => call.id === message.callId)) this.results.set(message.callId, message);
  }
}

function resultOfCutCall(call: Call, wasStarted: boolean): ToolMessage {
  const error = wasStarted
    ? "Started, outcome unknown: the session ended while this call ran. It may or may not have taken effect; check before repeating it."
    : "Interrupted before it ran: the session ended first. Call again if it is still needed.";
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    content: JSON.stringify({ error }),
    isError: true,
  };
}
