import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { Runtime } from "@hermes/runtime";

/** What the commands of a session need of this home. */
export function controllerPorts(runtime: Runtime): ControllerPorts {
  return {
    skills: {
      commands: async () => await (await runtime.skills()).commands(),
      messageOf: async (name, args) => await (await runtime.skills()).messageOf(name, args),
    },
    approvals: {
      answer: async (id, given) => (await runtime.store()).approvals.answer(id, given),
      list: async (filter) => (await runtime.store()).approvals.list(filter),
    },
    modes: {
      async list() {
        const { modes, modeSentences } = await import("@hermes/permissions");
        return modes.map((name) => ({ name, summary: modeSentences[name] }));
      },
      current: async (sessionId) => (await runtime.permissions()).mode(sessionId),
      async set(sessionId, name) {
        const { parseMode } = await import("@hermes/permissions");
        const mode = parseMode(name);
        if (mode !== undefined) (await runtime.permissions()).setMode(mode, { sessionId });
        return mode;
      },
    },
    models: {
      current: async (sessionId) => await (await runtime.models()).current(sessionId),
      list: async (query) => await (await runtime.models()).list({ query }),
      async choose(sessionId, name, { provider, keep }) {
        const models = await runtime.models();
        const found = await models.find(name, { provider });
        const used = await models.choose(sessionId, found);
        if (!keep) return used;
        const { keptLines } = await import("../commands/model/kept-lines.ts");
        return { ...used, notes: keptLines(await models.keep(found)) };
      },
      setEffort: async (sessionId, effort) => await (await runtime.models()).setEffort(sessionId, effort),
    },
    usage: async (sessionId) => await runtime.usage({ sessionId }),
    insights: async (range) => await runtime.insights(range),
  };
}
