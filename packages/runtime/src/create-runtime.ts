import type { LoadedSettings } from "@hermes/config";
import type { ToolRegistry } from "@hermes/registry";
import type { RedactReport } from "@hermes/state";
import { join } from "node:path";
import type { OpenChild } from "./child/session-children.ts";
import { createHttpListener } from "./http/http-listener.ts";
import { lazy } from "./lazy.ts";
import { withSettingsHooks } from "./hooks/settings-hooks.ts";
import { namesServers } from "./mcp/names-servers.ts";
import type { PromptCommands } from "./mcp/prompt-commands.ts";
import { namesPlugins } from "./plugins/names-plugins.ts";
import type { PluginCommands } from "./plugins/plugin-commands.ts";
import { openSession } from "./open-session.ts";
import { OpenSessions } from "./open-sessions.ts";
import { createParts } from "./create-parts.ts";
import type { PartsOfRuntime } from "./create-parts.ts";
import type { HomeParts, RuntimeParts, SharedParts } from "./runtime-parts.ts";
import { sessionAuxiliary } from "./models/session-auxiliary.ts";
import type { ModelStatus, Runtime, RuntimeOptions } from "./runtime.ts";
import type { OpenSession } from "./session/opened-session.ts";
import type { OpenSessionOptions } from "./session/session-options.ts";

/**
 * Puts the parts of Hermes together for one start of a program. Makes nothing and loads nothing by itself; dispose it
 * to end what its sessions started and to close the store.
 *
 * @example See examples/basic.ts
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  const first = bySettings(options);
  const { home } = first.parts;
  const counting = followSeal(first, options);
  const sessions = new OpenSessions();
  const http = createHttpListener(options.http, home.warn);

  const models = lazy(async () => {
    const { openHomeModels } = await import("./models/open-home-models.ts");
    return openHomeModels((await counting.now()).outside, sessions.all);
  });

  const open = openerOf(sessions, counting);

  const runtime: Runtime = {
    openSession: async (choice = {}) => await open(choice),
    tools: async () => await (await counting.now()).tools(),
    http,
    async mcpServer(choice) {
      const [{ outside, tools }, { openMcpServer }] = await Promise.all([
        counting.now(),
        import("./mcp-server/open-mcp-server.ts"),
      ]);
      return await openMcpServer({ parts: outside, tools, open, http }, choice);
    },
    async api(choice) {
      const [{ outside }, { openHomeApi }] = await Promise.all([
        counting.now(),
        import("./api/open-home-api.ts"),
      ]);
      return await openHomeApi({ runtime, parts: outside, sessions }, choice);
    },
    async acp(choice) {
      const [{ outside }, { openHomeAcp }] = await Promise.all([
        counting.now(),
        import("./acp/open-home-acp.ts"),
      ]);
      return openHomeAcp({ runtime, parts: outside, sessions }, choice);
    },
    async apiTokens() {
      const { openApiTokens } = await import("./api/open-home-api.ts");
      return openApiTokens(home.home);
    },
    permissions: async () => await (await counting.now()).outside.permissions(),
    async seal() {
      const { sealOfHome } = await import("./seal/seal-of-home.ts");
      return sealOfHome(home);
    },
    async settings() {
      const [{ outside }, { homeSettings }] = await Promise.all([
        counting.now(),
        import("./settings/home-settings.ts"),
      ]);
      return homeSettings({ loaded: options.loaded, seal: outside.seal });
    },
    acceptedSettings: async () => (await counting.now()).loaded,
    ...storedOf(home),
    redactor: async () => await (await counting.now()).outside.redactor(),
    async memory() {
      const { openMemoryStore } = await import("./memory/open-memory-store.ts");
      return await openMemoryStore((await counting.now()).outside);
    },
    skills: async () => await (await counting.now()).skills(),
    async mcp() {
      const [{ outside, tools }, { openHomeMcp }] = await Promise.all([
        counting.now(),
        import("./mcp/use-servers.ts"),
      ]);
      return await openHomeMcp(outside, await outside.mcp(), tools);
    },
    async hooks() {
      const [{ outside }, { openHomeHooks }] = await Promise.all([
        counting.now(),
        import("./hooks/open-home-hooks.ts"),
      ]);
      return await openHomeHooks(outside);
    },
    prompts: promptCommandsBy(async () => await promptsOf(await counting.now())),
    ...pluginsOf(async () => (await counting.now()).outside),
    roles: async () => await (await counting.now()).outside.roles(),
    models,
    async personalities() {
      const [{ outside }, { openHomePersonalities }] = await Promise.all([
        counting.now(),
        import("./personality/open-home-personalities.ts"),
      ]);
      return openHomePersonalities({
        parts: outside,
        sessions: sessions.all,
        settings: async () => await runtime.settings(),
      });
    },
    cron: async () => await (await counting.now()).outside.cron(),
    async contextUsage({ session, new: isNew = false } = {}) {
      const { sessionContext } = await import("./sessions/session-context.ts");
      const { outside, tools, parts } = await counting.now();
      const openNew = async (): Promise<OpenSession> =>
        (await openSession(parts.of(), {}, { onClose: async () => undefined, openChild: open })).session;
      return await sessionContext({ parts: outside, tools, session, isNew, open: openNew });
    },
    async usage({ sessionId, from } = {}) {
      const [{ outside }, { reportUsage }] = await Promise.all([
        counting.now(),
        import("./spending/report-usage.ts"),
      ]);
      const budgets = outside.meters.budgetsOf(sessionId);
      return reportUsage(await home.state(), { ...budgets, sessionId, from, at: Date.now() });
    },
    async diagnose(choice) {
      const { diagnose } = await import("./diagnose.ts");
      // Also where the store can't be opened, which knows what counts.
      return await diagnose(first.outside, choice);
    },
    modelStatus: async () => await statusOfModels((await counting.now()).outside),
    auxiliaryModel: async (task, { sessionId } = {}) =>
      await sessionAuxiliary((await counting.now()).outside)(task, sessionId),
    async [Symbol.asyncDispose]() {
      try {
        // What comes from outside would find its session closed.
        await http.close();
        await Promise.all([...sessions.all].map((session) => session[Symbol.asyncDispose]()));
      } finally {
        await counting.close();
      }
    },
  };
  return runtime;
}

/** Opens sessions: of a person, and those that work for one that is open. */
function openerOf(sessions: OpenSessions, counting: ReturnType<typeof followSeal>): OpenChild {
  return async function open(choice) {
    const { parent } = choice;
    if (parent === undefined) {
      const { parts } = await counting.forSession(choice);
      return await sessions.open((onClose) =>
        withSettingsHooks(parts.of(choice)).then((made) =>
          openSession(made, choice, { onClose, openChild: open }),
        ),
      );
    }
    const child = { parent, of: sessions.get(parent.sessionId) };
    const { parts } = await counting.inSessions();
    return await sessions.open(
      (onClose) => openSession(parts.ofChild(choice, child), choice, { onClose, openChild: open }),
      child,
    );
  };
}

/** What is read of the store and overwritten in it; what reads it is loaded then. */
function storedOf(
  home: HomeParts,
): Pick<
  Runtime,
  | "authorsOf"
  | "storePath"
  | "store"
  | "existingStore"
  | "listSessions"
  | "scriptCalls"
  | "childrenOf"
  | "insights"
  | "redact"
> {
  return {
    async authorsOf(path) {
      const { authorsOfFile } = await import("./permissions/authors-of-file.ts");
      return await authorsOfFile(home, path);
    },
    storePath: home.storePath,
    store: () => home.state(),
    existingStore: () => home.existingState(),
    async listSessions(filter = {}) {
      const state = await home.existingState();
      return state?.sessions.list(filter) ?? [];
    },
    async scriptCalls(sessionId) {
      const state = await home.existingState();
      if (state === undefined) return new Map();
      const { scriptCallsOf } = await import("./code/script-calls.ts");
      return await scriptCallsOf(state, sessionId);
    },
    async childrenOf(sessionId) {
      const { childrenOfSession } = await import("./child/children-of-session.ts");
      return await childrenOfSession(home, sessionId);
    },
    async insights(range) {
      const { gatherInsights } = await import("./sessions/gather-insights.ts");
      return gatherInsights(await home.state(), range);
    },
    redact: async (text) => await overwriteEverywhere(text, home),
  };
}

/** In the store, in results that were spilled, and in what is remembered. */
async function overwriteEverywhere(
  text: string,
  { state: open, home: folderOf }: Pick<HomeParts, "state" | "home">,
): Promise<RedactReport> {
  const [state, folder, { overwriteInFolder }] = await Promise.all([
    open(),
    folderOf(),
    import("@hermes/redaction/files"),
  ]);
  return await state.redact(text, {
    async files(secret) {
      const results = await overwriteInFolder(join(folder, "results"), secret);
      return results + (await overwriteInFolder(join(folder, "memories"), secret));
    },
  });
}

async function statusOfModels({
  options,
  modelChoice,
  env,
  credentials,
  givenProviders,
}: RuntimeParts): Promise<readonly ModelStatus[]> {
  const { modelStatus } = await import("./models/model-status.ts");
  const { settings, home } = options.loaded;
  const chosen = await modelChoice();
  return await modelStatus({ settings, home, chosen, env, credentials, givenProviders });
}

function promptCommandsBy(prompts: () => Promise<PromptCommands | undefined>): PromptCommands {
  return {
    commands: async () => (await prompts())?.commands() ?? [],
    messageOf: async (name, args) => await (await prompts())?.messageOf(name, args),
  };
}

async function promptsOf({ outside }: SettledParts): Promise<PromptCommands | undefined> {
  if (!namesServers(outside)) return undefined;
  const { promptCommands } = await import("./mcp/prompt-commands.ts");
  return promptCommands(await outside.mcp());
}

function pluginsOf(outside: () => Promise<RuntimeParts>): Pick<Runtime, "plugins" | "pluginCommands"> {
  const commands = async (): Promise<PluginCommands | undefined> => {
    const parts = await outside();
    if (parts.plugins.made === undefined && !namesPlugins(parts)) return undefined;
    const { pluginCommands } = await import("./plugins/plugin-commands.ts");
    return pluginCommands(parts.plugins, async () => parts.cwd);
  };
  return {
    async plugins() {
      const [{ cwd, options, plugins }, { openHomePlugins }] = await Promise.all([
        outside(),
        import("./plugins/use-plugins.ts"),
      ]);
      return openHomePlugins({ plugins: await plugins(), home: options.loaded.home, cwd });
    },
    pluginCommands: {
      commands: async () => (await commands())?.commands() ?? [],
      run: async (...asked) => await (await commands())?.run(...asked),
    },
  };
}

/** The parts that settings lead to. */
interface SettledParts {
  readonly loaded: LoadedSettings;
  readonly parts: PartsOfRuntime;
  /** Outside of a session. */
  readonly outside: RuntimeParts;
  readonly tools: () => Promise<ToolRegistry>;
  readonly skills: Runtime["skills"];
}

function bySettings(options: RuntimeOptions, shared?: SharedParts): SettledParts {
  const tools = lazy(async () => {
    const { buildToolsOutside } = await import("./build-registry.ts");
    return await buildToolsOutside(outside);
  });
  const parts = createParts(options, tools, shared);
  const outside = parts.of();
  const skills = lazy(async () => {
    const { openHomeSkills } = await import("./skills/open-home-skills.ts");
    return await openHomeSkills(outside);
  });
  return { loaded: options.loaded, parts, outside, tools, skills };
}

/**
 * Settings are read before the store is open, which knows whether they count. Nothing was made of them until then: where
 * they do not count, the parts are made anew by those that do.
 */
function followSeal(first: SettledParts, options: RuntimeOptions) {
  const { home } = first.parts;
  const made: SettledParts[] = [first];
  const counted = async (): Promise<SettledParts> => {
    const [seal, { acceptedSettings }] = await Promise.all([
      home.seal(),
      import("./seal/accepted-settings.ts"),
    ]);
    const loaded = await acceptedSettings(options.loaded, seal);
    if (loaded === options.loaded) return first;
    const env = options.env === options.loaded.env ? loaded.env : options.env;
    const parts = bySettings({ ...options, loaded, env }, home);
    made.push(parts);
    return parts;
  };
  const outside = lazy(counted);
  const inSessions = lazy(counted);
  return {
    /** Before anything is asked of a model. */
    async forSession({ approver = options.approver }: OpenSessionOptions): Promise<SettledParts> {
      const { enterSeal } = await import("./seal/enter-seal.ts");
      await enterSeal(home, options, approver ?? undefined);
      return await inSessions();
    },
    /** Of sessions that are open. */
    inSessions: async (): Promise<SettledParts> => await inSessions(),
    now: async (): Promise<SettledParts> => await (inSessions.made ?? outside()),
    async close(): Promise<void> {
      // The first ones close the store that all of them share.
      for (const { parts } of made.toReversed()) await parts.close();
    },
  };
}
