import type { ToolRegistry } from "@hermes/registry";
import { join } from "node:path";
import { createHttpListener } from "./http/http-listener.ts";
import { once } from "./once.ts";
import { openSession } from "./open-session.ts";
import { createParts } from "./runtime-parts.ts";
import type { OpenSession, Runtime, RuntimeOptions } from "./runtime.ts";

/**
 * Puts the parts of Hermes together for one start of a program. Makes nothing and loads nothing by itself; dispose it
 * to end what its sessions started and to close the store.
 *
 * @example See examples/basic.ts
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  const tools = async (): Promise<ToolRegistry> => {
    const { buildToolsOutside } = await import("./build-registry.ts");
    return await buildToolsOutside(outside);
  };
  const { home, of: partsOf, close } = createParts(options, once(tools));
  const outside = partsOf();
  const sessions = new Set<OpenSession>();
  const http = createHttpListener(options.http, home.warn);

  return {
    async openSession(choice = {}) {
      const session = await openSession(partsOf(choice), choice, () => sessions.delete(session));
      sessions.add(session);
      return session;
    },
    tools,
    http,
    permissions: () => outside.permissions(),
    storePath: home.storePath,
    store: () => home.state(),
    existingStore: () => home.existingState(),
    async scriptCalls(sessionId) {
      const state = await home.existingState();
      if (state === undefined) return new Map();
      const { scriptCallsOf } = await import("./code/script-calls.ts");
      return await scriptCallsOf(state, sessionId);
    },
    async redact(text) {
      const [state, { redactFiles }] = await Promise.all([
        home.state(),
        import("./sessions/redact-files.ts"),
      ]);
      const { home: folder } = options.loaded;
      return await state.redact(text, {
        async files(secret, tombstone) {
          const results = await redactFiles(join(folder, "results"), secret, tombstone);
          return results + (await redactFiles(join(folder, "memories"), secret, tombstone));
        },
      });
    },
    async memory() {
      const { openMemoryStore } = await import("./memory/open-memory-store.ts");
      return await openMemoryStore(outside);
    },
    skills: once(async () => {
      const { openHomeSkills } = await import("./skills/open-home-skills.ts");
      return await openHomeSkills(outside);
    }),
    async listSessions(filter = {}) {
      const state = await home.existingState();
      return state?.sessions.list(filter) ?? [];
    },
    async insights(range) {
      const { gatherInsights } = await import("./sessions/gather-insights.ts");
      return gatherInsights(await home.state(), range);
    },
    async diagnose(choice) {
      const { diagnose } = await import("./diagnose.ts");
      return await diagnose(outside, choice);
    },
    async auxiliaryModel(task) {
      const { makeAuxiliaryModel } = await import("./models/chosen-model.ts");
      return await makeAuxiliaryModel(task, { settings: options.loaded.settings, env: home.env });
    },
    async [Symbol.asyncDispose]() {
      try {
        // What comes from outside would find its session closed.
        await http.close();
        await Promise.all([...sessions].map((session) => session[Symbol.asyncDispose]()));
      } finally {
        await close();
      }
    },
  };
}
