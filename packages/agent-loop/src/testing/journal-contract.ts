import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { Message, UserMessage } from "@hermes/models";
import type { JournalEntry, SessionHead, SessionJournal, StoredSession } from "../journal/session-journal.ts";

/** A journal to try, fresh and empty. */
export interface JournalUnderTest {
  readonly journal: SessionJournal;
  /** The same store as another process would see it. Absent: the journal itself. */
  reopen?(): SessionJournal | Promise<SessionJournal>;
  close?(): void | Promise<void>;
}

export interface ContractCase {
  /** A fact that could be false: the name of the test. */
  readonly name: string;
  run(): Promise<void>;
}

/**
 * What every `SessionJournal` must do, as a list of cases for any test runner:
 * `for (const { name, run } of journalContract(makeJournal)) test(name, run);`
 */
export function journalContract(
  makeJournal: () => JournalUnderTest | Promise<JournalUnderTest>,
): readonly ContractCase[] {
  return facts.map(({ name, check }) => ({
    name,
    run: async () => {
      const made = await makeJournal();
      try {
        await check(new Trial(made));
      } finally {
        await made.close?.();
      }
    },
  }));
}

const head: SessionHead = {
  id: "s1",
  system: "You are a test. \u{1f9ea}\n  Kept byte for byte.\n",
  tools: [
    { name: "read", description: "Reads.", parameters: { type: "object", properties: { b: {}, a: {} } } },
  ],
  model: "scripted",
  platform: "test",
  cwd: "/work",
  startedAt: 1_000,
};

const user: UserMessage = { role: "user", content: [{ type: "text", text: "Go on." }] };
const assistant: Message = {
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
const firstResult: Message = {
  role: "tool",
  callId: "c1",
  name: "read",
  content: '{"ok":true}',
  notes: ["a note"],
};
const secondResult: Message = {
  role: "tool",
  callId: "c2",
  name: "read",
  content: '{"error":"no"}',
  isError: true,
  images: [{ type: "image", mediaType: "image/png", data: "AAAA" }],
};

class Trial {
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

  async append(entry: JournalEntry): Promise<void> {
    await this.journal.append(head.id, entry);
  }

  /** What another process would find. */
  async stored(): Promise<StoredSession> {
    const journal = (await this.#made.reopen?.()) ?? this.journal;
    const stored = await journal.load(head.id);
    if (stored === undefined) throw new Error("The session is not in the journal.");
    return stored;
  }
}

const facts: readonly { readonly name: string; check(trial: Trial): Promise<void> }[] = [
  {
    name: "load answers undefined for a session that was never created",
    async check(trial) {
      strictEqual(await trial.journal.load("nobody"), undefined);
    },
  },
  {
    name: "the head comes back as it was written, to the byte and in key order",
    async check(trial) {
      await trial.journal.create(head);
      const stored = await trial.stored();
      deepStrictEqual({ ...stored.head }, head);
      strictEqual(JSON.stringify(stored.head.tools), JSON.stringify(head.tools));
    },
  },
  {
    name: "a session cannot be created twice",
    async check(trial) {
      await trial.journal.create(head);
      await rejects(async () => trial.journal.create({ ...head, system: "another" }));
      strictEqual((await trial.stored()).head.system, head.system);
    },
  },
  {
    name: "an entry for an unknown session is refused",
    async check(trial) {
      await rejects(async () => trial.journal.append("nobody", { type: "message", message: user, at: 1 }));
    },
  },
  {
    name: "messages come back whole and in the order in which they were written",
    async check(trial) {
      await trial.journal.create(head);
      for (const message of [user, assistant, secondResult, firstResult]) await trial.message(message);
      deepStrictEqual((await trial.stored()).messages, [user, assistant, secondResult, firstResult]);
    },
  },
  {
    name: "the newest partial stands for the answer under way",
    async check(trial) {
      await trial.journal.create(head);
      await trial.message(user);
      await trial.partial("Hel");
      await trial.partial("Hello", "thought");
      deepStrictEqual((await trial.stored()).partial, { text: "Hello", reasoning: "thought" });
    },
  },
  {
    name: "an assistant message ends the partial before it",
    async check(trial) {
      await trial.journal.create(head);
      await trial.message(user);
      await trial.partial("Hello");
      await trial.message(assistant);
      strictEqual((await trial.stored()).partial, undefined);
    },
  },
  {
    name: "a call is started until its tool message is there",
    async check(trial) {
      await trial.journal.create(head);
      for (const message of [user, assistant]) await trial.message(message);
      await trial.start("c1");
      await trial.start("c2");
      deepStrictEqual([...(await trial.stored()).startedCalls].toSorted(), ["c1", "c2"]);
      await trial.message(secondResult);
      deepStrictEqual((await trial.stored()).startedCalls, ["c1"]);
      await trial.message(firstResult);
      deepStrictEqual((await trial.stored()).startedCalls, []);
    },
  },
  {
    name: "a compression replaces the messages before it",
    async check(trial) {
      await trial.journal.create(head);
      for (const message of [user, assistant, firstResult, secondResult]) await trial.message(message);
      const short: Message = { role: "user", content: [{ type: "text", text: "Two files were read." }] };
      await trial.append({ type: "compression", messages: [short], at: 3_000 });
      await trial.message(user);
      deepStrictEqual((await trial.stored()).messages, [short, user]);
      deepStrictEqual((await trial.stored()).head, head);
    },
  },
  {
    name: "a compression may bring another prompt, which stays until the next one that does",
    async check(trial) {
      await trial.journal.create(head);
      const short: Message = { role: "user", content: [{ type: "text", text: "Two files were read." }] };
      await trial.append({ type: "compression", messages: [short], system: "Anew.", at: 3_000 });
      await trial.append({ type: "compression", messages: [short], at: 4_000 });
      deepStrictEqual((await trial.stored()).head, { ...head, system: "Anew." });
    },
  },
  {
    name: "what was added to the words of a person comes back with them",
    async check(trial) {
      await trial.journal.create(head);
      const noted: Message = {
        role: "user",
        content: [{ type: "text", text: "Hello" }],
        notes: ["<memory-context>…</memory-context>"],
      };
      await trial.message(noted);
      deepStrictEqual((await trial.stored()).messages, [noted]);
    },
  },
  {
    name: "a note behind the words of a person becomes one of theirs, and no message of its own",
    async check(trial) {
      await trial.journal.create(head);
      await trial.message(user);
      await trial.append({ type: "note", text: "Known: \ud800 x", at: 2_500 });
      deepStrictEqual((await trial.stored()).messages, [{ ...user, notes: ["Known: \ud800 x"] }]);
      await trial.append({ type: "note", text: "And more.", at: 2_600 });
      deepStrictEqual((await trial.stored()).messages, [
        { ...user, notes: ["Known: \ud800 x", "And more."] },
      ]);
    },
  },
  {
    name: "requests and ends of turns leave the history as it is",
    async check(trial) {
      await trial.journal.create(head);
      await trial.append({ type: "request-start", round: 1, model: "scripted", at: 1 });
      await trial.message(user);
      await trial.append({ type: "turn-end", reason: "model-error", at: 2 });
      const stored = await trial.stored();
      deepStrictEqual(stored.messages, [user]);
      deepStrictEqual(stored.startedCalls, []);
      strictEqual(stored.partial, undefined);
    },
  },
];
