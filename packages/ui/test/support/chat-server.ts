/** A program with a chat for the tests that end it: `node chat-server.ts DATABASE PORT [PAGE.js]`. Prints its port. */
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import type { Message, Model } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { Hono } from "hono";
import { answerLater, createChatHandler } from "../../src/index.ts";

const [path = "", port = "0", page] = process.argv.slice(2);
const state = openState({ path });

const weather = defineTool({
  name: "weather",
  toolset: "test",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  readOnly: true,
  execute: ({ city }) => ({ city, degrees: 21 }),
});
const remove = defineTool({
  name: "remove",
  toolset: "test",
  description: "Deletes a file.",
  input: z.object({ path: z.string() }),
  execute: ({ path: removed }) => ({ removed }),
});

const words = Array.from({ length: 60 }, (_, index) => `word${index} `);

/** Tells the same story to the end, wherever it was cut off. */
function storyFrom(messages: readonly Message[]): readonly string[] {
  const told = messages.map((message) => (message.role === "assistant" ? textOf(message) : "")).join("");
  return words.slice(told.split(" ").filter((word) => /^word\d+$/.test(word)).length);
}

function textOf(message: Exclude<Message, { readonly role: "tool" }>): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

const script = scripted(({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === "tool") return { text: `It is done: ${last.content}`, delayMs: 1 };
  const asked = messages.findLast(
    (message) => message.role === "user" && !textOf(message).startsWith("[Note"),
  );
  const said = asked?.role === "user" ? textOf(asked) : "";
  if (said.includes("weather"))
    return {
      text: "Let me look. ",
      calls: [{ name: "weather", arguments: { city: "Lisbon" }, id: `w${messages.length}` }],
    };
  if (said.includes("delete"))
    return {
      text: "I delete it. ",
      calls: [{ name: "remove", arguments: { path: "/a" }, id: `r${messages.length}` }],
    };
  return { chunks: storyFrom(messages), delayMs: 12 };
});

/** A story "in two parts" stops in the middle until `/go-on`: what a test does meanwhile takes as long as it takes. */
const goOn = Promise.withResolvers<void>();
const model: Model = {
  ...script,
  async *stream(request, options) {
    const isHeld = JSON.stringify(request.messages).includes("in two parts");
    for await (const event of script.stream(request, options)) {
      if (isHeld && event.type === "text-delta" && event.text === "word30 ") await goOn.promise;
      yield event;
    }
  },
};

const { approvals, journal } = state;
const chat = createChatHandler({
  agent: (sessionId) =>
    new Agent({ model, tools: [weather, remove], journal, approvals, approver: answerLater, sessionId }),
  ...{ journal, approvals },
  pollMs: 20,
});

const app = new Hono()
  .post("/api/chat/*", ({ req }) => chat.POST(req.raw))
  .post("/api/chat", ({ req }) => chat.POST(req.raw))
  .get("/api/chat/*", ({ req }) => chat.GET(req.raw))
  .post("/go-on", (context) => {
    goOn.resolve();
    return context.body(null, 204);
  })
  .get("/page.js", (context) =>
    context.body(readFileSync(page ?? ""), 200, { "content-type": "text/javascript" }),
  )
  .get("/", (context) =>
    context.html('<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>'),
  );

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(port) }, (info) => {
  process.stdout.write(`${info.port}\n`);
});
