import type { Model, ModelChoice } from "@hermes/models";
import type { Permissions } from "@hermes/permissions";
import type { Environment } from "@hermes/registry";
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
import { processMigrations } from "./processes/process-migrations.ts";
import { createSessionProcesses } from "./processes/session-processes.ts";
import type { SessionProcesses } from "./processes/session-processes.ts";
import { knownSecrets } from "./permissions/known-secrets.ts";
import { once } from "./once.ts";
import type { Once } from "./once.ts";
import type { RuntimeOptions } from "./runtime.ts";
import type { SkillShelf } from "./skills/skill-shelf.ts";
import { createStoreCare, type StoreCare } from "./sessions/store-care.ts";
import { housekeepingTables } from "./sessions/housekeeping-tables.ts";

/** What the sessions of one runtime share. Each part is loaded and made when it is first asked for. */
export interface RuntimeParts {
  readonly options: RuntimeOptions;
  /** Absolute: where the work is done. */
  readonly cwd: string;
  /** The environment of the process, and below it what `.env` adds. */
  readonly env: Environment;
  /** Home of the person. */
  readonly homedir: string;
  readonly warn: (message: string) => void;
  /** The home of Hermes, made for its owner alone where it is missing. */
  readonly home: Once<string>;
  /** The file of the store. */
  readonly storePath: string;
  readonly state: Once<State>;
  /** Titles, summaries and housekeeping over the store. */
  readonly care: Once<StoreCare>;
  /** The store if there is one already, or if it is open. */
  readonly existingState: () => Promise<State | undefined>;
  readonly chosenBackend: ChosenBackend;
  readonly backend: Once<Backend>;
  readonly processes: SessionProcesses;
  /** What scripts of `execute_code` run in; rejects where that is less than the settings ask for. */
  readonly codeIsolation: Once<Isolation>;
  /** Who decides what may run. */
  readonly permissions: Once<Permissions>;
  /** Takes secrets out of what a model, a log or a store sees. */
  readonly redactor: Once<(text: string) => string>;
  readonly skillShelf: Once<SkillShelf>;
  readonly modelChoice: Once<ModelChoice>;
  readonly model: Once<Model>;
  close(): Promise<void>;
}

/** What is known without opening anything. */
type Ground = Pick<
  RuntimeParts,
  "options" | "cwd" | "env" | "homedir" | "warn" | "home" | "storePath" | "chosenBackend"
>;

export function createParts(options: RuntimeOptions): RuntimeParts {
  const ground = groundOf(options);
  const { env, warn, storePath } = ground;
  const closing = new AbortController();
  const state = once(() => openStore(ground));
  const care = once(async () => createStoreCare({ options, env, warn, state: await state() }));
  const backend = once(() => openChosenBackend(ground));
  const codeIsolation = once(async () => {
    const { enforceIsolation } = await import("@hermes/sandbox");
    return await enforceIsolation(options.loaded.settings.code_execution.isolation);
  });
  const skillShelf = once(async () => {
    const { openSkillShelf } = await import("./skills/skill-shelf.ts");
    return await openSkillShelf(ground);
  });
  const redactor = once(async () => {
    const { createRedactor } = await import("@hermes/permissions");
    return createRedactor({ knownSecrets: knownSecrets(env) });
  });
  const permissions = once(async () => {
    const { openPermissions } = await import("./permissions/open-permissions.ts");
    return await openPermissions({ ...ground, backend, state, codeIsolation, skillShelf, redactor });
  });

  return {
    ...ground,
    state,
    care,
    existingState: async () =>
      state.made !== undefined || existsSync(storePath) ? await state() : undefined,
    backend,
    processes: createSessionProcesses({ backend, store: state }),
    codeIsolation,
    permissions,
    redactor,
    skillShelf,
    ...modelsOf(ground, closing.signal),
    async close() {
      closing.abort();
      await (await settled(care.made))?.stop();
      const [openBackend, openState] = await Promise.all([settled(backend.made), settled(state.made)]);
      try {
        await openBackend?.dispose();
      } finally {
        openState?.close();
      }
    },
  };
}

function groundOf(options: RuntimeOptions): Ground {
  const { loaded, flags = {} } = options;
  const { home, settings } = loaded;
  const env = { ...loaded.env, ...options.env };
  // Elsewhere the setting names a folder that is not on this machine.
  const isLocal = chosenBackendKind(flags, settings) === "local" && settings.terminal.backend === "local";
  const cwd = resolve(options.cwd, isLocal ? (settings.terminal.cwd ?? "") : "");
  return {
    options,
    cwd,
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
    chosenBackend: chooseBackend({ flags, settings, hostFolder: cwd, home, env }),
  };
}

async function openStore({ options, home, storePath, warn }: Ground): Promise<State> {
  const [{ openState }] = await Promise.all([import("@hermes/state"), home()]);
  return (options.openStore ?? openState)({
    path: storePath,
    synchronous: options.loaded.settings.state.synchronous,
    onWarning: warn,
    migrations: [processMigrations, housekeepingTables, codeCallTables],
    // The first request is not to wait for it: housekeeping does it later.
    fillIndexAtOnce: false,
  });
}

async function openChosenBackend({ options, chosenBackend }: Ground): Promise<Backend> {
  const { openBackend } = await import("@hermes/terminal-backends");
  const { askSudoPassword } = options;
  return await openBackend(chosenBackend.kind, { ...chosenBackend.options, askSudoPassword });
}

function modelsOf(
  { options, env }: Ground,
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
