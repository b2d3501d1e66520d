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

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`),
);
