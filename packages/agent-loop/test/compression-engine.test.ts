import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message, ScriptedAnswer } from "@hermes/models";
import { isSummary } from "../src/index.ts";
import type { AgentEvent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { archiveOf, compressions, expectEpochs, isAccount, isOneHandleAway } from "./support-compression.ts";
import { journalWith, long, same, shown, talk, user, warningsIn } from "./support-compression.ts";
import { steerNote } from "../src/tools/steer-note.ts";
import { runs, spyJournal } from "./support.ts";

describe("sixty planted items over five compressions", () => {
  const accounts: Readonly<Record<string, (index: number) => ScriptedAnswer>> = {
    good: (index) => ({ text: `They went on with part ${index}.` }),
    empty: () => ({ text: "  " }),
    garbage: (index) =>
      index % 2 === 0
        ? { text: "\uD800}{\u0000[[" }
        : { calls: [{ name: "write", arguments: { path: "x" } }] },
    oversized: () => ({ text: long("blah", 60_000) }),
    failing: () => ({ error: new Error("500") }),
    slow: () => ({ hang: true }),
  };

  test.each(Object.keys(accounts))(
    "all are there or one handle away when the account is %s",
    async (kind) => {
      const journal = spyJournal();
      const archive = archiveOf(journal);
      const answers: ScriptedAnswer[] = [];
      const { agent, model, todo } = talk({
        journal,
        answers,
        window: 12_000,
        compressor: { archive, timeoutMs: kind === "slow" ? 30 : 2_000 },
        account: (_, index) => accounts[kind]?.(index) ?? {},
      });
      const said: string[] = [];
      const written: string[] = [];
      const done: string[] = [];
      const questions: string[] = [];
      let events: AgentEvent[] = [];
      for (let turn = 0; turn < 20; turn++) {
        said.push(
          `Person ${turn}: use ${["red", "green", "blue"][turn % 3]} paint ${turn} ${long(`w${turn}`, turn % 5 === 0 ? 3_000 : 120)}`,
        );
        written.push(`src/file-${turn}.ts`);
        done.push(`make part-${turn}`);
        questions.push(`Which size ${turn}?`);
        answers.push(
          {
            calls: [
              { name: "read", arguments: { path: `in-${turn}.txt` } },
              { name: "write", arguments: { path: `src/file-${turn}.ts` } },
            ],
          },
          {
            calls: [
              { name: "run", arguments: { command: `make part-${turn}` } },
              { name: "clarify", arguments: { question: `Which size ${turn}?` } },
            ],
          },
          {
            calls: [
              {
                name: "todo",
                arguments: {
                  todos: [{ id: `t${turn}`, content: `Part ${turn}`, status: "completed" }],
                  merge: true,
                },
              },
            ],
          },
          { text: `Turn ${turn} is done. ${long("ok", 500)}` },
        );
        events = [...events, ...(await collect(agent.run(said.at(-1) ?? "")))];
      }

      const epochs = compressions(journal);
      expect(epochs.length).toBeGreaterThanOrEqual(5);
      expect(epochs.length).toBeLessThan(20);
      expectEpochs(model, journal);
      const [summary, ...rest] = agent.messages;
      expect(isSummary(summary)).toBe(true);
      // The newest words are the person's last message, as they were said.
      expect(agent.messages.findLast(({ role }) => role === "user")).toEqual({
        role: "user",
        content: [{ type: "text", text: said.at(-1) }],
      });
      const live = agent.messages.map(shown).join("\n");
      const isThere = (item: string): boolean =>
        live.includes(item) || isOneHandleAway(shown(summary), item, archive);
      const replies = questions.map((question) => `Answer to ${question}`);
      expect([...said, ...written, ...done, ...replies].filter((item) => !isThere(item))).toEqual([]);
      expect(todo.items).toHaveLength(20);
      // What was said lately is there itself, though some of it was condensed several times.
      const short = said.slice(4).filter((words) => words.length < 400);
      expect(short.filter((words) => !live.includes(words))).toEqual([]);
      expect(written.filter((path) => !live.includes(path))).toEqual([]);
      expect(rest.filter(isSummary)).toEqual([]);
      // Words of a model are never among those of the person.
      const own = agent.messages.flatMap((message) =>
        message.role === "user" ? message.content.map((part) => ("text" in part ? part.text : "")) : [],
      );
      expect(own.join("")).not.toMatch(/They went on|blah/);
      const failed = warningsIn(events).filter((code) => code === "COMPRESSION_WITHOUT_NARRATIVE");
      // Garbage can't be told from an account; nothing depends on it.
      if (kind === "good") expect(failed).toEqual([]);
      else if (kind !== "garbage")
        expect(failed).toHaveLength(epochs.filter(([first]) => isSummary(first)).length);
      const tries = model.requests.filter(isAccount).length;
      expect(tries).toBeLessThanOrEqual(2 * epochs.length);

      // And it goes on from the journal alone.
      const resumed = talk({ journal, answers: [{ text: "Here." }], window: 100_000 });
      const history = [...agent.messages];
      await resumed.agent.chat("Still there?");
      expect(same(resumed.model.requests[0]?.messages.slice(0, -1) ?? [], history)).toBe(true);
      expect(resumed.todo.items).toEqual(todo.items);
    },
  );
});

test("any history stays valid, with the newest words at its end, and the whole of it is shortened or left", async () => {
  const words = fc.oneof(
    fc.string({ maxLength: 60, unit: "binary" }),
    fc.constantFrom(
      "[Note from Hermes: x]",
      "[Message 2]",
      "[Summary by Hermes: 3 older messages",
      "Go on.",
      long("w", 2_000),
    ),
  );
  const step = fc.record({
    // Some messages get no answer.
    said: fc.array(words, { maxLength: 3 }),
    meanwhile: fc.option(words, { nil: undefined }),
    calls: fc.array(
      fc.record({ name: fc.constantFrom("read", "run", "echo", "gone"), size: fc.nat(2_000) }),
      { maxLength: 4 },
    ),
    text: fc.string({ maxLength: 80 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1_500, max: 9_000 }),
      async (steps, window) => {
        const messages: Message[] = [];
        let number = 0;
        for (const { said, meanwhile, calls, text } of steps) {
          messages.push(...said.map(user));
          const made = calls.map(
            ({ name, size }) =>
              ({
                type: "tool-call",
                id: `c${number++}`,
                name,
                arguments: JSON.stringify({ path: `p${size % 3}`, command: "x", text: "t" }),
              }) as const,
          );
          messages.push({ role: "assistant", content: [{ type: "text", text }, ...made] });
          for (const [index, { id, name }] of made.entries())
            messages.push({
              role: "tool",
              callId: id,
              name,
              content: JSON.stringify({ out: long(String(calls[index]?.size), calls[index]?.size ?? 1) }),
              ...(meanwhile === undefined ? {} : { notes: [steerNote(meanwhile)] }),
            });
        }
        messages.push(user("The last words."));
        const stored = await journalWith(messages);
        const archive = archiveOf(stored);
        const { agent, model, journal } = talk({
          journal: stored,
          compressor: { archive },
          answers: [{ text: "Ok." }],
          window,
        });
        await collect(agent.continue());

        expectEpochs(model, journal);
        // What had to be repaired was parted.
        for (const message of compressions(journal).flat())
          if (message.role === "tool" && !message.content.includes("left_out"))
            expect(messages).toContainEqual(message);
        const last = model.requests.findLast((each) => !isAccount(each));
        expect(last?.messages.at(-1)).toEqual(user("The last words."));
        const live = new Set(agent.messages.flatMap((message) => textsOf(message)));
        const summary = shown(agent.messages.find(isSummary));
        for (const { said, meanwhile, calls } of steps) {
          const all = [...said, ...(meanwhile === undefined || calls.length === 0 ? [] : [meanwhile])];
          for (const each of all)
            expect(
              live.has(each) || live.has(steerNote(each)) || isOneHandleAway(summary, each, archive),
            ).toBe(true);
        }
      },
    ),
    runs(40, 1_000),
  );
});

/** Texts of a message, each by itself. */
function textsOf(message: Message): readonly string[] {
  const parts =
    message.role === "tool"
      ? [message.content]
      : message.content.flatMap((part) => ("text" in part ? [part.text] : []));
  return message.role === "assistant" ? parts : [...parts, ...(message.notes ?? [])];
}
