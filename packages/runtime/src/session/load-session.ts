import type { Agent, PromptLayer, PromptOptions, TodoList } from "@hermes/agent-loop";
import type { ToolRegistry, ToolSelection } from "@hermes/registry";
import type { State } from "@hermes/state";
import { buildSessionRegistry } from "../build-registry.ts";
import type { SessionRegistry } from "../build-registry.ts";
import { isBuiltinBackend } from "../backend/builtin-backends.ts";
import { remembers } from "../child/child-parts.ts";
import { folderOfChild } from "../child/child-folder.ts";
import { checkNamedToolsets, chosenToolsets, toolsOffered } from "../chosen-tools.ts";
import { lazy } from "../lazy.ts";
import { namesHooks } from "../hooks/settings-hooks.ts";
import { namesServers } from "../mcp/names-servers.ts";
import { namesPlugins } from "../plugins/names-plugins.ts";
import type { SessionMcp } from "../mcp/session-mcp.ts";
import { approverOf } from "../permissions/approver-of.ts";
import type { SessionMemory } from "../memory/session-memory.ts";
import type { NamedModel } from "../models/chosen-model.ts";
import { gitOfWorkspace } from "../prompt/git-of-workspace.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { SessionSkills } from "../skills/session-skills.ts";

export interface LoadSessionOptions {
  /** Of the session: known when it is stored or made up. */
  readonly id: Promise<string>;
  /** Whether it was there before. */
  readonly isResumed: boolean;
}

/** What a session is made of, once it is there. */
export interface LoadedSession {
  readonly sessionId: string;
  readonly createAgent: (...options: ConstructorParameters<typeof Agent>) => Agent;
  readonly state: State;
  /** The chosen one first, then those that stand in for it. */
  readonly models: readonly [NamedModel, ...NamedModel[]];
  readonly tools: ToolRegistry;
  readonly toolsets: ToolSelection;
  /** Undefined: nothing names an MCP server. */
  readonly mcp: SessionMcp | undefined;
  readonly todo: TodoList;
  /** Empty where the session has one already. */
  readonly prompt: PromptOptions;
  /** The prompt of now. */
  readonly buildPrompt: () => Promise<PromptOptions>;
  /** Undefined where nothing is remembered. */
  readonly memory: SessionMemory | undefined;
}

/**
 * Loads what takes time, side by side: the time from the start of the program to the first request is felt by everyone
 * who waits for an answer.
 */
export async function loadSession(
  parts: RuntimeParts,
  { id, isResumed }: LoadSessionOptions,
): Promise<LoadedSession> {
  await askAboutProjectPlugins(parts, id);
  await checkBackendName(parts);
  const { child, givenTools } = parts;
  // With other tools than it began with it may get another head.
  const keepsPrompt = isResumed && givenTools === undefined;
  // Other programs take their time: they work while this one loads.
  const git = keepsPrompt || child !== undefined ? undefined : gitOfWorkspace(parts);
  const { clarifier, flags } = parts.options;
  // What a run without a person learns is nobody's to keep.
  const memory = lazy(async () =>
    flags?.unattended === true || (child !== undefined && !remembers(child))
      ? undefined
      : await loadMemory(parts, () => id),
  );
  const skills = lazy(() => loadSkills(parts));
  const loop = import("@hermes/agent-loop");
  const todo = loop.then(({ createTodoList }) => createTodoList());
  const asked = askAboutServers(parts, id).then(async () => await askAboutSettingsHooks(parts, id));
  const registry = Promise.all([todo, asked]).then(([list]) =>
    buildSessionRegistry(parts, { todo: list, memory, skills, clarifier }),
  );
  const equipment = registry.then((made) => equip(parts, made, skills));
  const folder = lazy(async () =>
    child === undefined ? parts.cwd : await folderOfChild(parts, child, await id),
  );
  const skillsPrompt = () => equipment.then((all) => all.skills.prompt());
  const sections = lazy(async () => await loadSections(parts, () => id));
  const buildPrompt = async (asked = gitOfWorkspace(parts)): Promise<PromptOptions> => {
    if (child !== undefined) {
      const { childPrompt } = await import("../prompt/child-prompt.ts");
      return await childPrompt({ ...parts, child }, { skills: skillsPrompt, cwd: await folder() });
    }
    const { newPrompt } = await import("../prompt/new-prompt.ts");
    return await newPrompt(parts, {
      ...{ memory, skills: skillsPrompt, plugins: sections, sessionId: () => id, git: asked },
    });
  };
  const prompt: Promise<PromptOptions> = keepsPrompt ? Promise.resolve({ layers: [] }) : buildPrompt(git);
  const [{ Agent }, state, models, { tools, toolsets, mcp }, list, layers, sessionId, remembering] =
    await Promise.all([
      ...([loop, parts.state(), parts.models(), equipment] as const),
      ...([todo, prompt, id, memory()] as const),
      folder(),
    ]);
  return {
    ...{ sessionId, state, models, tools, toolsets, mcp, todo: list, prompt: layers, memory: remembering },
    createAgent: (...options) => new Agent(...options),
    buildPrompt: () => buildPrompt(),
  };
}

/** That nobody gives it is said here and not with the first command. */
async function checkBackendName({ chosenBackend: { kind }, plugins }: RuntimeParts): Promise<void> {
  if (isBuiltinBackend(kind)) return;
  const { backendProvider } = await import("../plugins/places/backend-provider.ts");
  backendProvider(kind, await plugins());
}

async function loadMemory(parts: RuntimeParts, sessionId: () => Promise<string>): Promise<SessionMemory> {
  const { openSessionMemory } = await import("../memory/session-memory.ts");
  return await openSessionMemory(parts, sessionId);
}

async function loadSkills(parts: RuntimeParts): Promise<SessionSkills> {
  const { openSessionSkills } = await import("../skills/session-skills.ts");
  return await openSessionSkills(parts);
}

/** Asked once in a session, whatever is shortened later. */
async function loadSections(
  parts: RuntimeParts,
  sessionId: () => Promise<string>,
): Promise<readonly PromptLayer[]> {
  if (!namesPlugins(parts)) return [];
  const { pluginSections } = await import("../plugins/plugin-sections.ts");
  return await pluginSections(parts, sessionId);
}

interface Equipment {
  readonly tools: ToolRegistry;
  readonly toolsets: ToolSelection;
  readonly mcp: SessionMcp | undefined;
  readonly skills: SessionSkills;
}

/** Tells the skills what tools there are. A toolset that does not exist is said here and not with the first question. */
async function equip(
  parts: RuntimeParts,
  { registry: tools, mcp }: SessionRegistry,
  loadedSkills: () => Promise<SessionSkills>,
): Promise<Equipment> {
  // What a child may not have is not in its registry.
  const toolsets = parts.child === undefined ? chosenToolsets(parts, tools) : {};
  mcp?.choose(toolsets);
  await mcp?.ready();
  const [skills, offered] = await Promise.all([loadedSkills(), toolsOffered(tools, toolsets)]);
  if (parts.child === undefined) await checkNamedToolsets(parts, tools, offered);
  skills.offer(offered);
  return { tools, toolsets, mcp, skills };
}

/** Servers that nobody was asked about; a child has those that its parent may use. */
async function askAboutServers(parts: RuntimeParts, id: Promise<string>): Promise<void> {
  if (parts.child !== undefined || !namesServers(parts)) return;
  const [{ askToStart }, mcp, sessionId] = await Promise.all([
    import("../mcp/use-servers.ts"),
    parts.mcp(),
    id,
  ]);
  const { warn, redactor: redact, closing: signal, origin } = parts;
  await askToStart(mcp, {
    ...{ approver: approverOf(parts), sessionId, userId: origin.userId, redact, warn, signal },
  });
}

/** Before anything is made of what they provide. */
async function askAboutProjectPlugins(parts: RuntimeParts, id: Promise<string>): Promise<void> {
  if (parts.child !== undefined || !namesPlugins(parts)) return;
  const { askAboutSessionPlugins } = await import("../plugins/use-plugins.ts");
  await askAboutSessionPlugins(parts, await id);
}

async function askAboutSettingsHooks(parts: RuntimeParts, id: Promise<string>): Promise<void> {
  if (parts.child !== undefined || !namesHooks(parts)) return;
  const { askAboutHooks } = await import("../hooks/ask-about-hooks.ts");
  await askAboutHooks(parts, id);
}
