import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { JournalEntry, SessionHead, SessionJournal, StoredSession } from "./session-journal.ts";

interface MemorySession {
  head: SessionHead;
  messages: Message[];
  partial: { readonly text: string; readonly reasoning: string } | undefined;
  readonly started: Set<string>;
}

/** A journal that lives as long as the object: for programs that keep no conversations, and for tests. */
export function memoryJournal(): SessionJournal {
  const sessions = new Map<string, MemorySession>();
  return {
    create(head) {
      if (sessions.has(head.id)) throw duplicateSession(head.id);
      sessions.set(head.id, { head, messages: [], partial: undefined, started: new Set() });
    },
    load(sessionId) {
      const session = sessions.get(sessionId);
      return session === undefined ? undefined : snapshot(session);
    },
    append(sessionId, entry) {
      const session = sessions.get(sessionId);
      if (session === undefined) throw unknownSession(sessionId);
      apply(session, entry);
    },
  };
}

function apply(session: MemorySession, entry: JournalEntry): void {
  switch (entry.type) {
    case "partial":
      session.partial = { text: entry.text, reasoning: entry.reasoning };
      break;
    case "message":
      session.messages.push(entry.message);
      if (entry.message.role === "assistant") session.partial = undefined;
      if (entry.message.role === "tool") session.started.delete(entry.message.callId);
      break;
    case "note":
      session.messages.push(noted(session.messages.pop(), entry.text));
      break;
    case "tool-start":
      session.started.add(entry.callId);
      break;
    case "compression":
      session.messages = [...entry.messages];
      if (entry.system !== undefined) session.head = { ...session.head, system: entry.system };
      break;
    case "request-start":
    case "turn-end":
      break;
  }
}

function noted(message: Message | undefined, text: string): Message {
  if (message?.role !== "user") throw new RangeError("A note needs the words that it is about before it.");
  return { ...message, notes: [...(message.notes ?? []), text] };
}

function snapshot({ head, messages, partial, started }: MemorySession): StoredSession {
  return {
    head,
    messages: [...messages],
    ...(partial === undefined ? {} : { partial }),
    startedCalls: [...started],
  };
}

function duplicateSession(id: string): HermesError {
  return new HermesError(`A session "${id}" exists already.`, {
    code: "SESSION_EXISTS",
    hint: "Open it instead, or choose another id.",
  });
}

function unknownSession(id: string): HermesError {
  return new HermesError(`No session "${id}".`, { code: "SESSION_NOT_FOUND", hint: "Create it first." });
}
