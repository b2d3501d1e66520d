import { expect, test } from "vitest";
import { Agent } from "../src/index.ts";
import type { SpilledResult } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, parsed, script, toolMessages } from "./support.ts";

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

test("a result over the limit goes to the store, and the model gets its size, path and start", async () => {
  const spill = spillStore();
  const text = `${"line\n".repeat(30_000)}the end`;
  const agent = new Agent({
    model: script([{ calls: [echoOf(text)] }, { text: "ok" }]),
    tools: [echoTool()],
    spill,
  });

  await agent.chat("go");

  const whole = JSON.stringify({ text });
  expect(spill.written).toEqual([{ callId: "call_1", toolName: "echo", text: whole }]);
  const content = parsed(toolMessages(agent.messages)[0]);
  expect(content).toMatchObject({ spilled: { path: "/scratch/call_1.json", chars: whole.length } });
  const { preview } = content as { preview: string };
  expect(preview.length).toBeLessThanOrEqual(1_500);
  expect(whole.startsWith(preview)).toBe(true);
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

test("results of one batch that are too much together are spilled from the point where the room ends", async () => {
  const calls = ["a", "b", "c"].map((letter) => echoOf(letter.repeat(80_000)));
  const agent = new Agent({
    model: script([{ calls }, { calls: [echoOf("d".repeat(80_000))] }, { text: "ok" }]),
    tools: [echoTool()],
    spill: spillStore(),
  });

  await agent.chat("go");

  const spilled = toolMessages(agent.messages).map((message) => "spilled" in (parsed(message) as object));
  expect(spilled).toEqual([false, false, true, false]);
});

test("without a store the model is told that the rest is lost and how to get it", async () => {
  const agent = new Agent({
    model: script([{ calls: [echoOf("x".repeat(200_000))] }, { text: "ok" }]),
    tools: [echoTool()],
  });

  await agent.chat("go");

  expect(parsed(toolMessages(agent.messages)[0])).toMatchObject({
    truncated: { how_to_read: expect.stringContaining("ask for less") },
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

test("a preview never ends within a surrogate pair", async () => {
  const text = `${"x".repeat(1_490)}${"\u{1f600}".repeat(2_000)}`;
  const agent = new Agent({
    model: script([{ calls: [echoOf(text)] }, { text: "ok" }]),
    tools: [echoTool()],
    spill: spillStore(),
    maxResultChars: 2_000,
  });

  await agent.chat("go");

  const { preview } = parsed(toolMessages(agent.messages)[0]) as { preview: string };
  expect(preview).not.toMatch(/[\ud800-\udbff]$/);
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
