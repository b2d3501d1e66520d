import fc from "fast-check";
import { expect, test } from "vitest";
import { Agent } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import {
  echoTool,
  endOf,
  expectValid,
  lastRequest,
  runs,
  script,
  toolMessages,
  toolThat,
} from "./support.ts";

const long = "length" as const;

function shown(events: readonly { readonly type: string }[]): string {
  return events
    .map((event) => (event.type === "text-delta" && "text" in event ? String(event.text) : ""))
    .join("");
}

test("an answer cut off at the output limit is continued and comes out as one text", async () => {
  const model = script([
    { text: "One, two, ", finishReason: long },
    { text: "three, four, ", finishReason: long },
    { text: "five." },
  ]);
  const agent = new Agent({ model });

  const events = await collect(agent.run("Count"));

  expect(endOf(events)).toMatchObject({
    reason: "answered",
    text: "One, two, three, four, five.",
    rounds: 3,
  });
  expect(lastRequest(model).messages.at(-1)).toMatchObject({ role: "user" });
});

test("a continuation that repeats the end of what was shown is neither shown nor joined twice", async () => {
  const model = script([
    { text: "The quick brown fox jumps over", finishReason: long },
    { text: "brown fox jumps over the lazy dog.", finishReason: "stop" },
  ]);

  const events = await collect(new Agent({ model }).run("Go"));

  expect(endOf(events).text).toBe("The quick brown fox jumps over the lazy dog.");
  expect(shown(events)).toBe("The quick brown fox jumps over the lazy dog.");
});

test("however a text is cut and however much of its end is repeated, it is shown once", async () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 20, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      async (list, cut, repeat, deltaChars) => {
        const text = list.map((word, index) => `${word}${index}`).join(" ");
        const end = 60 + (cut % (text.length - 60));
        const overlap = 20 + (repeat % 30);
        const model = script(
          [{ text: text.slice(0, end), finishReason: long }, { text: text.slice(end - overlap) }],
          { deltaChars },
        );
        const events = await collect(new Agent({ model }).run("Go"));
        expect(endOf(events).text).toBe(text);
        expect(shown(events)).toBe(text);
      },
    ),
    runs(40, 2_000),
  );
});

test("after 3 continuations a text that is still cut off ends the turn as truncated, with all of it", async () => {
  const model = script((_request, index) => ({ text: `part ${index} `, finishReason: long }));

  const end = endOf(await collect(new Agent({ model }).run("Go")));

  expect(end).toMatchObject({
    reason: "truncated",
    rounds: 4,
    text: "part 0 part 1 part 2 part 3 ",
    error: { code: "ANSWER_TRUNCATED" },
  });
});

test("each continuation gets more room, up to the ceiling", async () => {
  const model = script((_request, index) => ({ text: `part ${index} `, finishReason: long }));

  await collect(new Agent({ model, maxOutputTokens: 12_000 }).run("Go"));

  expect(model.requests.map((request) => request.maxOutputTokens)).toEqual([12_000, 24_000, 32_768, 32_768]);
});

test("thinking that used up the whole output is not continued", async () => {
  const model = script([{ reasoning: "Hmm, let me think.", finishReason: long }]);

  const end = endOf(await collect(new Agent({ model }).run("Go")));

  expect(end).toMatchObject({
    reason: "truncated",
    rounds: 1,
    error: { hint: expect.stringContaining("reasoning effort") },
  });
});

test("calls of an answer that was cut off are never run; the model is asked again", async () => {
  let ran = 0;
  const tool = toolThat("work", () => ({ ran: ++ran }));
  const calls = [
    { name: "work", arguments: { n: 1 } },
    { name: "work", arguments: '{"n": ' },
  ];
  const agent = new Agent({
    model: script([{ calls, finishReason: long }, { calls: [{ name: "work" }] }, { text: "Done." }]),
    tools: [tool],
  });

  const end = endOf(await collect(agent.run("go")));

  expect(ran).toBe(1);
  expect(end).toMatchObject({ reason: "answered", text: "Done." });
  expect(toolMessages(agent.messages).map((message) => message.isError ?? false)).toEqual([
    true,
    true,
    false,
  ]);
  expectValid(agent.messages);
});

test("calls that are cut off four times end the turn as truncated", async () => {
  const agent = new Agent({
    model: script(() => ({ calls: [{ name: "echo", arguments: '{"te' }], finishReason: long })),
    tools: [echoTool()],
  });

  const end = endOf(await collect(agent.run("go")));

  expect(end).toMatchObject({ reason: "truncated", rounds: 4 });
  expectValid(agent.messages);
});

test("an empty answer is followed by a reminder", async () => {
  const agent = new Agent({ model: script([{}, { text: "Sorry: here it is." }]) });

  const end = endOf(await collect(agent.run("Hi")));

  expect(end).toMatchObject({ reason: "answered", text: "Sorry: here it is." });
});

test("three empty answers end the turn in plain words", async () => {
  const agent = new Agent({ model: script([{}, { reasoning: "Hm." }, { text: "  \n" }]) });

  const end = endOf(await collect(agent.run("Hi")));

  expect(end).toMatchObject({ reason: "empty-answer", rounds: 3, error: { code: "EMPTY_ANSWER" } });
});

test("an answer that the content filter stopped ends the turn, and none of its calls run", async () => {
  let ran = 0;
  const tool = toolThat("work", () => ({ ran: ++ran }));
  const agent = new Agent({
    model: script([{ text: "I", calls: [{ name: "work" }], finishReason: "content-filter" }]),
    tools: [tool],
  });

  const end = endOf(await collect(agent.run("go")));

  expect(end).toMatchObject({ reason: "content-filter", text: "I", error: { code: "CONTENT_FILTERED" } });
  expect(ran).toBe(0);
  expectValid(agent.messages);
});
