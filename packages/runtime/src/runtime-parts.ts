import type { Model, ModelChoice } from "@hermes/models";
import type { Permissions, ToolSource, WrittenFiles } from "@hermes/permissions";
import type { Environment, Origin } from "@hermes/registry";
import type { Isolation } from "@hermes/sandbox";
import type { State } from "@hermes/state";
import type { Backend } from "@hermes/terminal-backends";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { HermesError } from "@hermes/registry";
import { chooseBackend, chosenBackendKind } from "./backend/chosen-backend.ts";
import type { ChosenBackend } from "./backend/chosen-backend.ts";
import { codeCallTables } from "./code/code-call-tables.ts";
import { makePrivateFolder } from "./make-private-folder.ts";
import { writtenFiles, writtenTable } from "./permissions/written-files.ts";
import { processMigrations } from "./processes/process-migrations.ts";
import { createSessionProcesses } from "./processes/session-processes.ts";
import type { SessionProcesses } from "./processes/session-processes.ts";
import { knownSecrets } from "./permissions/known-secrets.ts";
import { once } from "./once.ts";
import type { Once } from "./once.ts";
import type { HomeGround, RuntimeGround } from "./runtime-ground.ts";
import type { OpenSessionOptions, RuntimeFlags, RuntimeOptions } from "./runtime.ts";
import type { SkillShelf } from "./skills/skill-shelf.ts";
import { createStoreCare, type StoreCare } from "./sessions/store-care.ts";
import { housekeepingTables } from "./sessions/housekeeping-tables.ts";

/** What the sessions of one home share, whatever their folder. Each part is loaded and made when it is first asked for. */
export interface HomeParts extends HomeGround {
  readonly state: Once<State>;
  /** Which files came from elsewhere. */
  readonly written: WrittenFiles;
  /** Titles, summaries and housekeeping over the store. */
  readonly care: Once<StoreCare>;
  /** The store if there is one already, or if it is open. */
  readonly existingState: () => Promise<State | undefined>;
  /** What scripts of `execute_code` run in; rejects where that is less than the settings ask for. */
  readonly codeIsolation: Once<Isolation>;
  /** Takes secrets out of what a model, a log or a store sees. */
  readonly redactor: Once<(text: string) => string>;
}

/** What the sessions of one folder and backend share. */
export interface WorkspaceParts {
  /** Absolute: where the work is done. */
  readonly cwd: string;
  readonly chosenBackend: ChosenBackend;
  readonly backend: Once<Backend>;
  readonly processes: SessionProcesses;
  /** Who decides what may run. */
  readonly permissions: Once<Permissions>;
  readonly skillShelf: Once<SkillShelf>;
}

/** Everything that a session is made of, with what was chosen for it. */
export interface RuntimeParts extends RuntimeGround, HomeParts, WorkspaceParts {
  readonly origin: Origin;
  readonly modelChoice: Once<ModelChoice>;
  readonly model: Once<Model>;
}

/** Makes the parts of sessions, and releases them together. */
export interface PartsOfRuntime {
  readonly home: HomeParts;
  /** What is needed for a session with these choices; without any: outside of a session. */
  of(choices?: OpenSessionOptions): RuntimeParts;
  close(): Promise<void>;
}

/** @param tools Every tool outside of a conversation: rules are held against what they do. */
export function createParts(options: RuntimeOptions, tools: () => Promise<ToolSource>): PartsOfRuntime {
  const closing = new AbortController();
  const home = createHomeParts(options);
  const workspaces = new Map<string, WorkspaceParts>();
  const workspaceOf = ({ backend, folder }: OpenSessionOptions): WorkspaceParts => {
    const flags = { ...options.flags, ...(backend === undefined ? {} : { backend }) };
    const cwd = folder === undefined ? workingFolder(options, flags) : resolve(options.cwd, folder);
    const key = JSON.stringify([chosenBackendKind(flags, options.loaded.settings), cwd]);
    let workspace = workspaces.get(key);
    if (workspace === undefined) {
      workspace = createWorkspaceParts({ ...home, tools }, { ...options, flags }, cwd);
      workspaces.set(key, workspace);
    }
    return workspace;
  };

  return {
    home,
    of(choices = {}) {
      const chosen = chosenOptions(options, choices);
      return {
        ...home,
        ...workspaceOf(choices),
        options: chosen,
        origin: choices.origin ?? { platform: options.platform, entryPoint: "chat" },
        ...modelsOf(chosen, home.env, closing.signal),
      };
    },
    async close() {
      closing.abort();
      await (await settled(home.care.made))?.stop();
      const backends = await Promise.all(
        [...workspaces.values()].map(async ({ backend }) => await settled(backend.made)),
      );
      const openState = await settled(home.state.made);
      try {
        await Promise.all(backends.map(async (backend) => await backend?.dispose()));
      } finally {
        openState?.close();
      }
    },
  };
}

/** What a session chose takes the place of what the runtime was given. */
function chosenOptions(options: RuntimeOptions, choices: OpenSessionOptions): RuntimeOptions {
  const { resume: _resume, origin, approver, clarifier, hooks = [], folder, model, ...flags } = choices;
  const named = typeof model === "string" ? { model } : {};
  const given = Object.entries({ ...flags, ...named }).filter(([, value]) => value !== undefined);
  return {
    ...options,
    platform: origin?.platform ?? options.platform,
    cwd: resolve(options.cwd, folder ?? ""),
    approver: approver === undefined ? options.approver : (approver ?? undefined),
    hooks: [...(options.hooks ?? []), ...hooks],
    clarifier: clarifier === undefined ? options.clarifier : (clarifier ?? undefined),
    model: typeof model === "string" ? undefined : (model ?? options.model),
    flags: { ...options.flags, ...Object.fromEntries(given) },
  };
}

function createHomeParts(options: RuntimeOptions): HomeParts {
  const ground = groundOf(options);
  const { env, warn, storePath } = ground;
  const state = once(() => openStore(options, ground));
  return {
    ...ground,
    state,
    written: writtenFiles(state),
    care: once(async () => createStoreCare({ options, env, warn, state: await state() })),
    existingState: async () =>
      state.made !== undefined || existsSync(storePath) ? await state() : undefined,
    codeIsolation: once(async () => {
      const [{ enforceIsolation }, { chooseIsolation }] = await Promise.all([
        import("@hermes/sandbox"),
        import("@hermes/jail"),
      ]);
      return await enforceIsolation(options.loaded.settings.code_execution.isolation, { chooseIsolation });
    }),
    redactor: once(async () => {
      const { createRedactor } = await import("@hermes/permissions");
      return createRedactor({ knownSecrets: knownSecrets(env) });
    }),
  };
}

function createWorkspaceParts(
  home: HomeParts & { readonly tools: () => Promise<ToolSource> },
  options: RuntimeOptions,
  cwd: string,
): WorkspaceParts {
  const { loaded, flags = {} } = options;
  const { settings } = loaded;
  const chosenBackend = chooseBackend({ flags, settings, hostFolder: cwd, home: loaded.home, env: home.env });
  const backend = once(async () => {
    const { openBackend } = await import("@hermes/terminal-backends");
    const { askSudoPassword } = options;
    return await openBackend(chosenBackend.kind, { ...chosenBackend.options, askSudoPassword });
  });
  const skillShelf = once(async () => {
    const { openSkillShelf } = await import("./skills/skill-shelf.ts");
    return await openSkillShelf({ ...home, options, cwd, chosenBackend });
  });
  const permissions = once(async () => {
    const { openPermissions } = await import("./permissions/open-permissions.ts");
    return await openPermissions({ ...home, options, cwd, backend, skillShelf });
  });
  return {
    cwd,
    chosenBackend,
    backend,
    processes: createSessionProcesses({ backend, store: home.state }),
    permissions,
    skillShelf,
  };
}

/** Elsewhere the setting names a folder that is not on this machine. */
function workingFolder({ cwd, loaded: { settings } }: RuntimeOptions, flags: RuntimeFlags): string {
  const isLocal = chosenBackendKind(flags, settings) === "local" && settings.terminal.backend === "local";
  return resolve(cwd, isLocal ? (settings.terminal.cwd ?? "") : "");
}

function groundOf(options: RuntimeOptions): HomeGround {
  const { loaded, flags = {} } = options;
  const { home } = loaded;
  const env = { ...loaded.env, ...options.env };
  return {
    env,
    homedir: env["HOME"] ?? homedir(),
    warn: options.onWarning ?? (() => undefined),
    home: once(async () => {
      if (flags.keepNothing) return home;
      try {
        await makePrivateFolder(home);
      } catch (error) {
        throw noHome(home, error);
      }
      return home;
    }),
    storePath: flags.keepNothing ? ":memory:" : join(home, "hermes.db"),
  };
}

async function openStore(options: RuntimeOptions, { home, storePath, warn }: HomeGround): Promise<State> {
  const [{ openState }] = await Promise.all([import("@hermes/state"), home()]);
  return (options.openStore ?? openState)({
    path: storePath,
    synchronous: options.loaded.settings.state.synchronous,
    onWarning: warn,
    migrations: [processMigrations, housekeepingTables, codeCallTables, writtenTable],
    // The first request is not to wait for it: housekeeping does it later.
    fillIndexAtOnce: false,
  });
}

function modelsOf(
  options: RuntimeOptions,
  env: Environment,
  signal: AbortSignal,
): Pick<RuntimeParts, "modelChoice" | "model"> {
  const { loaded, flags = {} } = options;
  const { home, settings } = loaded;
  const modelChoice = once(async () => {
    const { chooseConfiguredModel } = await import("./models/chosen-model.ts");
    return await chooseConfiguredModel({ flags, settings, env });
  });
  const model = once(async () => {
    if (options.model !== undefined) return options.model;
    const { makeModel } = await import("./models/chosen-model.ts");
    return await makeModel(await modelChoice(), { home, settings, signal });
  });
  return { modelChoice, model };
}

/** A part that could not be made has nothing to release; whoever asked for it was told why. */
async function settled<Value>(made: Promise<Value> | undefined): Promise<Value | undefined> {
  return await made?.catch(() => undefined);
}

function noHome(home: string, cause: unknown): HermesError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const hint = "Choose another folder with HERMES_HOME.";
  return new HermesError(`Cannot make the home folder ${home}: ${reason}.`, {
    code: "RUNTIME_NO_HOME",
    hint,
    cause,
  });
}
