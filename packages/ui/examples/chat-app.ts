import { serve } from "@hono/node-server";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { answerLater, createChatHandler } from "@hermes/ui";
import { Hono } from "hono";

// A model that follows a script, so that this runs offline: put `openaiChat(…)` or another one in its place.
const model = scripted(({ messages }) =>
  messages.at(-1)?.role === "user"
    ? { text: "I send it. ", calls: [{ name: "send_mail", arguments: { to: "ada@example.com" } }] }
    : { text: "It is sent." },
);
const sendMail = defineTool({
  name: "send_mail",
  toolset: "mail",
  description: "Sends a mail.",
  input: z.object({ to: z.string() }),
  execute: ({ to }) => ({ sent: to }),
});

const { journal, approvals } = openState({ path: process.argv[2] ?? ":memory:" });
const chat = createChatHandler({
  agent: (sessionId) =>
    new Agent({ sessionId, model, tools: [sendMail], journal, approvals, approver: answerLater }),
  ...{ journal, approvals },
  // Whoever reaches it on loopback is trusted: pages that point a name of their own here are not.
  hosts: ["127.0.0.1", "localhost"],
});

const app = new Hono()
  .post("/api/chat", ({ req }) => chat.POST(req.raw))
  .post("/api/chat/*", ({ req }) => chat.POST(req.raw))
  .get("/api/chat/*", ({ req }) => chat.GET(req.raw));

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[3] ?? 3000) }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
