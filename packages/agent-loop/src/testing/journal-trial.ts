import type { Message, UserMessage } from "@hermes/models";
import type { JournalEntry, SessionHead, SessionJournal, StoredSession } from "../journal/session-journal.ts";
import type { LeaseRequest, SessionLease, SessionLeases } from "../journal/session-lease.ts";
import type { SessionNotices } from "../journal/session-notices.ts";

/** A journal to try, fresh and empty. */
export interface JournalUnderTest {
  readonly journal: SessionJournal;
  /** The same store as another process would see it. Absent: the journal itself. */
  reopen?(): SessionJournal | Promise<SessionJournal>;
  close?(): void | Promise<void>;
}

export const head: SessionHead = {
  id: "s1",
  system: "You are a test. \u{1f9ea}\n  Kept byte for byte.\n",
  tools: [
    { name: "read", description: "Reads.", parameters: { type: "object", properties: { b: {}, a: {} } } },
  ],
  provenance: [{ source: "hub", name: "tea" }],
  model: "scripted",
  platform: "test",
  cwd: "/work",
  startedAt: 1_000,
};

/** Another prompt and other tools. */
export const epoch: Pick<SessionHead, "system" | "tools" | "model"> = {
  system: "Anew. \u{1f9ea}",
  tools: [
    { name: "write", description: "Writes.", parameters: { type: "object", properties: { z: {}, a: {} } } },
  ],
  model: "another",
};

export const user: UserMessage = { role: "user", content: [{ type: "text", text: "Go on." }] };
export const assistant: Message = {
  role: "assistant",
  content: [
    { type: "reasoning", text: "Two reads.", signature: "sig", provider: "anthropic" },
    { type: "text", text: "Reading." },
    { type: "tool-call", id: "c1", name: "read", arguments: '{"a": 1}' },
    { type: "tool-call", id: "c2", name: "read", arguments: "{broken" },
    { type: "provider", provider: "openai", item: { encrypted: "x" } },
  ],
  finishReason: "tool-calls",
};
export const firstResult: Message = {
  role: "tool",
  callId: "c1",
  name: "read",
  content: '{"ok":true}',
  notes: ["a note"],
};
export const secondResult: Message = {
  role: "tool",
  callId: "c2",
  name: "read",
  content: '{"error":"no"}',
  isError: true,
  images: [{ type: "image", mediaType: "image/png", data: "AAAA" }],
};

/** Something that every journal does. */
export interface JournalFact {
  readonly name: string;
  check(trial: JournalTrial): Promise<void>;
}

/** A journal in the middle of a case. */
export class JournalTrial {
  readonly #made: JournalUnderTest;
  #at = 2_000;

  constructor(made: JournalUnderTest) {
    this.#made = made;
  }

  get journal(): SessionJournal {
    return this.#made.journal;
  }

  async message(message: Message): Promise<void> {
    const usage = {
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 4,
      reasoningTokens: 5,
    };
    const extra = message.role === "assistant" ? { usage, model: "scripted", durationMs: 12.5 } : {};
    await this.append({ type: "message", message, ...extra, at: this.#at++ });
  }

  async start(callId: string): Promise<void> {
    await this.append({ type: "tool-start", callId, name: "read", arguments: "{}", at: this.#at++ });
  }

  async partial(text: string, reasoning = ""): Promise<void> {
    await this.append({ type: "partial", text, reasoning, at: this.#at++ });
  }

  async append(entry: JournalEntry, token?: number): Promise<void> {
    await this.journal.append(head.id, entry, token);
  }

  /** Says something under a lease. */
  async say(text: string, token: number | undefined): Promise<void> {
    const message: UserMessage = { role: "user", content: [{ type: "text", text }] };
    await this.append({ type: "message", message, at: this.#at++ }, token);
  }

  async said(): Promise<readonly string[]> {
    return (await this.stored()).messages.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.map((part) => (part.type === "text" ? part.text : "")),
    );
  }

  get notices(): SessionNotices {
    const { notices } = this.journal;
    if (notices === undefined) throw new Error("The journal has no notices.");
    return notices;
  }

  async notice(id: string, text: string): Promise<boolean> {
    return await this.notices.record(head.id, { id, source: "test", text, at: this.#at++ });
  }

  /** The texts that another process would find waiting. */
  async waiting(): Promise<readonly string[]> {
    const { notices } = (await this.#made.reopen?.()) ?? this.journal;
    return ((await notices?.waiting(head.id)) ?? []).map(({ text }) => text);
  }

  /** Writes a message that tells notices. */
  async tell(...ids: readonly string[]): Promise<void> {
    await this.append({ type: "message", message: user, notices: ids, at: this.#at++ });
  }

  get leases(): SessionLeases {
    const { leases } = this.journal;
    if (leases === undefined) throw new Error("The journal has no leases.");
    return leases;
  }

  /** The lease that one writer gets at a time; undefined when it gets none. */
  async acquire(
    pid: number,
    now: number,
    more: Partial<LeaseRequest> = {},
  ): Promise<SessionLease | undefined> {
    const owner = { host: "here", pid, processStart: `start of ${pid}` };
    const request = { owner, now, ttlMs: 60_000, isGone: () => false, ...more };
    const answer = await this.leases.acquire(head.id, request);
    return answer !== undefined && "lease" in answer ? answer.lease : undefined;
  }

  /** What another process would find. */
  async stored(): Promise<StoredSession> {
    const journal = (await this.#made.reopen?.()) ?? this.journal;
    const stored = await journal.load(head.id);
    if (stored === undefined) throw new Error("The session is not in the journal.");
    return stored;
  }
}
