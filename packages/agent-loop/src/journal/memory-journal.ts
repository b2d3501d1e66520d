import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { fingerprintChars } from "../session/fingerprint.ts";
import { MemoryNotices } from "./memory-notices.ts";
import { leaseLost } from "./lease-lost.ts";
import { withHead, withPrompt } from "./session-journal.ts";
import type { JournalEntry, SessionHead, SessionJournal, StoredSession } from "./session-journal.ts";
import type { LastPrefix, RequestPrefix } from "./request-prefix.ts";
import type { SessionLease, SessionLeases } from "./session-lease.ts";
import type { SessionNotices } from "./session-notices.ts";

interface MemorySession {
  head: SessionHead;
  messages: Message[];
  partial: { readonly text: string; readonly reasoning: string } | undefined;
  readonly started: Set<string>;
  prefix: LastPrefix | undefined;
  lease: SessionLease | undefined;
  /** Of the last lease. */
  token: number;
}

/** A journal that lives as long as the object: for programs that keep no sessions, and for tests. */
export function memoryJournal(): SessionJournal & { readonly notices: SessionNotices } {
  const sessions = new Map<string, MemorySession>();
  const notices = new MemoryNotices();
  return {
    create(head, messages = []) {
      if (sessions.has(head.id)) throw duplicateSession(head.id);
      const begun = {
        messages: [...messages],
        partial: undefined,
        started: new Set<string>(),
        prefix: undefined,
      };
      sessions.set(head.id, { head, ...begun, lease: undefined, token: 0 });
    },
    load(sessionId) {
      const session = sessions.get(sessionId);
      return session === undefined ? undefined : snapshot(session);
    },
    append(sessionId, entry, token) {
      const session = sessions.get(sessionId);
      if (session === undefined) throw unknownSession(sessionId);
      if (session.lease?.token !== token) throw leaseLost(sessionId, token, session.lease);
      apply(session, entry);
      if (entry.type === "message") notices.deliver(sessionId, entry.notices ?? []);
    },
    leases: leasesOf(sessions),
    notices,
    lastPrefix: (sessionId) => sessions.get(sessionId)?.prefix,
  };
}

function leasesOf(sessions: ReadonlyMap<string, MemorySession>): SessionLeases {
  return {
    acquire(sessionId, { owner, now, ttlMs, isGone, takeOver = false }) {
      const session = sessions.get(sessionId);
      if (session === undefined) return undefined;
      const { lease: before } = session;
      if (before !== undefined && !takeOver && now < before.expiresAt && !isGone(before.owner))
        return { heldBy: before };
      const lease = { owner, token: ++session.token, since: now, expiresAt: now + ttlMs };
      session.lease = lease;
      return { lease };
    },
    renew(sessionId, token, expiresAt) {
      const session = sessions.get(sessionId);
      if (session?.lease?.token !== token) return false;
      session.lease = { ...session.lease, expiresAt: Math.max(session.lease.expiresAt, expiresAt) };
      return true;
    },
    release(sessionId, token) {
      const session = sessions.get(sessionId);
      if (session?.lease?.token === token) session.lease = undefined;
    },
    holder: (sessionId) => sessions.get(sessionId)?.lease,
  };
}

function apply(session: MemorySession, entry: JournalEntry): void {
  switch (entry.type) {
    case "partial": {
      const { text, reasoning } = entry;
      session.partial = text === "" && reasoning === "" ? undefined : { text, reasoning };
      break;
    }
    case "message":
      session.messages.push(entry.message);
      if (entry.message.role === "assistant") session.partial = undefined;
      if (entry.prefix !== undefined) session.prefix = lastPrefix(session.prefix, entry.prefix);
      if (entry.message.role === "tool") session.started.delete(entry.message.callId);
      break;
    case "note":
      session.messages.push(noted(session.messages.pop(), entry));
      break;
    case "tool-start":
      session.started.add(entry.callId);
      break;
    case "compression":
      session.messages = [...entry.messages];
      session.prefix &&= { ...session.prefix, compressed: true };
      if (entry.system !== undefined)
        session.head = withPrompt(session.head, { system: entry.system, layout: entry.layout });
      break;
    case "head":
      session.head = withHead(session.head, entry);
      break;
    case "request-start":
    case "usage":
    case "turn-end":
      break;
  }
}

function lastPrefix(before: LastPrefix | undefined, prefix: RequestPrefix): LastPrefix {
  const kept = before?.messages.slice(0, prefix.kept * fingerprintChars) ?? "";
  return { prefix, messages: kept + prefix.added, compressed: false };
}

function noted(
  message: Message | undefined,
  { text, provenance = [] }: JournalEntry & { readonly type: "note" },
): Message {
  if (message?.role !== "user") throw new RangeError("A note needs the words that it is about before it.");
  const sources = [...(message.provenance ?? []), ...provenance];
  return {
    ...message,
    notes: [...(message.notes ?? []), text],
    ...(sources.length === 0 ? {} : { provenance: sources }),
  };
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
