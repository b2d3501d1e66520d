import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { Message } from "@hermes/models";
import type { RequestPrefix } from "../journal/request-prefix.ts";
import { JournalTrial, epoch, head, user, assistant, firstResult, secondResult } from "./journal-trial.ts";
import type { JournalFact, JournalUnderTest } from "./journal-trial.ts";
import { writerFacts } from "./journal-writer-facts.ts";

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
  return [...historyFacts, ...writerFacts].map(({ name, check }) => ({
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

const historyFacts: readonly JournalFact[] = [
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
        layout: [{ kind: "context", name: "AGENTS.md", chars: 6 }],
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
];
