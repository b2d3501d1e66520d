import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, defineTool, memoryJournal, scripted, z } from "@hermes/agent-loop";
import { collect, journalContract } from "@hermes/agent-loop/testing";

const stock: Record<string, number> = { tea: 3 };
const tools = [
  defineTool({
    name: "stock",
    toolset: "shop",
    description: "How many of an article there are.",
    readOnly: true,
    input: z.object({ article: z.string() }),
    execute: ({ article }) => ({ article, count: stock[article] ?? 0 }),
  }),
];

test("the agent looks before it answers", async () => {
  const model = scripted([
    { calls: [{ name: "stock", arguments: { article: "tea" } }] },
    { text: "There are 3." },
  ]);

  const events = await collect(new Agent({ model, tools }).run("How much tea is there?"));

  const ended = events.filter((event) => event.type === "tool-call-end");
  assert.deepEqual(
    ended.map(({ content }) => JSON.parse(content)),
    [{ article: "tea", count: 3 }],
  );
  assert.equal(events.findLast((event) => event.type === "turn-end")?.text, "There are 3.");
  // What the model was sent: the second request has the result of the call.
  assert.equal(model.requests.at(-1)?.messages.at(-1)?.role, "tool");
});

// A journal of your own keeps what the loop relies on.
for (const { name, run } of journalContract(() => ({ journal: memoryJournal() }))) test(name, run);
