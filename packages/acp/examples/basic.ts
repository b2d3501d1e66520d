// An agent of your own for editors. Here the editor is in the same program; a real one starts it, and speaks by its pipes.
import { client, ndJsonStream } from "@agentclientprotocol/sdk";
import { serveAcp } from "@hermes/acp";
import type { AcpHome, AcpSession } from "@hermes/acp";
import { Agent, scripted } from "@hermes/agent-loop";
import { PassThrough, Readable, Writable } from "node:stream";

function openSession(): AcpSession {
  const agent = new Agent({ model: scripted([{ text: "Hello, editor." }]) });
  return {
    id: agent.sessionId,
    ...{ agent, resumed: false, contextWindow: 100_000, ports: {} },
    attach: async () => [],
    facts: async () => ({ title: "A greeting", lastActiveAt: Date.now(), costUsd: undefined }),
    [Symbol.asyncDispose]: async () => await agent.close(),
  };
}

const home: AcpHome = {
  readiness: async () => ({ ready: true, provider: "scripted", model: "scripted" }),
  open: async () => openSession(),
  list: async () => [],
  delete: async () => undefined,
};
const [toAgent, toEditor] = [new PassThrough(), new PassThrough()];
const served = serveAcp({
  ...{ home, version: "1.0.0", input: toAgent, output: toEditor },
  signal: new AbortController().signal,
  onError: console.error,
});

const editor = client({ name: "example" }).onNotification("session/update", ({ params: { update } }) => {
  if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
    process.stdout.write(update.content.text);
});
const pipes = ndJsonStream(Writable.toWeb(toAgent), Readable.toWeb(toEditor) as ReadableStream<Uint8Array>);
await editor.connectWith(pipes, async (agent) => {
  await agent.request("initialize", { protocolVersion: 1 });
  const { sessionId } = await agent.request("session/new", { cwd: process.cwd(), mcpServers: [] });
  const { stopReason } = await agent.request("session/prompt", {
    sessionId,
    prompt: [{ type: "text", text: "Hi" }],
  });
  process.stdout.write(`\n${stopReason}\n`);
});
toAgent.end();
await served;
