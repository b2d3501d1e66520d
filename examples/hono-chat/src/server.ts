import { serve } from "@hono/node-server";
import { openState } from "@hermes/state";
import { createChatHandler } from "@hermes/ui";
import { build } from "esbuild";
import { Hono } from "hono";
import { openAgent } from "./agent.ts";

const state = openState({ path: process.env.DATABASE ?? "chat.db" });
const chat = createChatHandler({
  agent: (sessionId) => openAgent(sessionId, state),
  journal: state.journal,
  approvals: state.approvals,
  // Whoever reaches it on loopback is trusted: pages that point a name of their own here are not. Elsewhere give `authorize`.
  hosts: ["localhost", "127.0.0.1"],
});
const page = await build({
  entryPoints: [new URL("page.tsx", import.meta.url).pathname],
  ...{ bundle: true, write: false, minify: true, format: "esm", jsx: "automatic" },
  define: { "process.env.NODE_ENV": '"production"' },
});
const html = `<!doctype html><meta charset="utf-8"><title>Support</title><div id="root"></div>
<script type="module" src="/page.js"></script>`;

const app = new Hono();
app.get("/", (context) => context.html(html));
app.get("/page.js", (context) =>
  context.body(page.outputFiles[0]?.text ?? "", 200, { "content-type": "text/javascript" }),
);
app.post("/api/chat", (context) => chat.POST(context.req.raw));
// `stream` and `messages` are for useChat; `events` is for a page of one's own.
app.get("/api/chat/:id/:what", (context) => chat.GET(context.req.raw));

const address = { hostname: "localhost", port: Number(process.env.PORT ?? 3000) };
serve({ fetch: app.fetch, ...address }, ({ port }) => console.log(`http://localhost:${port}`));
