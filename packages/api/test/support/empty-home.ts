import type { HomePorts } from "../../src/index.ts";

const job = {
  id: "0123456789ab",
  name: "digest",
  schedule: "every day at 09:00",
  reading: "every day at 09:00",
  state: "active" as const,
  runs: 0,
  skills: [],
  deliver: ["local"],
  madeBy: "person" as const,
  createdAt: 1,
  changedAt: 1,
  warnings: [],
};
const run = { jobId: job.id, at: 1, cause: "asked" as const, state: "waiting" as const };
const written = { change: "added" as const, entry: "x", changeId: "m1" };
const setting = { key: "model.default", type: "text", description: "", isSet: false, isSecret: false };

/** What of a home the tests need no more of than that it answers. */
export const emptyHome: Pick<
  HomePorts,
  "jobs" | "memory" | "permissions" | "settings" | "skills" | "status"
> = {
  jobs: {
    list: async () => await Promise.resolve([job]),
    get: async () => await Promise.resolve(job),
    create: async () => await Promise.resolve(job),
    edit: async () => await Promise.resolve(job),
    preview: async () => await Promise.resolve(job),
    remove: async () => await Promise.resolve(),
    pause: async () => await Promise.resolve(job),
    resume: async () => await Promise.resolve(job),
    run: async () => await Promise.resolve(run),
    history: async () => await Promise.resolve([run]),
  },
  memory: {
    read: async (target) => await Promise.resolve({ target, entries: [], usedChars: 0, limitChars: 1 }),
    write: async () => await Promise.resolve(written),
    changes: async () => await Promise.resolve([]),
    revert: async () => await Promise.resolve(written),
    learnings: async () => await Promise.resolve([]),
    removeLearning: async () => await Promise.resolve(),
  },
  skills: {
    list: async () => await Promise.resolve([{ name: "notes", description: "", source: "home" }]),
    get: async (name) =>
      await Promise.resolve({ skill: { name, description: "", source: "home" }, text: "", files: [] }),
  },
  permissions: {
    get: async () => await Promise.resolve({ mode: "ask", modes: [], rules: [], problems: [] }),
    setMode: async () => await Promise.resolve(),
    addRule: async () => await Promise.resolve(),
    removeRule: async () => await Promise.resolve(true),
    explain: async () =>
      await Promise.resolve({
        ...{ verdict: "allow", decidedBy: "rule", reason: "", mode: "ask", tool: "t", action: "a" },
        findings: [],
      }),
  },
  settings: {
    list: async () => await Promise.resolve([setting]),
    get: async (key) => await Promise.resolve(key === setting.key ? setting : undefined),
    set: async (key, value) => await Promise.resolve({ ...setting, key, isSet: true, value }),
    unset: async () => await Promise.resolve(setting),
  },
  status: {
    gateway: async () => await Promise.resolve({ state: "stopped", platforms: [] }),
    processes: async () => await Promise.resolve([]),
    usage: async () =>
      await Promise.resolve({
        ...{ calls: 0, tokens: { input: 0, output: 0, cacheRead: 0 }, costUsd: 0 },
        ...{ callsWithoutPrice: 0, estimatedCalls: 0, budgets: [] },
      }),
  },
};
