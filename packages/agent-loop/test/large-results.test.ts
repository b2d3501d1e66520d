import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolMessage } from "@hermes/models";
import { Agent } from "../src/index.ts";
import type { SpilledResult } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, parsed, runs, script, toolMessages, toolThat } from "./support.ts";

function spillStore(): { readonly written: SpilledResult[]; write(result: SpilledResult): Promise<string> } {
  const written: SpilledResult[] = [];
  return {
    written,
    async write(result) {
      written.push(result);
      return `/scratch/${result.callId}.json`;
    },
  };
}

const echoOf = (text: string) => ({ name: "echo", arguments: { text } });

interface Fitted {
  readonly spilled: {
    readonly path: string;
    readonly chars: number;
    readonly lines: number;
    readonly how_to_read: string;
  };
}

/** What a tool with this result leaves in the session, and in the store. */
async function resultOf(
  value: unknown,
  maxResultChars?: number,
): Promise<{ readonly message: ToolMessage; readonly file: string }> {
  const spill = spillStore();
  const agent = new Agent({
    model: script([{ calls: [{ name: "dump", arguments: {} }] }, { text: "ok" }]),
    tools: [toolThat("dump", () => value)],
    spill,
    maxResultChars,
  });
  await agent.chat("go");
  const [message] = toolMessages(agent.messages);
  if (message === undefined) throw new Error("The call has no result.");
  return { message, file: spill.written[0]?.text ?? "" };
}

/** The lines that a model is sent to. */
function linesNamed({ spilled }: Fitted): { readonly from: number; readonly to: number } {
  const [, from, to] = /lines (\d+)–(\d+) of/.exec(spilled.how_to_read) ?? [];
  expect(spilled.how_to_read).toContain(`offset: ${from}`);
  return { from: Number(from), to: Number(to) };
}

test("of a long output the start, the end and the exit code stay, and the lines named are the ones left out", async () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => `line ${index} "quoted"\tpart`);

  const { message, file } = await resultOf({ output: `${lines.join("\n")}\n`, exit_code: 1 });

  expect(message.content.length).toBeLessThanOrEqual(16_000);
  expect(message.content.length).toBeGreaterThan(14_000);
  const shown = JSON.parse(message.content);
  expect(shown).toMatchObject({
    exit_code: 1,
    spilled: { path: "/scratch/call_1.json", chars: file.length },
  });
  expect(shown.output).toMatch(/^line 0 "quoted"\tpart\n/);
  expect(shown.output).toMatch(/\nline 3999 "quoted"\tpart\n$/);
  const [, leftOut] = /\n\[… (\d+) characters in \d+ lines left out …\]\n/.exec(shown.output) ?? [];
  const kept = shown.output.replace(/\[… .* …\]\n/, "");
  expect(Number(leftOut)).toBe(lines.join("\n").length + 1 - kept.length);
  const { from, to } = linesNamed(shown);
  const read = file.split("\n").slice(from - 1, to);
  const [head, tail] = shown.output.split(/\[… .* …\]\n/);
  expect(`${head}${read.join("\n")}\n${tail}`).toBe(`${lines.join("\n")}\n`);
});

test.each([
  [
    "a list of matches",
    { matches: Array.from({ length: 900 }, (_, n) => ({ path: `a/${n}.ts`, line: n })), total: 900 },
  ],
  ["parts as of a server of tools", { content: [{ type: "text", text: "row of data\n".repeat(6_000) }] }],
  ["one line without end", { output: `{"a":"${"xyz".repeat(30_000)}"}`, exit_code: 0 }],
  ["many fields", Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field_${n}`, `value ${n}`]))],
  ["a list of texts", Array.from({ length: 30 }, (_, n) => `${n} ${"text ".repeat(1_000)}`)],
  ["a text", "words and ".repeat(9_000)],
])("%s is cut to the room, stays JSON, and is read on where it says", async (_, value) => {
  const { message, file } = await resultOf(value);

  expect(message.content.length).toBeLessThanOrEqual(16_000);
  expect(message.content.length).toBeGreaterThan(8_000);
  const shown = JSON.parse(message.content);
  for (const [key, part] of Array.isArray(value) || typeof value === "string" ? [] : Object.entries(value))
    if (typeof part === "number") expect(shown[key]).toBe(part);
  expect(message.content).toMatch(/left out …\]|fields left out/);
  const lines = file.split("\n");
  const { from, to } = linesNamed(shown);
  expect(lines.length).toBe(shown.spilled.lines);
  expect(to).toBeGreaterThanOrEqual(from);
  expect(to).toBeLessThanOrEqual(lines.length);
  // read_file cuts longer ones.
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2_000);
});

test("whatever a result is, what is left of it is JSON within its room", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3_000 }),
    fc
      .array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 80 })
      .map((lines) => lines.join("\n")),
    fc.constant("\u{1f600}\u0001\ud83d".repeat(700)),
  );
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.double(),
      fc.array(tie("value"), { maxLength: 6 }),
      fc.dictionary(fc.string({ maxLength: 200 }), tie("value"), { maxKeys: 6 }),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(value, fc.integer({ min: 1_000, max: 9_000 }), async (given, maxChars) => {
      const { message } = await resultOf({ given, code: 7 }, maxChars);

      expect(message.content.length).toBeLessThanOrEqual(maxChars);
      expect(JSON.parse(message.content).code).toBe(7);
      // Half of a character is written as an escape: none is made that was not there.
      if (!/\\ud[89a-f]/.test(JSON.stringify(given))) expect(message.content).not.toMatch(/\\ud[89a-f]/);
    }),
    runs(40, 1_000),
  );
});

test("lists without end within lists are kept as text", async () => {
  const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
  const { message } = await resultOf({ output: deep, exit_code: 0 });

  expect(JSON.parse(message.content)).toMatchObject({ exit_code: 0 });
});

test("a result at the limit stays as it is", async () => {
  const spill = spillStore();
  const agent = new Agent({
    model: script([{ calls: [echoOf("x".repeat(89))] }, { text: "ok" }]),
    tools: [echoTool()],
    spill,
    maxResultChars: 100,
  });

  await agent.chat("go");

  expect(toolMessages(agent.messages)[0]?.content).toHaveLength(100);
  expect(spill.written).toEqual([]);
});

test("a tool's own limit wins, and a tool without a limit is never spilled", async () => {
  const text = "x".repeat(5_000);
  for (const [maxResultChars, spilled] of [
    [1_000, true],
    [Number.POSITIVE_INFINITY, false],
  ] as const) {
    const agent = new Agent({
      model: script([{ calls: [echoOf(text)] }, { text: "ok" }]),
      tools: [echoTool({ maxResultChars })],
      spill: spillStore(),
      maxTurnResultChars: spilled ? 100_000 : 100,
    });
    await agent.chat("go");
    expect("spilled" in (parsed(toolMessages(agent.messages)[0]) as object)).toBe(spilled);
  }
});

test("results of one batch are cut further from the point where its room ends", async () => {
  const calls = ["a", "b", "c"].map((letter) => echoOf(letter.repeat(14_000)));
  const agent = new Agent({
    model: script([{ calls }, { calls: [echoOf("d".repeat(14_000))] }, { text: "ok" }]),
    tools: [echoTool()],
    spill: spillStore(),
  });

  await agent.chat("go");

  const spilled = toolMessages(agent.messages).map((message) => "spilled" in (parsed(message) as object));
  expect(spilled).toEqual([false, false, true, false]);
  expect(toolMessages(agent.messages)[2]?.content.length).toBeLessThan(4_100);
});

test("without a store the model is told that the rest is lost and how to get it", async () => {
  const agent = new Agent({
    model: script([{ calls: [echoOf("x".repeat(200_000))] }, { text: "ok" }]),
    tools: [echoTool()],
  });

  await agent.chat("go");

  expect(parsed(toolMessages(agent.messages)[0])).toMatchObject({
    text: expect.stringMatching(/^x{4000,}\[… \d+ characters left out …\]x{6000,}$/),
    truncated: { chars: 200_011, how_to_read: expect.stringContaining("ask for less") },
  });
});

test("a store that fails costs the rest of the result and a warning, not the turn", async () => {
  const spill = { write: async () => Promise.reject(new Error("disk full")) };
  const agent = new Agent({
    model: script([{ calls: [echoOf("x".repeat(200_000))] }, { text: "ok" }]),
    tools: [echoTool()],
    spill,
  });

  const events = await collect(agent.run("go"));

  expect(events).toContainEqual({
    type: "warning",
    code: "SPILL_FAILED",
    message: expect.stringContaining("disk full"),
  });
  expect(events.at(-1)).toMatchObject({ reason: "answered" });
});

test("a result that is shorter than what would stand for it stays as it is", async () => {
  const calls = [echoOf("x".repeat(950)), echoOf("short")];
  const agent = new Agent({
    model: script([{ calls }, { text: "ok" }]),
    tools: [echoTool()],
    spill: spillStore(),
    maxTurnResultChars: 965,
  });

  await agent.chat("go");

  expect(toolMessages(agent.messages).map((message) => Object.keys(parsed(message) as object))).toEqual([
    ["text"],
    ["text"],
  ]);
});
