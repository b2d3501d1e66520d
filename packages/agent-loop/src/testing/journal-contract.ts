import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { Message } from "@hermes/models";
import type { RequestPrefix } from "../journal/request-prefix.ts";
import type { JournalEntry } from "../journal/session-journal.ts";
import { JournalTrial, head, user, assistant, firstResult, secondResult } from "./journal-trial.ts";
import type { JournalUnderTest } from "./journal-trial.ts";

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
        await check(new JournalTrial(made));
      } finally {
        await made.close?.();
      }
    },
  }));
}

const usage = {
  ...{ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};
const somePrefix = {
  ...{ change: "none", provider: "p", model: "m", settings: "", system: "s", tools: "t", kept: 0, added: "" },
} as const;

const part = { kind: "context", name: "AGENTS.md" };
const epoch = {
  system: "Anew. \u{1f9ea}",
  tools: [
    { name: "write", description: "Writes.", parameters: { type: "object", properties: { z: {}, a: {} } } },
  ],
  model: "another",
};

const facts: readonly { readonly name: string; check(trial: JournalTrial): Promise<void> }[] = [
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
    name: "a session begins with messages, which are there with its head, and never where there is one already",
    async check(trial) {
      const messages = [user, assistant, firstResult, secondResult];
      await trial.journal.create(head, messages);
      deepStrictEqual((await trial.stored()).messages, messages);
      strictEqual((await trial.stored()).partial, undefined);
      await rejects(async () => trial.journal.create(head, [user]));
      await trial.message(user);
      deepStrictEqual((await trial.stored()).messages, [...messages, user]);
    },
  },
  {
    name: "what the last request began with is known, of all its messages, and whether the history was shortened since",
    async check(trial) {
      const { journal } = trial;
      if (journal.lastPrefix === undefined) return;
      await journal.create(head);
      strictEqual(await journal.lastPrefix(head.id), undefined);
      const prints = (letters: string): string => letters.replaceAll(/./g, (letter) => letter.repeat(11));
      const answer = async (prefix: RequestPrefix): Promise<void> =>
        await trial.append({ type: "message", message: assistant, usage, prefix, at: prefix.sentAt });
      const second = {
        ...somePrefix,
        change: "message",
        message: 2,
        sentAt: 20,
        kept: 1,
        added: prints("c"),
      } as const;
      await answer({ ...somePrefix, change: "first", sentAt: 10, added: prints("ab") });
      await answer(second);
      const last = { prefix: second, messages: prints("ac") };
      deepStrictEqual(await journal.lastPrefix(head.id), { ...last, compressed: false });
      await trial.append({ type: "compression", messages: [user], at: 30 });
      deepStrictEqual(await journal.lastPrefix(head.id), { ...last, compressed: true });
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
    name: "an empty partial takes back what was shown",
    async check(trial) {
      await trial.journal.create(head);
      await trial.message(user);
      await trial.partial("Hel");
      await trial.partial("");
      strictEqual((await trial.stored()).partial, undefined);
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
    name: "the layout of a prompt is kept with it, and goes with it",
    async check(trial) {
      const layout = [{ kind: "context", name: "AGENTS.md", chars: 4 }];
      const anew = { system: "Anew.", layout: [{ kind: "memory", name: "MEMORY.md", chars: 5 }] };
      await trial.journal.create({ ...head, layout });
      deepStrictEqual((await trial.stored()).head, { ...head, layout });
      await trial.append({ type: "compression", messages: [user], ...anew, at: 3_000 });
      await trial.append({ type: "compression", messages: [user], at: 4_000 });
      deepStrictEqual((await trial.stored()).head, { ...head, ...anew });
      await trial.append({ type: "compression", messages: [user], system: "Last.", at: 5_000 });
      deepStrictEqual((await trial.stored()).head, { ...head, system: "Last." });
    },
  },
  {
    name: "an epoch brings another prompt and other tools, and leaves the history as it is",
    async check(trial) {
      await trial.journal.create({ ...head, layout: [{ kind: "context", name: "AGENTS.md", chars: 4 }] });
      for (const message of [user, assistant]) await trial.message(message);
      await trial.start("c1");
      await trial.append({ ...epoch, type: "head", at: 3_000 });
      const { provenance: _, ...plain } = head;
      deepStrictEqual({ ...(await trial.stored()).head }, { ...plain, ...epoch });
      deepStrictEqual((await trial.stored()).messages, [user, assistant]);
      deepStrictEqual((await trial.stored()).startedCalls, ["c1"]);
      const last = {
        ...epoch,
        provenance: [{ source: "mcp", name: "tea" }],
        layout: [{ ...part, chars: 6 }],
      };
      await trial.append({ ...last, type: "head", at: 4_000 });
      deepStrictEqual({ ...(await trial.stored()).head }, { ...head, ...last });
    },
  },
  {
    name: "of the prompts that compressions and epochs bring, the last one counts; the tools are those of the epoch",
    async check(trial) {
      await trial.journal.create(head);
      const compress = async (system: string): Promise<void> =>
        await trial.append({ type: "compression", messages: [user], system, at: 3_000 });
      const now = async (): Promise<readonly unknown[]> => {
        const { system, tools, model } = (await trial.stored()).head;
        return [system, tools, model];
      };
      await compress("Compressed.");
      await trial.append({ ...epoch, type: "head", at: 3_000 });
      deepStrictEqual(await now(), [epoch.system, epoch.tools, epoch.model]);
      await compress("Compressed again.");
      deepStrictEqual(await now(), ["Compressed again.", epoch.tools, epoch.model]);
      await trial.append({ ...epoch, type: "head", at: 3_000 });
      deepStrictEqual(await now(), [epoch.system, epoch.tools, epoch.model]);
      deepStrictEqual((await trial.stored()).messages, [user]);
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
      const provenance = [{ source: "memory" }];
      await trial.append({ type: "note", text: "And more.", provenance, at: 2_600 });
      deepStrictEqual((await trial.stored()).messages, [
        { ...user, notes: ["Known: \ud800 x", "And more."], provenance },
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
  {
    name: "one writer holds a session at a time, and whoever asks is told who does",
    async check(trial) {
      strictEqual(await trial.acquire(1, 1_000), undefined);
      await trial.journal.create(head);
      const owner = { host: "here", pid: 1, processStart: "start of 1" };
      const first = await trial.acquire(1, 1_000);
      deepStrictEqual({ ...first }, { owner, token: first?.token, since: 1_000, expiresAt: 61_000 });
      const request = { owner: { host: "there", pid: 2 }, now: 60_999, ttlMs: 60_000, isGone: () => false };
      deepStrictEqual(await trial.leases.acquire(head.id, request), { heldBy: first });
    },
  },
  {
    name: "an entry is written by the holder alone: not with an older token, without one, or once it is released",
    async check(trial) {
      await trial.journal.create(head);
      await trial.say("before anybody holds it", undefined);
      const first = await trial.acquire(1, 1_000);
      await trial.say("first", first?.token);
      await rejects(trial.say("nobody", undefined), { code: "SESSION_LEASE_LOST" });
      const second = await trial.acquire(2, 2_000, { takeOver: true });
      await rejects(trial.say("too late", first?.token), { code: "SESSION_LEASE_LOST" });
      await trial.say("second", second?.token);
      if (trial.leases.holder) deepStrictEqual(await trial.leases.holder(head.id), second);
      await trial.leases.release(head.id, second?.token ?? 0);
      if (trial.leases.holder) strictEqual(await trial.leases.holder(head.id), undefined);
      await rejects(trial.say("released", second?.token), { code: "SESSION_LEASE_LOST" });
      await trial.say("after all", undefined);
      deepStrictEqual(await trial.said(), ["before anybody holds it", "first", "second", "after all"]);
    },
  },
  {
    name: "entries of every type are refused with an old token, and leave nothing behind",
    async check(trial) {
      await trial.journal.create(head);
      const old = await trial.acquire(1, 1_000);
      await trial.append({ type: "message", message: user, at: 1 }, old?.token);
      const before = await trial.stored();
      await trial.acquire(2, 2_000, { takeOver: true });
      const entries: readonly JournalEntry[] = [
        { type: "request-start", round: 1, model: "m", at: 2 },
        { type: "partial", text: "Hel", reasoning: "", at: 2 },
        { type: "message", message: assistant, at: 2 },
        { type: "note", text: "Known.", at: 2 },
        { type: "tool-start", callId: "c1", name: "read", arguments: "{}", at: 2 },
        { type: "compression", messages: [], at: 2 },
        { ...epoch, type: "head", at: 2 },
        { type: "turn-end", reason: "answered", at: 2 },
      ];
      for (const entry of entries)
        await rejects(trial.append(entry, old?.token), { code: "SESSION_LEASE_LOST" }, entry.type);
      deepStrictEqual(await trial.stored(), before);
    },
  },
  {
    name: "a lease is free when it is released, has expired, or its holder is gone; each one has a greater token",
    async check(trial) {
      await trial.journal.create(head);
      const first = await trial.acquire(1, 1_000);
      await trial.leases.release(head.id, first?.token ?? 0);
      const second = await trial.acquire(2, 2_000);
      const third = await trial.acquire(3, 62_000);
      strictEqual(await trial.acquire(4, 63_000, { isGone: ({ pid }) => pid !== 3 }), undefined);
      const fourth = await trial.acquire(4, 63_000, {
        isGone: ({ pid, processStart }) => pid === 3 && processStart === "start of 3",
      });
      const tokens = [first, second, third, fourth].map((lease) => lease?.token ?? 0);
      deepStrictEqual(
        tokens,
        tokens.toSorted((a, b) => a - b),
      );
      strictEqual(new Set(tokens).size, 4);
      // What an earlier holder lets go of is not its own any more.
      await trial.leases.release(head.id, tokens[2] ?? 0);
      strictEqual(await trial.acquire(5, 64_000), undefined);
    },
  },
  {
    name: "a lease holds longer once it is renewed, also one that has expired, but not one that was taken",
    async check(trial) {
      await trial.journal.create(head);
      const token = (await trial.acquire(1, 1_000))?.token ?? 0;
      strictEqual(await trial.leases.renew(head.id, token, 120_000), true);
      strictEqual(await trial.acquire(2, 119_999), undefined);
      strictEqual(await trial.leases.renew(head.id, token, 200_000), true);
      strictEqual(await trial.acquire(2, 199_999), undefined);
      await trial.acquire(2, 200_000);
      strictEqual(await trial.leases.renew(head.id, token, 300_000), false);
    },
  },
  {
    name: "a clock that jumps backwards, and forwards again, does not give a session two owners",
    async check(trial) {
      await trial.journal.create(head);
      const token = (await trial.acquire(1, 1_000_000))?.token ?? 0;
      strictEqual(await trial.acquire(2, 0), undefined);
      await trial.leases.renew(head.id, token, 60_000);
      strictEqual(await trial.acquire(2, 500), undefined);
      strictEqual(await trial.acquire(2, 1_000_001), undefined);
      await trial.say("still the holder", token);
      deepStrictEqual(await trial.said(), ["still the holder"]);
    },
  },
  {
    name: "a notice waits until a message that names it is written, and is never recorded anew after that",
    async check(trial) {
      await trial.journal.create(head);
      await trial.notice("n1", "one");
      await trial.notice("n2", "two");
      deepStrictEqual(await trial.waiting(), ["one", "two"]);
      await trial.tell("n1", "unknown");
      deepStrictEqual(await trial.waiting(), ["two"]);
      strictEqual(await trial.notice("n1", "one again"), false);
      deepStrictEqual(await trial.waiting(), ["two"]);
      deepStrictEqual((await trial.stored()).messages, [user]);
      deepStrictEqual(await trial.notices.take("another session"), []);
    },
  },
  {
    name: "a notice gets another text, in its old place, or is withdrawn, until it is taken",
    async check(trial) {
      await trial.journal.create(head);
      for (const id of ["n1", "n2", "n3"]) await trial.notice(id, id);
      strictEqual(await trial.notice("n1", "changed"), true);
      await trial.notices.withdraw(head.id, ["n2"]);
      const taken = await trial.notices.take(head.id);
      deepStrictEqual(
        taken.map(({ id, source, text }) => [id, source, text]),
        [
          ["n1", "test", "changed"],
          ["n3", "test", "n3"],
        ],
      );
      strictEqual(await trial.notice("n1", "too late"), false);
      await trial.notices.withdraw(head.id, ["n1"]);
      await trial.notice("n4", "later");
      // What was taken and not written is given again.
      deepStrictEqual(
        (await trial.notices.take(head.id)).map(({ text }) => text),
        ["changed", "n3", "later"],
      );
    },
  },
  {
    name: "a message that may not be written delivers nothing",
    async check(trial) {
      await trial.journal.create(head);
      await trial.notice("n1", "one");
      await trial.acquire(1, 1_000);
      await rejects(trial.tell("n1"), { code: "SESSION_LEASE_LOST" });
      deepStrictEqual(await trial.waiting(), ["one"]);
    },
  },
];
