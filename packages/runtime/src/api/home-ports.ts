import type { GatewayPort, HomePorts } from "@hermes/api";
import { mkdir } from "node:fs/promises";
import type { OpenSessions } from "../open-sessions.ts";
import type { Runtime } from "../runtime.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { userSkills } from "../skills/skill-places.ts";
import { homeApprovals } from "./home-approvals.ts";
import { homeHub } from "./home-hub.ts";
import { homeJobs } from "./home-jobs.ts";
import { homeMemory } from "./home-memory.ts";
import { homeModelList } from "./home-model-list.ts";
import { homePermissions } from "./home-permissions.ts";
import { HomeRuns } from "./home-runs.ts";
import { homeSettings } from "../settings/home-settings.ts";
import { homeSkillsPort } from "./home-skills-port.ts";
import { homeStatus } from "./home-status.ts";
import { HomePush } from "./push/home-push.ts";
import type { PushChoice } from "./push/push-choice.ts";
import { storedResponses } from "./stored-responses.ts";
import { settingsPort } from "./settings-port.ts";
import { storedSessions } from "./stored-sessions.ts";
import { userRights } from "./user-rights.ts";

export interface HomePortsOptions {
  readonly runtime: Runtime;
  /** Outside of a session. */
  readonly parts: RuntimeParts;
  /** Names of tokens of owners. */
  readonly owners: ReadonlySet<string>;
  /** Those that this process has open. */
  readonly sessions: OpenSessions;
  readonly gateway?: GatewayPort | undefined;
  readonly push?: PushChoice | undefined;
  /** Told of what clients are not. */
  readonly onError: (error: unknown) => void;
}

export interface OpenPorts extends HomePorts {
  readonly runs: HomeRuns;
  readonly push: HomePush;
}

/** What the API needs of a home. Nothing is opened before it is asked for. */
export function createHomePorts(given: HomePortsOptions): OpenPorts {
  const { runtime, parts, owners, sessions, gateway, onError } = given;
  const { options } = parts;
  const { home, settings } = options.loaded;
  const store = async () => await runtime.store();
  const redactor = async () => await runtime.redactor();
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
    onNews: (news) => push.told(news),
  });
  const approvals = homeApprovals({ store, runs, onError });
  const push = new HomePush({
    ...given.push,
    ...{ home: parts.home, store, approvals, redactor, onError },
    questions: () => runs.questions(),
    resolveHost: options.resolveHost,
  });
  return {
    runs,
    push,
    sessions: storedSessions({
      store,
      letGo: async (id) => await runs.letGo(id),
      redactor,
      childrenOf: async (id) => await runtime.childrenOf(id),
      contextUsage: async (of) => await runtime.contextUsage(of),
    }),
    approvals,
    models: homeModelList({
      models: async () => await runtime.models(),
      given: options.model,
      agentName: settings.api.model_name,
    }),
    responses: storedResponses(store),
    jobs: homeJobs(async () => await runtime.cron()),
    memory: homeMemory({ memory: async () => await runtime.memory(), store }),
    skills: homeSkillsPort(async () => await runtime.skills()),
    hub: homeHub({ skills: async () => await runtime.skills(), folder: userSkills(home) }),
    permissions: homePermissions({
      permissions: async () => await runtime.permissions(),
      ...{ store, redactor },
    }),
    settings: settingsPort(homeSettings({ loaded: options.loaded, seal: parts.seal })),
    status: homeStatus({
      ...{ store, sessions, redactor },
      usage: async (of) => await runtime.usage(of),
      insights: async (range) => await runtime.insights(range),
    }),
    gateway,
  };
}
