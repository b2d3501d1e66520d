import type { HomePorts } from "@hermes/api";
import type { GatewayInfo } from "@hermes/client/contract";
import { mkdir } from "node:fs/promises";
import type { Runtime } from "../runtime.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { homeApprovals } from "./home-approvals.ts";
import { homeJobs } from "./home-jobs.ts";
import { homeMemory } from "./home-memory.ts";
import { homeModelList } from "./home-model-list.ts";
import { homePermissions } from "./home-permissions.ts";
import { HomeRuns } from "./home-runs.ts";
import { homeSettings } from "./home-settings.ts";
import { homeSkillsPort } from "./home-skills-port.ts";
import { homeStatus } from "./home-status.ts";
import { storedResponses } from "./stored-responses.ts";
import { storedSessions } from "./stored-sessions.ts";
import { userRights } from "./user-rights.ts";

export interface HomePortsOptions {
  readonly runtime: Runtime;
  /** Outside of a session. */
  readonly parts: RuntimeParts;
  /** Names of tokens of owners. */
  readonly owners: ReadonlySet<string>;
  readonly gateway?: (() => Promise<GatewayInfo>) | undefined;
  /** Told of what clients are not. */
  readonly onError: (error: unknown) => void;
}

export interface OpenPorts extends HomePorts {
  readonly runs: HomeRuns;
}

/** What the API needs of a home. Nothing is opened before it is asked for. */
export function createHomePorts({ runtime, parts, owners, gateway, onError }: HomePortsOptions): OpenPorts {
  const { options } = parts;
  const { settings } = options.loaded;
  const store = async () => await runtime.store();
  const runs = new HomeRuns({
    ...{ store, owners, onError },
    open: async (choice) => await runtime.openSession(choice),
    async rightsOf(user) {
      const rights = userRights({ settings, home: await parts.home(), user });
      if (rights.folder !== undefined) await mkdir(rights.folder, { recursive: true, mode: 0o700 });
      return rights;
    },
    hasTool: async (name) => (await runtime.tools()).has(name),
    models: async () => await runtime.models(),
    async chosenModel() {
      if (options.model !== undefined) return options.model.id;
      const choice = await parts.modelChoice();
      return choice.ok ? choice.model : undefined;
    },
    agentName: settings.api.model_name,
    clarifyTimeoutMs: settings.agent.clarify_timeout * 1_000,
  });
  return {
    runs,
    sessions: storedSessions({
      store,
      letGo: async (id) => await runs.letGo(id),
      redactor: async () => await runtime.redactor(),
    }),
    approvals: homeApprovals({ store, runs, onError }),
    models: homeModelList({
      models: async () => await runtime.models(),
      given: options.model,
      agentName: settings.api.model_name,
    }),
    responses: storedResponses(store),
    jobs: homeJobs(async () => await runtime.cron()),
    memory: homeMemory({ memory: async () => await runtime.memory(), store }),
    skills: homeSkillsPort(async () => await runtime.skills()),
    permissions: homePermissions(async () => await runtime.permissions()),
    settings: homeSettings({ loaded: options.loaded, seal: parts.seal }),
    status: homeStatus({ store, gateway, usage: async (of) => await runtime.usage(of) }),
  };
}
