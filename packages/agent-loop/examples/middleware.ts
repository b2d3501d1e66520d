// What holds the work itself: a cache of answers, a time for each call, and a second try of a request.
import { AsyncLocalStorage } from "node:async_hooks";
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import type { AgentHooks, ModelEvent } from "@hermes/agent-loop";

const person = new AsyncLocalStorage<string>();

const look = defineTool({
  name: "look",
  toolset: "demo",
  description: "Looks somewhere.",
  input: z.object({ where: z.string() }),
  execute: async ({ where }) => ({ where, seenBy: person.getStore() }),
});

/** What is set around `next` holds in everything that the turn does. */
const forAda: AgentHooks = { name: "person", aroundTurn: (_turn, next) => person.run("Ada", next) };

const timed: AgentHooks = {
  name: "timed",
  async aroundToolCall({ tool }, next) {
    const startedAt = performance.now();
    const result = await next();
    console.log(
      `${tool.name}: ${result.content} in ${performance.now() - startedAt < 1_000 ? "no time" : "ages"}`,
    );
    return result;
  },
};

/** Answers what was asked before without asking the model. */
function cached(): AgentHooks {
  const answers = new Map<string, readonly ModelEvent[]>();
  return {
    name: "cache",
    async *aroundModelRequest({ request }, next) {
      const key = JSON.stringify([request.system, request.messages]);
      const known = answers.get(key);
      if (known !== undefined) return yield* known;
      const events: ModelEvent[] = [];
      for await (const event of next({ temperature: 0 })) {
        events.push(event);
        yield event;
      }
      answers.set(key, events);
    },
  };
}

const model = scripted([
  { calls: [{ name: "look", arguments: { where: "here" } }] },
  { text: "Nothing here." },
]);
const hooks = [forAda, cached(), timed];
for (const sessionId of ["one", "two"])
  console.log(await new Agent({ model, tools: [look], hooks, sessionId }).chat("Look around."));
console.log(`${model.requests.length} requests for two conversations`);
