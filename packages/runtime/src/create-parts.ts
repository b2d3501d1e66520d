import type { GivenProviders } from "@hermes/models";
import type { State } from "@hermes/state";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { cronTables } from "@hermes/cron/tables";
import { HermesError } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import { commandHint } from "./hints.ts";
import { hookTables } from "./hooks/hook-tables.ts";
import { chosenBackendKind } from "./backend/chosen-backend.ts";
import { createWorkspaceParts } from "./create-workspace-parts.ts";
import { responseTables } from "./api/response-tables.ts";
import { sealTables } from "./seal/seal-tables.ts";
import { codeCallTables } from "./code/code-call-tables.ts";
import { mcpTables } from "./mcp/mcp-tables.ts";
import { namesPlugins } from "./plugins/names-plugins.ts";
import { pluginTables } from "./plugins/plugin-tables.ts";
import { makePrivateFolder } from "./make-private-folder.ts";
import { agentFileTable, createAgentFiles } from "./permissions/agent-files.ts";
import { agentSpanTables, createAgentSpans } from "./permissions/agent-spans.ts";
import { writtenFiles, writtenTable } from "./permissions/written-files.ts";
import { personalityTables } from "./personality/personality-tables.ts";
import { processMigrations } from "./processes/process-migrations.ts";
import { homeCredentials } from "./models/home-credentials.ts";
import type { NamedModel } from "./models/chosen-model.ts";
import { choicesOfChild, modelsOfChild } from "./child/child-parts.ts";
import { childTables } from "./child/child-tables.ts";
import { OpenChildren } from "./child/open-children.ts";
import { openRoles } from "./roles/open-roles.ts";
import { lazy } from "./lazy.ts";
import type { HomeContext } from "./runtime-context.ts";
import type { RuntimeFlags, RuntimeOptions } from "./runtime.ts";
import type { OpenSessionOptions } from "./session/session-options.ts";
import { openDrawingPages } from "./drawing/open-drawing-pages.ts";
import { createSessionMeters } from "./spending/session-meters.ts";
import { createStoreMaintenance } from "./sessions/store-maintenance.ts";
import { housekeepingTables } from "./sessions/housekeeping-tables.ts";
import type { ChildParts, HomeParts, RuntimeParts, SharedParts, WorkspaceParts } from "./runtime-parts.ts";

/** Makes the parts of sessions, and releases them together. */
export interface PartsOfRuntime {
  readonly home: HomeParts;
  /** What is needed for a session with these choices; without any: outside of a session. */
  of(choices?: OpenSessionOptions): RuntimeParts;
  /** What a child is made of: its parent's parts with what was chosen for it. */
  ofChild(choices: OpenSessionOptions, child: ChildParts): RuntimeParts;
  close(): Promise<void>;
}

/**
 * @param tools Every tool outside of a session: rules are held against what they do.
 * @param shared Of parts over the same home, with other settings.
 */
export function createParts(
  options: RuntimeOptions,
  tools: () => Promise<ToolRegistry>,
  shared?: SharedParts,
): PartsOfRuntime {
  const closing = new AbortController();
  const home = createHomeParts(options, async () => await providersOf(workspaceOf({}), options)(), shared);
  const cron = lazy(async () => {
    const { openHomeCron } = await import("./cron/open-home-cron.ts");
    return await openHomeCron(parts.of(), tools);
  });
  const web = lazy(async () => (await import("./web/open-home-web.ts")).openHomeWeb(parts.of()));
  const browsers = lazy(async () => {
    const { openHomeBrowsers } = await import("./browser/open-home-browsers.ts");
    return await openHomeBrowsers(parts.of());
  });
  const drawing = openDrawingPages({ env: home.env, options });
  const { withDrawingPage } = drawing;
  const workspaces = new Map<string, WorkspaceParts>();
  const workspaceOf = ({ backend, folder, mcpServers }: OpenSessionOptions): WorkspaceParts => {
    const flags = { ...options.flags, ...(backend === undefined ? {} : { backend }) };
    const cwd = folder === undefined ? workingFolder(options, flags) : resolve(options.cwd, folder);
    const servers = mcpServers ?? options.mcpServers ?? {};
    const key = JSON.stringify([chosenBackendKind(flags, options.loaded.settings), cwd, servers]);
    let workspace = workspaces.get(key);
    if (workspace === undefined) {
      workspace = createWorkspaceParts(
        { ...home, tools },
        { options: { ...options, flags, mcpServers: servers }, cwd, closing: closing.signal },
      );
      workspaces.set(key, workspace);
    }
    return workspace;
  };

  const parts: PartsOfRuntime = {
    home,
    of(choices = {}) {
      const chosen = chosenOptions(options, choices);
      const workspace = workspaceOf(choices);
      const context = { ...home, givenProviders: providersOf(workspace, options) };
      const made = {
        ...context,
        ...workspace,
        options: chosen,
        origin: choices.origin ?? { platform: options.platform, entryPoint: "chat" },
        closing: closing.signal,
        ...{ cron, web, browsers, withDrawingPage },
        ...modelsOf(chosen, context, closing.signal),
        givenTools: choices.givenTools,
      };
      return { ...made, roles: openRoles(made) };
    },
    ofChild(choices, child) {
      const { parts } = child.of;
      const options = chosenOptions(parts.options, choicesOfChild(choices, child));
      const chosen = modelsOf(options, parts, closing.signal);
      return {
        ...parts,
        options,
        child,
        givenTools: undefined,
        ...modelsOfChild(chosen, choices, child, home.warn),
      };
    },
    async close() {
      closing.abort();
      await (await settled(home.care.made))?.stop();
      await Promise.all([
        closed(browsers.made),
        closed(home.hooks.made),
        closed(web.made?.then(({ reader }) => reader)),
        drawing[Symbol.asyncDispose](),
      ]);
      const places = await Promise.all(
        [...workspaces.values()].map(async ({ backend, wall, mcp, plugins }) => ({
          backend: await settled(backend.made),
          wall: await settled(wall.made),
          mcp: await settled(mcp.made),
          plugins: await settled(plugins.made),
        })),
      );
      const openState = await settled(home.state.made);
      try {
        await Promise.all(
          places.map(async ({ backend, wall, mcp, plugins }) => {
            await mcp?.close();
            await backend?.dispose();
            await wall?.close();
            // Last: a backend may be one of a plug-in.
            await plugins?.[Symbol.asyncDispose]();
          }),
        );
      } finally {
        await (await settled(home.seal.made))?.leave();
        openState?.close();
      }
    },
  };
  return parts;
}

/** What a session chose takes the place of what the runtime was given. */
function chosenOptions(options: RuntimeOptions, choices: OpenSessionOptions): RuntimeOptions {
  const {
    id: _id,
    messages: _messages,
    resume: _resume,
    parent: _parent,
    givenTools: _givenTools,
    origin,
    approver,
    clarifier,
    hooks = [],
    folder,
    mcpServers = options.mcpServers,
    editor = options.editor,
    model,
    ...flags
  } = choices;
  const named = typeof model === "string" ? { model } : {};
  const given = Object.entries({ ...flags, ...named }).filter(([, value]) => value !== undefined);
  return {
    ...options,
    ...{ mcpServers, editor },
    platform: origin?.platform ?? options.platform,
    cwd: resolve(options.cwd, folder ?? ""),
    approver: approver === undefined ? options.approver : (approver ?? undefined),
    hooks: [...(options.hooks ?? []), ...hooks],
    clarifier: clarifier === undefined ? options.clarifier : (clarifier ?? undefined),
    model: typeof model === "string" ? undefined : (model ?? options.model),
    flags: { ...options.flags, ...Object.fromEntries(given) },
  };
}

/** Those that plug-ins of a folder give; none is started for it. */
function providersOf(
  { plugins, cwd }: Pick<WorkspaceParts, "plugins" | "cwd">,
  options: RuntimeOptions,
): GivenProviders {
  return async () => {
    if (plugins.made === undefined && !namesPlugins({ options, cwd })) return [];
    const { modelProviders } = await import("./plugins/providers/model-providers.ts");
    return modelProviders(await plugins());
  };
}

function createHomeParts(
  options: RuntimeOptions,
  givenProviders: GivenProviders,
  shared?: SharedParts,
): HomeParts {
  const context = contextOf(options, givenProviders);
  const { env, warn, storePath, credentials } = context;
  const state = shared?.state ?? lazy(() => openStore(options, context));
  const existingState = async (): Promise<State | undefined> =>
    state.made !== undefined || existsSync(storePath) ? await state() : undefined;
  const run = shared?.run ?? `run-${randomUUID()}`;
  const meters = createSessionMeters(options, { state, run });
  const children = shared?.children ?? new OpenChildren();
  const spans = createAgentSpans({ store: state, existingStore: existingState, warn });
  return {
    ...context,
    state,
    existingState,
    run,
    children,
    jobListeners: new Set(),
    personalities: shared?.personalities ?? {},
    written: writtenFiles(state),
    spans,
    agentFiles: createAgentFiles({ store: state, existingStore: existingState, spans }),
    care: lazy(async () =>
      createStoreMaintenance({
        ...{ options, env, warn, credentials, givenProviders, meters, children },
        state: await state(),
      }),
    ),
    seal: lazy(async () => {
      const [{ HomeSeal }, { sealedFiles }] = await Promise.all([
        import("./seal/home-seal.ts"),
        import("./seal/sealed-files.ts"),
      ]);
      return new HomeSeal({ files: sealedFiles(options), store: state, existingStore: existingState, warn });
    }),
    hooks: lazy(async () => {
      const { openAgreedHooks } = await import("./hooks/open-agreed-hooks.ts");
      return await openAgreedHooks({ ...context, state, existingState }, options.loaded);
    }),
    codeIsolation: lazy(async () => {
      const [{ enforceIsolation }, { chooseIsolation }] = await Promise.all([
        import("@hermes/sandbox"),
        import("@hermes/jail"),
      ]);
      return await enforceIsolation(options.loaded.settings.code_execution.isolation, { chooseIsolation });
    }),
    redactor: lazy(async () => {
      const { homeRedactor } = await import("./permissions/home-redactor.ts");
      return await homeRedactor({ env, settings: options.loaded.settings, credentials });
    }),
    ...shared,
    // By the settings that count.
    meters,
  };
}

/** Elsewhere the setting names a folder that is not on this machine. */
function workingFolder({ cwd, loaded: { settings } }: RuntimeOptions, flags: RuntimeFlags): string {
  const isLocal = chosenBackendKind(flags, settings) === "local" && settings.terminal.backend === "local";
  return resolve(cwd, isLocal ? (settings.terminal.cwd ?? "") : "");
}

function contextOf(options: RuntimeOptions, givenProviders: GivenProviders): HomeContext {
  const { loaded, flags = {} } = options;
  const { home } = loaded;
  const env = { ...loaded.env, ...options.env };
  const warn = options.onWarning ?? (() => undefined);
  return {
    env,
    homedir: env["HOME"] ?? homedir(),
    warn,
    credentials: homeCredentials(home, warn),
    givenProviders,
    home: lazy(async () => {
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

async function openStore(options: RuntimeOptions, { home, storePath, warn }: HomeContext): Promise<State> {
  const [{ openState }] = await Promise.all([import("@hermes/state"), home()]);
  return (options.openStore ?? openState)({
    path: storePath,
    synchronous: options.loaded.settings.state.synchronous,
    onWarning: (message, code) => warn([message, commandHint({ code }) ?? ""].join(" ").trim()),
    migrations: [
      processMigrations,
      childTables,
      housekeepingTables,
      codeCallTables,
      writtenTable,
      agentSpanTables,
      agentFileTable,
      sealTables,
      mcpTables,
      pluginTables,
      hookTables,
      cronTables,
      responseTables,
      personalityTables,
      ...(options.migrations ?? []),
    ],
    // The first request is not to wait for it: housekeeping does it later.
    fillIndexAtOnce: false,
  });
}

function modelsOf(
  options: RuntimeOptions,
  { env, credentials, givenProviders, warn }: HomeContext,
  signal: AbortSignal,
): Pick<RuntimeParts, "modelChoice" | "models"> {
  const { loaded, flags = {} } = options;
  const { home, settings } = loaded;
  const modelChoice = lazy(async () => {
    const { chooseConfiguredModel } = await import("./models/chosen-model.ts");
    return await chooseConfiguredModel({ flags, settings, env, credentials, givenProviders });
  });
  const models = lazy(async (): Promise<readonly [NamedModel, ...NamedModel[]]> => {
    if (options.model !== undefined) return [{ model: options.model, name: options.model.id }];
    const { makeModels } = await import("./models/chosen-model.ts");
    const others =
      settings.model.refresh === "keys"
        ? async () => {
            const { usableProviders } = await import("./models/usable-providers.ts");
            return await usableProviders({ settings, env, credentials, givenProviders, signal });
          }
        : undefined;
    return await makeModels(await modelChoice(), {
      ...{ home, settings, others, signal, env, credentials, givenProviders, warn },
    });
  });
  return { modelChoice, models };
}

async function closed(made: Promise<AsyncDisposable> | undefined): Promise<void> {
  await (await settled(made))?.[Symbol.asyncDispose]();
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
