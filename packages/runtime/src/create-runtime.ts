import { join } from "node:path";
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
  const parts = createParts(options);
  const sessions = new Set<OpenSession>();

  return {
    async openSession(choice = {}) {
      const session = await openSession(parts, choice, () => sessions.delete(session));
      sessions.add(session);
      return session;
    },
    async tools() {
      const { buildToolsOutside } = await import("./build-registry.ts");
      return await buildToolsOutside(parts);
    },
    permissions: () => parts.permissions(),
    storePath: parts.storePath,
    store: () => parts.state(),
    existingStore: () => parts.existingState(),
    async redact(text) {
      const [state, { redactFiles }] = await Promise.all([
        parts.state(),
        import("./sessions/redact-files.ts"),
      ]);
      const { home } = options.loaded;
      return await state.redact(text, {
        async files(secret, tombstone) {
          const results = await redactFiles(join(home, "results"), secret, tombstone);
          return results + (await redactFiles(join(home, "memories"), secret, tombstone));
        },
      });
    },
    async memory() {
      const { openMemoryStore } = await import("./memory/open-memory-store.ts");
      return await openMemoryStore(parts);
    },
    skills: once(async () => {
      const { openHomeSkills } = await import("./skills/open-home-skills.ts");
      return await openHomeSkills(parts);
    }),
    async listSessions(filter = {}) {
      const state = await parts.existingState();
      return state?.sessions.list(filter) ?? [];
    },
    async diagnose() {
      const { diagnose } = await import("./diagnose.ts");
      return await diagnose(parts);
    },
    async auxiliaryModel(task) {
      const { makeAuxiliaryModel } = await import("./models/chosen-model.ts");
      return await makeAuxiliaryModel(task, { settings: options.loaded.settings, env: parts.env });
    },
    async [Symbol.asyncDispose]() {
      try {
        await Promise.all([...sessions].map((session) => session[Symbol.asyncDispose]()));
      } finally {
        await parts.close();
      }
    },
  };
}
