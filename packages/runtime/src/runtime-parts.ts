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
  readonly skillShelf: Once<SkillShelf>;
  readonly modelChoice: Once<ModelChoice>;
  readonly model: Once<Model>;
  close(): Promise<void>;
}

export function createParts(options: RuntimeOptions): RuntimeParts {
  const { loaded, flags = {} } = options;
  const { settings } = loaded;
  const env = { ...loaded.env, ...options.env };
  const userFolder = env["HOME"] ?? homedir();
  // Elsewhere the setting names a folder that is not on this machine.
  const isLocal = chosenBackendKind(flags, settings) === "local" && settings.terminal.backend === "local";
  const cwd = resolve(options.cwd, isLocal ? (settings.terminal.cwd ?? "") : "");
  const warn = options.onWarning ?? (() => undefined);
  const closing = new AbortController();
  const storePath = join(loaded.home, "hermes.db");

  const home = once(async () => {
    try {
      await makePrivateFolder(loaded.home);
    } catch (error) {
      throw noHome(loaded.home, error);
    }
    return loaded.home;
  });
  const state = once(async () => {
    const [{ openState }] = await Promise.all([import("@hermes/state"), home()]);
    return (options.openStore ?? openState)({
      path: storePath,
      synchronous: settings.state.synchronous,
      onWarning: warn,
      migrations: [processMigrations, housekeepingTables, codeCallTables],
      // The first request is not to wait for it: housekeeping does it later.
      fillIndexAtOnce: false,
    });
  });
  const care = once(async () => createStoreCare({ options, env, warn, state: await state() }));
  const chosenBackend = chooseBackend({ flags, settings, hostFolder: cwd, home: loaded.home, env });
  const backend = once(async () => {
    const { openBackend } = await import("@hermes/terminal-backends");
    const { askSudoPassword } = options;
    return await openBackend(chosenBackend.kind, { ...chosenBackend.options, askSudoPassword });
  });
  const processes = createSessionProcesses({ backend, store: state });
  const codeIsolation = once(async () => {
    const { enforceIsolation } = await import("@hermes/sandbox");
    return await enforceIsolation(settings.code_execution.isolation);
  });
  const skillShelf = once(async () => {
    const { openSkillShelf } = await import("./skills/skill-shelf.ts");
    return await openSkillShelf({ options, cwd, env, home, warn, chosenBackend });
  });
  const permissions = once(async () => {
    const { openPermissions } = await import("./permissions/open-permissions.ts");
    return await openPermissions({
      options,
      cwd,
      env,
      homedir: userFolder,
      warn,
      backend,
      state,
      codeIsolation,
      skillShelf,
    });
  });
  const modelChoice = once(async () => {
    const { chooseConfiguredModel } = await import("./models/chosen-model.ts");
    return await chooseConfiguredModel({ flags, settings, env });
  });
  const model = once(async () => {
    if (options.model !== undefined) return options.model;
    const { makeModel } = await import("./models/chosen-model.ts");
    return await makeModel(await modelChoice(), { home: loaded.home, settings, signal: closing.signal });
  });

  return {
    options,
    cwd,
    env,
    homedir: userFolder,
    warn,
    home,
    storePath,
    state,
    care,
    existingState: async () =>
      state.made !== undefined || existsSync(storePath) ? await state() : undefined,
    chosenBackend,
    backend,
    processes,
    codeIsolation,
    permissions,
    skillShelf,
    modelChoice,
    model,
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
