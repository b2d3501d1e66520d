import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { JobOrigin } from "@hermes/cron";
import { chooseSession, type Runtime } from "@hermes/runtime";
import { programCommand } from "@hermes/runtime/hints";
import type { Screen } from "../render/screen.ts";
import type { Face } from "./face.ts";
import { personalityPort } from "./personality-port.ts";
import { skillsPort } from "./skills-port.ts";

export interface ControllerPortsOptions extends Pick<ControllerPorts, "handOff"> {
  readonly cwd: string;
  /** Undefined: the default one. */
  readonly profile?: string | undefined;
  readonly screen: Pick<Screen, "columns"> & Pick<Face, "keys">;
  /** The chat whose commands they are. */
  readonly chat?: JobOrigin | undefined;
}

const reports = async () => await import("./program-reports.ts");

/** What the commands of a session need of this home. */
export function controllerPorts(
  runtime: Runtime,
  { cwd, profile, screen, handOff, chat }: ControllerPortsOptions,
): ControllerPorts {
  return {
    profile,
    skills: skillsPort(runtime),
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
    personalities: personalityPort(runtime),
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
    handOff,
    mcp: {
      list: async () => await (await runtime.mcp()).list(),
      reload: async () => await (await runtime.mcp()).reload(),
    },
    async cron(asked) {
      const { cronReport } = await import("./cron-report.ts");
      return await cronReport(runtime, asked, { chat, now: Date.now() });
    },
    usage: async (sessionId) => await runtime.usage({ sessionId }),
    insights: async (range) => await runtime.insights(range),
    sessions: {
      list: async (options) =>
        (await runtime.existingStore())?.sessions.list({ ...options, oneShots: false }) ?? [],
      find: async (wanted) => chooseSession((await runtime.store()).sessions, wanted, cwd),
      async setTitle(sessionId, title) {
        const sessions = (await runtime.existingStore())?.sessions;
        if (sessions?.get(sessionId) === undefined) return false;
        sessions.setTitle(sessionId, title);
        return true;
      },
      async export(sessionId, file) {
        const { exportConversation } = await import("./export-conversation.ts");
        return await exportConversation(runtime, { sessionId, file, cwd });
      },
    },
    programCommand,
    reports: {
      doctor: async ({ signal }) => (await reports()).doctorReport(runtime, signal),
      memory: async () => (await reports()).memoryReport(runtime),
      permissions: async ({ sessionId }) => (await reports()).permissionsReport(runtime, sessionId),
      version: async () => (await reports()).versionReport(),
    },
    columns: () => (Number.isFinite(screen.columns) ? screen.columns : undefined),
    keys: () => screen.keys,
  };
}
