import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Agent, memoryApprovals, scripted } from "@hermes/agent-loop";
import { createApi, toRequest, writeResponse } from "@hermes/api";
import type { HomePorts } from "@hermes/api";
import { openState } from "@hermes/state";
import { createSessionStreams } from "@hermes/ui";

// A model that follows a script, so that this runs offline: put `openaiChat(…)` or another one in its place.
const model = scripted(() => ({ text: "A pangolin." }));
const state = openState({ path: ":memory:" });
const streams = createSessionStreams({ journal: state.journal });
const approvals = memoryApprovals();
const notHere = (): never => {
  throw new Error("This small home has none of it.");
};

// What Hermes itself does here, with sessions, tools and permissions of a home, is in `hermes serve`.
const home: HomePorts = {
  runs: {
    async start({ sessionId = randomUUID(), input = [], history = [], instructions, origin, wait }) {
      const { journal } = state;
      const prompt = instructions ?? "You help.";
      const agent = new Agent({ model, journal, sessionId, messages: history, prompt, origin });
      const { cursor } = await streams.start(agent, (signal) => agent.run(input, { signal }), { wait });
      return { sessionId, cursor, model: model.id };
    },
    follow: (sessionId, options) => streams.follow(sessionId, options),
    watch: () => () => undefined,
    running: () => [],
    steer: async (sessionId, text) => await Promise.resolve(streams.running(sessionId)?.steer(text) ?? false),
    stop: async (sessionId) => await Promise.resolve(streams.stop(sessionId)),
    questions: () => [],
    answer: async () => await Promise.resolve(false),
  },
  sessions: {
    list: async ({ limit }) => await Promise.resolve(state.sessions.list({ limit })),
    get: async (id) => await Promise.resolve(state.sessions.get(id)),
    messages: notHere,
    search: notHere,
    fork: notHere,
    rename: notHere,
    delete: async (id) => await Promise.resolve(state.sessions.delete(id)),
    export: async (id) => await Promise.resolve(state.exportSession(id, "markdown")),
    children: notHere,
    context: notHere,
  },
  approvals: {
    list: async (filter) => await approvals.list(filter),
    get: async (id) => await approvals.get(id),
    answer: async (id, given) => await approvals.answer(id, { ...given, at: Date.now() }),
  },
  models: { list: async () => await Promise.resolve([]) },
};

const token = randomUUID();
const api = createApi({ home, tokens: [{ name: "me", role: "owner", token }] });
const server = createServer((message, response) => {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const request = toRequest(message, { signal: gone.signal });
  const answer = async (): Promise<void> => await writeResponse(await api.fetch(request), response);
  answer().catch(() => response.destroy());
});
server.on("upgrade", (request, socket, head) => {
  api.upgrade(request, socket, head).catch(() => socket.destroy());
});
server.listen(Number(process.argv[2] ?? 8642), "127.0.0.1", () => {
  // It listens on a port, and is no pipe.
  const { port } = server.address() as { readonly port: number };
  process.stdout.write(`http://127.0.0.1:${port} ${token}\n`);
});
