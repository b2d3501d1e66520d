import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import { openState } from "@hermes/state";

const refund = defineTool({
  name: "refund",
  toolset: "shop",
  description: "Pays an order back.",
  input: z.object({ order: z.string() }),
  execute: ({ order }) => ({ refunded: order }),
});
const state = openState({ path: process.argv[2] ?? ":memory:" });
const model = scripted([
  { calls: [{ name: "refund", arguments: { order: "A-17" } }] },
  { text: "The order A-17 is paid back." },
]);

/** The session as it is now; any process that has the store can open it. */
function open(sessionId: string): Agent {
  return new Agent({
    ...{ model, tools: [refund], sessionId, journal: state.journal, approvals: state.approvals },
    // Nobody is waited for: the answer comes by the page.
    approver: async () => ({ pending: true }),
  });
}

const server = createServer(async (request, response) => {
  const [, path, id = "", answer] = (request.url ?? "").split("/");
  // Whoever may answer is for your app to say: look at its session cookie here.
  if (request.method === "POST" && path === "approvals") {
    const decision =
      answer === "yes"
        ? ({ approved: true, scope: "once" } as const)
        : ({ approved: false, reason: "The person said no." } as const);
    const { request: asked } = state.approvals.answer(id, {
      answer: decision,
      actor: "web",
      at: Date.now(),
    });
    for await (const event of open(asked.sessionId).continue())
      if (event.type === "text-delta") response.write(event.text);
    return response.end();
  }
  const waiting = state.approvals.list({ status: "open" });
  return response.end(JSON.stringify(waiting.map(({ id, request: { summary } }) => ({ id, summary }))));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// What the page does: a message, the list of questions, a button.
for await (const event of open("s1").run("Pay A-17 back."))
  if (event.type === "turn-end") console.log(event.reason);
const [question] = (await (await fetch(`${origin}/approvals`)).json()) as { id: string; summary: string }[];
console.log(question?.summary);
console.log(await (await fetch(`${origin}/approvals/${question?.id}/yes`, { method: "POST" })).text());
server.close();
state.close();
