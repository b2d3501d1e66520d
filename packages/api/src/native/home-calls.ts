import type { ApiCallName } from "@hermes/client/contract";
import { refused } from "../errors/refusal.ts";
import type { CallHandlers } from "./call.ts";
import type { gatewayCalls } from "./gateway-calls.ts";
import type { pageCalls } from "./page-calls.ts";
import type { questionCalls } from "./question-calls.ts";
import type { runCalls } from "./run-calls.ts";
import type { sessionCalls } from "./session-calls.ts";
import { the } from "./the.ts";

type Elsewhere =
  | keyof typeof gatewayCalls
  | keyof typeof pageCalls
  | keyof typeof questionCalls
  | keyof typeof runCalls
  | keyof typeof sessionCalls;

const defaultLimit = 50;

/** Calls about what is the home's: jobs, memory, skills, permissions, settings and status. */
export const homeCalls: CallHandlers<Exclude<ApiCallName, Elsewhere>> = {
  whoAmI: async ({ caller: { name, role } }) => await Promise.resolve({ name, role }),

  listJobs: async ({ home }) => ({ items: await the(home, "jobs").list() }),
  createJob: async ({ home, body }) => await the(home, "jobs").create(body),
  previewJob: async ({ home, body, query }) => await the(home, "jobs").preview(body, query.id),
  getJob: async ({ home, params }) => await the(home, "jobs").get(params.id),
  editJob: async ({ home, params, body }) => await the(home, "jobs").edit(params.id, body),
  async removeJob({ home, params }) {
    await the(home, "jobs").remove(params.id);
    return { ok: true };
  },
  pauseJob: async ({ home, params }) => await the(home, "jobs").pause(params.id),
  resumeJob: async ({ home, params }) => await the(home, "jobs").resume(params.id),
  runJob: async ({ home, params }) => await the(home, "jobs").run(params.id),
  listJobRuns: async ({ home, query: { id: name, limit = defaultLimit } }) => ({
    items: await the(home, "jobs").history({ name, limit }),
  }),

  readMemory: async ({ home, params }) => await the(home, "memory").read(params.target),
  async writeMemory({ home, body, signal }) {
    if (body.oldText === undefined && body.content === undefined)
      throw refused("API_BAD_REQUEST", "There is nothing to write and nothing to remove.", {
        param: "content",
      });
    return await the(home, "memory").write(body, { signal });
  },
  listMemoryChanges: async ({ home, params }) => ({
    items: await the(home, "memory").changes(params.target),
  }),
  revertMemory: async ({ home, params, signal }) => await the(home, "memory").revert(params.id, { signal }),
  listLearnings: async ({ home, query: { limit = defaultLimit } }) => ({
    items: await the(home, "memory").learnings({ limit }),
  }),
  async removeLearning({ home, params }) {
    const id = Number(params.id);
    if (!Number.isSafeInteger(id)) throw refused("API_NOT_FOUND", "There is no such learning.");
    await the(home, "memory").removeLearning(id);
    return { ok: true };
  },

  listSkills: async ({ home, caller, query: { q, all = false } }) => ({
    // What is hidden is the owner's to see.
    items: await the(home, "skills").list({ query: q, all: all && caller.role !== "user" }),
  }),
  async getSkill({ home, params }) {
    const found = await the(home, "skills").get(params.name);
    if (found === undefined) throw refused("API_NOT_FOUND", `There is no skill "${params.name}".`);
    return found;
  },

  getPermissions: async ({ home, query }) => await the(home, "permissions").get(query),
  async setMode({ home, body }) {
    await the(home, "permissions").setMode(body);
    return { ok: true };
  },
  async addRule({ home, body }) {
    await the(home, "permissions").addRule(body);
    return { ok: true };
  },
  async removeRule({ home, body }) {
    if (!(await the(home, "permissions").removeRule(body)))
      throw refused("API_NOT_FOUND", "There is no such rule.");
    return { ok: true };
  },
  async listAudit({ home, query: { limit = defaultLimit, ...filter } }) {
    // One more than is shown says whether there are more.
    const found = await the(home, "permissions").audit({ ...filter, limit: limit + 1 });
    return { items: found.slice(0, limit), more: found.length > limit };
  },
  explainPermission: async ({ home, body }) => await the(home, "permissions").explain(body),

  listSettings: async ({ home }) => ({ items: await the(home, "settings").list() }),
  async getSetting({ home, params: { key } }) {
    const setting = await the(home, "settings").get(key);
    if (setting === undefined) throw refused("API_NOT_FOUND", `There is no setting "${key}".`);
    return setting;
  },
  setSetting: async ({ home, params, body }) => await the(home, "settings").set(params.key, body.value),
  unsetSetting: async ({ home, params }) => await the(home, "settings").unset(params.key),

  listProcesses: async ({ home, query }) => ({ items: await the(home, "status").processes(query) }),
  async getUsage({ home, caller, sessions, query }) {
    if (query.sessionId !== undefined) await sessions.see(caller, query.sessionId);
    else if (caller.role === "user")
      throw refused("API_FORBIDDEN", "A user sees what its own sessions used.", {
        hint: "Name one: `?sessionId=…`.",
      });
    return await the(home, "status").usage(query);
  },
  async readProcess({ home, params: { id: sessionId, process } }) {
    const found = await the(home, "status").process({ sessionId, id: process });
    if (found === undefined) throw refused("API_NOT_FOUND", `There is no process "${process}".`);
    return found;
  },
  async stopProcess({ home, params: { id: sessionId, process } }) {
    const stopped = await the(home, "status").stopProcess({ sessionId, id: process });
    if (stopped === undefined)
      throw refused("API_NOT_FOUND", `No process "${process}" can be reached from here.`, {
        hint: "It is stopped where its session is open.",
      });
    return stopped;
  },
  getInsights: async ({ home, query }) => await the(home, "status").insights(query),
  listModels: async ({ home }) => ({ items: await home.models.list() }),
};
