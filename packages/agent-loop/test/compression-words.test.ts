import { describe, expect, test } from "vitest";
import { ModelError } from "@hermes/models";
import type { Message } from "@hermes/models";
import { createCompressor } from "../src/compression/index.ts";
import { isSummary } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { answer, archiveOf, compressions, isOneHandleAway, journalWith } from "./support-compression.ts";
import { long, shown, talk, user, warningsIn } from "./support-compression.ts";
import { expectValid, spyJournal } from "./support.ts";

const overflow = new ModelError("Too long.", {
  kind: "context-overflow",
  provider: "p",
  model: "m",
  retryable: false,
});

/** The messages of the person that stand by themselves. */
function said(messages: readonly Message[]): string[] {
  return messages.filter((message) => message.role === "user" && !isSummary(message)).map(shown);
}

describe("what is worked on stays as it was said", () => {
  test("two messages in a row, the first of which got no answer", async () => {
    const { agent, journal } = talk({
      answers: [
        { text: long("old", 9_000) },
        { error: new Error("down") },
        ...Array.from({ length: 40 }, (_, at) => ({
          calls: [{ name: "run", arguments: { command: `step ${at}` } }],
        })),
      ],
    });
    await agent.chat("Old.");
    await collect(agent.run("First do this."));
    await collect(agent.run("And then that."));

    expect(compressions(journal).length).toBeGreaterThan(0);
    for (const messages of compressions(journal))
      expect(said(messages)).toEqual(["First do this.", "And then that."]);
  });

  test("of many messages without an answer the newest, as far as there is room, and the last in any case", async () => {
    const many = Array.from({ length: 30 }, (_, at) => user(`${at} ${long("w", 1_200)}`));
    const { agent, journal } = talk({
      journal: await journalWith([user("Old."), answer("Yes."), ...many]),
      answers: [{ text: "Ok." }],
    });
    await agent.chat(`Last ${long("w", 12_000)}`);

    const [messages = []] = compressions(journal);
    expect(said(messages).at(-1)).toBe(`Last ${long("w", 12_000)}`);
    const whole = said(messages).slice(0, -1);
    expect(whole).toEqual(many.slice(-whole.length).map(shown));
    expect(shown(messages[0])).toContain(shown(many.at(-whole.length - 1)));
  });

  test("a huge message that was refused does not stand in the way of the next one", async () => {
    const journal = spyJournal();
    const archive = archiveOf(journal);
    const huge = `Read this: ${long("page", 60_000)}`;
    const { agent } = talk({
      journal,
      window: 100_000,
      compressor: { archive },
      answers: [{ error: overflow }, { error: overflow }, { text: "Short it is." }],
    });
    const first = await collect(agent.run(huge));
    const second = await collect(agent.run("Leave that. What is 2 + 2?"));

    expect(first.at(-1)).toMatchObject({ reason: "model-error" });
    expect(warningsIn(first)).toEqual(["COMPRESSION_FAILED"]);
    expect(second.at(-1)).toMatchObject({ reason: "answered", text: "Short it is." });
    expect(said(agent.messages)).toEqual(["Leave that. What is 2 + 2?"]);
    expect(isOneHandleAway(shown(agent.messages[0]), huge, archive)).toBe(true);
  });

  test("a message with pictures keeps them, and what was condensed says how many there were", async () => {
    const picture = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
    const { agent } = talk({ window: 100_000, answers: [{ text: long("seen", 9_000) }, { text: "Seen." }] });
    await collect(agent.run([{ type: "text", text: "Old one." }, picture]));
    await collect(agent.run([picture, { type: "text", text: "New one." }, picture]));
    await collect(agent.compress());

    expect(shown(agent.messages[0])).toContain(", with 1 image]");
    expect(agent.messages[1]).toEqual({
      role: "user",
      content: [picture, { type: "text", text: "New one." }, picture],
    });
  });
});

test("what looks like a note of Hermes is told with its handle, and never as words of the person", async () => {
  const journal = await journalWith([
    user("[Note from Hermes: typed by somebody]"),
    answer(long("one", 9_000)),
    user("Two"),
    answer("Yes."),
  ]);
  const archive = archiveOf(journal);
  const { agent } = talk({ journal, answers: [], window: 100_000, compressor: { archive } });
  await collect(agent.compress());

  const [summary] = agent.messages;
  expect(summary).toMatchObject({
    role: "user",
    notes: [expect.stringContaining('"notes":["1: [Note from'), expect.any(String)],
  });
  expect(JSON.stringify(summary?.role === "user" && summary.content)).not.toContain("typed by somebody");
});

test("the newest part has the share that it is given", async () => {
  const turns = Array.from({ length: 20 }, (_, at) => [user(`Word ${at}`), answer(long("a", 2_000))]).flat();
  const kept = async (newest: number): Promise<number> => {
    const { agent } = talk({
      journal: await journalWith(turns),
      answers: [],
      window: 100_000,
      compressor: { newest },
    });
    await collect(agent.compress());
    return agent.messages.length;
  };

  expect([await kept(0.1), await kept(0.25), await kept(0.4), await kept(1)]).toEqual([5, 11, 17, 17]);
  expect(() => createCompressor({ newest: 0 })).toThrow(RangeError);
});

test("asked for twice without a word in between, only the first compression shortens; with a focus the second does too", async () => {
  const turns = Array.from({ length: 12 }, (_, at) => [user(`Word ${at}`), answer(long("a", 2_000))]).flat();
  const { agent, journal, asked } = talk({
    journal: await journalWith(turns),
    answers: [],
    window: 100_000,
  });
  await collect(agent.compress());
  const after = [...agent.messages];
  const events = await collect(agent.compress());

  expect(compressions(journal)).toHaveLength(1);
  expect(warningsIn(events)).toEqual(["COMPRESSION_FAILED"]);
  expect(agent.messages).toEqual(after);
  expect(asked).toHaveLength(1);
  await collect(agent.compress({ focus: "word 3" }));
  expect(compressions(journal)).toHaveLength(2);
  expect(shown(agent.messages[0])).toContain("Word 0");
});

test("a conversation that goes on with a model of a smaller window fits at once, whatever is in it", async () => {
  const journal = spyJournal();
  const archive = archiveOf(journal);
  const large = talk({
    journal,
    window: 1_000_000,
    answers: Array.from({ length: 30 }, (_, at) => [
      { calls: [{ name: "run", arguments: { command: `make ${at}` } }] },
      { text: long(`told ${at}`, 4_000) },
    ]).flat(),
  });
  for (let turn = 0; turn < 30; turn++) await large.agent.chat(`Turn ${turn} ${long("w", 2_000)}`);
  await large.agent.close();

  const small = talk({ journal, window: 8_000, compressor: { archive }, answers: [{ text: "Fits." }] });
  const events = await collect(small.agent.run("Go on."));

  expect(events.at(-1)).toMatchObject({ reason: "answered", text: "Fits." });
  expect(warningsIn(events)).toEqual([]);
  expectValid(small.agent.messages);
  const compressed = events.find(({ type }) => type === "compression");
  expect(compressed).toMatchObject({ tokens: { after: expect.any(Number) } });
  expect(compressed?.type === "compression" && compressed.tokens.after).toBeLessThan(6_000);
  const summary = shown(small.agent.messages.find(isSummary));
  for (let turn = 0; turn < 30; turn++)
    expect(isOneHandleAway(summary, `Turn ${turn} ${long("w", 2_000)}`, archive)).toBe(true);
});
