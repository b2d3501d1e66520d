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
const audited = {
  ...{ id: 2, at: 1, platform: "cli", tool: "terminal", request: "ls" },
  ...{ decision: "allowed" as const, decidedBy: "rule", reason: "" },
};
const process = { id: "p1", sessionId: "s1", command: "serve", state: "running" as const, startedAt: 1 };
const hubSkill = {
  ...{ reference: "official:notes", source: "official", name: "notes", description: "" },
  trust: "builtin",
};
const installed = {
  ...{ name: "notes", reference: hubSkill.reference, source: "official", trust: "builtin" },
  installedAt: "2026-01-01T00:00:00Z",
};
const setting = { key: "model.default", type: "text", description: "", isSet: false, isSecret: false };

/** What of a home the tests need no more of than that it answers. */
export const emptyHome: Pick<
  HomePorts,
  "gateway" | "hub" | "jobs" | "memory" | "permissions" | "push" | "settings" | "skills" | "status"
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
    audit: async ({ limit }) => await Promise.resolve([audited, { ...audited, id: 1 }].slice(0, limit)),
    explain: async () =>
      await Promise.resolve({
        ...{ verdict: "allow", decidedBy: "rule", reason: "", mode: "ask", tool: "t", action: "a" },
        findings: [],
      }),
  },
  gateway: {
    info: async () => await Promise.resolve({ state: "stopped", platforms: [] }),
    log: async () => await Promise.resolve(["ready"]),
    pairings: async () => await Promise.resolve({ pending: [], approved: [] }),
    approve: async () => await Promise.resolve(),
    revoke: async ({ userId }) => await Promise.resolve(userId === "ada"),
  },
  hub: {
    search: async () => await Promise.resolve({ items: [hubSkill], problems: [] }),
    inspect: async () =>
      await Promise.resolve({
        ...{ skill: hubSkill, folder: "notes", files: [], text: "", decision: "allow" as const },
        ...{ findings: [], needs: [], digest: "0".repeat(64) },
      }),
    install: async () => await Promise.resolve(installed),
    installed: async () => await Promise.resolve([installed]),
    uninstall: async (name) => await Promise.resolve(name === installed.name),
  },
  push: {
    publicKey: async () => await Promise.resolve("key"),
    add: async () => await Promise.resolve(),
    remove: async () => await Promise.resolve(),
    news: async () => await Promise.resolve({ kind: "none" as const }),
  },
  settings: {
    list: async () => await Promise.resolve([setting]),
    get: async (key) => await Promise.resolve(key === setting.key ? setting : undefined),
    set: async (key, value) => await Promise.resolve({ ...setting, key, isSet: true, value }),
    unset: async () => await Promise.resolve(setting),
  },
  status: {
    processes: async () => await Promise.resolve([process]),
    process: async ({ id }) =>
      await Promise.resolve(id === process.id ? { process, output: "ready" } : undefined),
    stopProcess: async ({ id }) =>
      await Promise.resolve(id === process.id ? { ...process, state: "exited" as const } : undefined),
    insights: async () =>
      await Promise.resolve({
        ...{ sessions: 1, messages: 2, calls: 3, tokens: { input: 4, output: 5, cacheRead: 0 } },
        ...{ costUsd: 0, callsWithoutPrice: 3, models: [], tools: [], platforms: [] },
        ...{ days: [], weekdays: [], hours: [] },
      }),
    usage: async () =>
      await Promise.resolve({
        ...{ calls: 0, tokens: { input: 0, output: 0, cacheRead: 0 }, costUsd: 0 },
        ...{ callsWithoutPrice: 0, estimatedCalls: 0, budgets: [] },
      }),
  },
};
