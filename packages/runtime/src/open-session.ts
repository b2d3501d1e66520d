import type {
  AgentOptions,
  CallRemarks,
  GuardrailOptions,
  ParentSession,
  PromptOptions,
  SpillStore,
} from "@hermes/agent-loop";
import type { Settings } from "@hermes/config";
import type { Message, Model } from "@hermes/models";
import type { Mode, Permissions } from "@hermes/permissions";
import { HermesError } from "@hermes/registry";
import type { ToolRegistry, ToolSelection } from "@hermes/registry";
import { join } from "node:path";
import { buildRegistry } from "./build-registry.ts";
import { checkNamedToolsets, chosenToolsets, toolsOffered } from "./chosen-tools.ts";
import { chooseSession } from "./choose-session.ts";
import { compressorOf } from "./compression/session-compressor.ts";
import { chainOf } from "./models/model-chain.ts";
import { prepareDuringFirstRequest } from "./models/prepare-during-first-request.ts";
import { withStream } from "./models/with-stream.ts";
import { memoryOptions } from "./memory/memory-options.ts";
import type { SessionMemory } from "./memory/session-memory.ts";
import { lazy } from "./lazy.ts";
import { sessionMentions } from "./mentions/session-mentions.ts";
import { folderOfChild } from "./child/child-folder.ts";
import { remembers } from "./child/child-parts.ts";
import { childrenOf } from "./child/session-children.ts";
import type { OpenChild } from "./child/session-children.ts";
import type { ChildParts, OpenedSession, RuntimeParts } from "./runtime-parts.ts";
import type { OpenSession, OpenSessionOptions } from "./runtime.ts";
import { approverOf } from "./permissions/approver-of.ts";
import { folderRemarks } from "./prompt/folder-remarks.ts";
import type { FolderRemarksOptions } from "./prompt/folder-remarks.ts";
import { skipsContext } from "./prompt/skips-context.ts";
import { gitOfWorkspace } from "./prompt/git-of-workspace.ts";
import { openRoles } from "./roles/open-roles.ts";
import type { SessionSkills } from "./skills/session-skills.ts";
import { createFileSpill } from "./spill.ts";

/**
 * Builds the agent of one session. What can be loaded side by side is: the time from the start of the program
 * to the first request is felt by everyone who waits for an answer.
 *
 * @param around `onClose` is awaited before anything of the session is released; `openChild` opens a session that works for it.
 */
export async function openSession(
  shared: RuntimeParts,
  { resume, takeOver, branch = false, mode, yolo }: OpenSessionOptions,
  { onClose, openChild }: { readonly onClose: () => Promise<void>; readonly openChild: OpenChild },
): Promise<OpenedSession> {
  const chosen = yolo === true ? "yolo" : mode;
  const permissions = lazy(async () => await permissionsIn(chosen, shared, await loading.id));
  const roles = shared.child === undefined ? openRoles(shared, () => loading.id) : shared.roles;
  const parts: RuntimeParts = { ...shared, permissions, roles };
  const { child } = parts;
  const loading = startLoading(parts, { resume, branch });
  const { buildPrompt } = loading;
  const [{ Agent }, opened, models, { tools, toolsets }, list, layers, sessionId, remembering] =
    await Promise.all([
      ...([loading.loop, parts.state(), parts.models(), loading.equipment] as const),
      ...([loading.todo, loading.prompt, loading.id, loading.memory()] as const),
      loading.folder(),
    ]);

  const { processes } = parts;
  const model = await chainOf(parts, models);
  // Also what is asked beside the turns is counted for the session.
  const meter = await parts.meters.open(sessionId, parts.options);
  const metered = (each: Model): Model => meter.metered(each, "compression");
  let current = model;
  const remembered = withStream(
    () => current,
    (request, asked) => meter.metered(current, "memory").stream(request, asked),
  );
  const compressor = compressorOf(parts, { state: opened, sessionId, metered });
  const notices = processes.notices(opened.journal.notices);
  const observer = (await parts.care()).observer(
    { notices, told: processes.told },
    child === undefined ? "person" : "child",
  );
  const external = child === undefined ? await remembering?.external() : undefined;
  const taskId = child?.parent.taskId ?? sessionId;
  const closing = new AbortController();
  const ready = lazy(() => readyForCalls(parts, { taskId, closing: closing.signal }));
  const options: AgentOptions = {
    model: prepareDuringFirstRequest(model, ready, closing.signal),
    spending: meter,
    tools,
    toolsets,
    prompt: layers,
    sessionId,
    journal: observer.journal,
    exclusive: true,
    ...settingsOf(parts, () => current),
    spill: { write: (result) => spillOf(parts, agent.sessionId).write(result) },
    // A turn of a child can't end with a question: its parent waits for it.
    approvals: child === undefined ? opened.approvals : undefined,
    parent: child && parentOf(child),
    ...(await memoryOptions(parts, {
      ...{ model: remembered, tools, external, memory: remembering, compressor },
      buildPrompt: () => buildPrompt(),
    })),
    todo: list,
    remarks: remarksOf(parts, remembering, { sessionId, messages: () => agent.messages }),
  };
  const agent = new Agent(options);
  const children = childrenOf(parts, sessionId, openChild);
  if (resume !== undefined) {
    await agent.open({ takeOver });
    await children.settleOrphans();
    await parts.processes.restore(sessionId);
    warnOfMove(parts, opened.sessions.get(sessionId)?.cwd);
  }

  const leaveFiles = child && parts.sharedFiles.begin();
  const before = agent.messages.at(-1);
  const session: OpenSession = {
    id: agent.sessionId,
    agent,
    get model() {
      return current;
    },
    get contextWindow() {
      return current.contextWindow;
    },
    get effort() {
      return agent.model.reasoningEffort;
    },
    use({ model: next = current, ...effort }) {
      current = next;
      agent.use({ model: prepareDuringFirstRequest(next, ready, closing.signal), ...effort });
    },
    children,
    get backgroundJobs() {
      return processes.running(taskId);
    },
    resumed: resume !== undefined,
    async runOwn(command, given) {
      const { runOwnCommand } = await import("./backend/run-own-command.ts");
      return await runOwnCommand(parts, agent.head?.id ?? agent.sessionId, command, given);
    },
    async attachPiped(text) {
      const { attachPiped } = await import("./mentions/attach-piped.ts");
      return await attachPiped(parts, text, current);
    },
    async saveFacts(choice) {
      const { saveFactsOf } = await import("./memory/save-facts.ts");
      const said = saidAfter(before, agent.messages);
      return await saveFactsOf(parts, { agent, model: remembered, tools, said }, choice);
    },
    async changes({ signal }) {
      const { sessionChanges } = await import("./mentions/session-changes.ts");
      const { contextWindow } = current;
      return await sessionChanges(parts, { sessionId, contextWindow, approve: approverOf(parts), signal });
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      // What runs is ended first, so that nothing begins once children have gone; they need what their parent has.
      const ended = agent.close();
      await parts.children.close(sessionId);
      await Promise.all([onClose(), ended]);
      await ready.made?.catch(() => undefined);
      const guard = await shared.permissions.made;
      for (const id of new Set([sessionId, agent.sessionId])) guard?.forget(id);
      await external?.close();
      leaveFiles?.();
      await observer.end(agent.sessionId);
      parts.meters.close(sessionId);
    },
  };
  return { session, parts, tools, toolsets, taskId };
}

/** What the loop needs of the session that this one works for. */
function parentOf({ parent, of }: ChildParts): ParentSession {
  const { sessionId, taskId, provenance, words } = parent;
  return {
    ...{ sessionId, taskId, provenance },
    transcript() {
      const { person, untrusted } = of.session.agent.transcript;
      return { person: words === undefined ? person : [...person, words], untrusted };
    },
  };
}

/** What takes time and can be had side by side. */
function startLoading(
  parts: RuntimeParts,
  {
    resume,
    branch,
  }: {
    readonly resume: OpenSessionOptions["resume"];
    readonly branch: NonNullable<OpenSessionOptions["branch"]>;
  },
) {
  // Other programs take their time: they work while this one loads.
  const git = resume === undefined && parts.child === undefined ? gitOfWorkspace(parts) : undefined;
  const { clarifier, flags } = parts.options;
  const id = sessionIdOf(parts, resume, branch);
  // What a run without a person learns is nobody's to keep.
  const memory = lazy(async () =>
    flags?.unattended === true || (parts.child !== undefined && !remembers(parts.child))
      ? undefined
      : await loadMemory(parts, () => id),
  );
  const skills = lazy(() => loadSkills(parts));
  const loop = import("@hermes/agent-loop");
  const todo = loop.then(({ createTodoList }) => createTodoList());
  const registry = todo.then((list) => buildRegistry(parts, { todo: list, memory, skills, clarifier }));
  const equipment = registry.then((tools) => equip(parts, tools, skills));
  const folder = lazy(async () =>
    parts.child === undefined ? parts.cwd : await folderOfChild(parts, parts.child, await id),
  );
  const skillsPrompt = () => equipment.then((all) => all.skills.prompt());
  const buildPrompt = async (asked = gitOfWorkspace(parts)): Promise<PromptOptions> => {
    const { child } = parts;
    if (child !== undefined) {
      const { childPrompt } = await import("./prompt/child-prompt.ts");
      return await childPrompt({ ...parts, child }, { skills: skillsPrompt, cwd: await folder() });
    }
    const { newPrompt } = await import("./prompt/new-prompt.ts");
    return await newPrompt(parts, { memory, skills: skillsPrompt, sessionId: () => id, git: asked });
  };
  const prompt: Promise<PromptOptions> =
    resume === undefined ? buildPrompt(git) : Promise.resolve({ layers: [] });
  return { id, loop, todo, memory, equipment, folder, prompt, buildPrompt };
}

/** All of it where a compression has taken the place of what was there. */
function saidAfter(before: Message | undefined, messages: readonly Message[]): readonly Message[] {
  return messages.slice(before === undefined ? 0 : messages.lastIndexOf(before) + 1);
}

async function permissionsIn(
  mode: string | undefined,
  shared: RuntimeParts,
  sessionId: string,
): Promise<Permissions> {
  const permissions = await shared.permissions();
  // Those of a child's parent: its mode is set.
  if (shared.child !== undefined) {
    permissions.inherit(sessionId, { parentId: shared.child.parent.sessionId });
    return permissions;
  }
  if (mode !== undefined) permissions.setMode(await knownMode(mode), { sessionId });
  return permissions;
}

/** @throws {HermesError} `RUNTIME_UNKNOWN_MODE`; the guard then refuses the call. */
async function knownMode(name: string): Promise<Mode> {
  const { modes, parseMode } = await import("@hermes/permissions");
  const mode = parseMode(name);
  if (mode !== undefined) return mode;
  throw new HermesError(`There is no mode "${name}".`, {
    code: "RUNTIME_UNKNOWN_MODE",
    hint: `Use one of ${modes.join(", ")}.`,
  });
}

/** Of the session that is opened: a new one, the one to resume, or a copy of that. */
async function sessionIdOf(
  parts: RuntimeParts,
  resume: OpenSessionOptions["resume"],
  branch: NonNullable<OpenSessionOptions["branch"]>,
): Promise<string> {
  const { createSessionId } = await import("@hermes/agent-loop");
  if (resume === undefined) return parts.child?.parent.childId ?? createSessionId(Date.now());
  const state = await parts.state();
  const from = chooseSession(state.sessions, resume, parts.cwd);
  if (branch === false) return from;
  const { branchSession } = await import("./sessions/branch-session.ts");
  const id = createSessionId(Date.now());
  const before = branch === true ? undefined : branch.before;
  branchSession(state, from, { id, now: Date.now(), before });
  return id;
}

/** Where results go that are too large for the session. */
function spillOf({ options, written }: RuntimeParts, sessionId: string): SpillStore {
  return createFileSpill({
    folder: join(options.loaded.home, "results"),
    sessionId,
    note: async (path, sources) => await written.note([path], sources),
  });
}

function warnOfMove({ cwd, warn }: RuntimeParts, begunIn: string | undefined): void {
  if (begunIn !== undefined && begunIn !== cwd)
    warn(`This conversation began in ${begunIn}; its commands and files are now those of ${cwd}.`);
}

/** What decides about the first call, and what reads its result. */
async function readyForCalls(
  { permissions, redactor, backend, seal }: RuntimeParts,
  { taskId, closing }: { readonly taskId: string; readonly closing: AbortSignal },
): Promise<void> {
  const [redact, place] = await Promise.all([
    redactor(),
    backend(),
    permissions(),
    seal().then((ground) => ground.begin()),
  ]);
  if (closing.aborted) return;
  await place.prepare?.({ taskId });
  // Its patterns are made with the first text.
  redact("a text long enough to be read");
}

async function loadMemory(parts: RuntimeParts, sessionId: () => Promise<string>): Promise<SessionMemory> {
  const { openSessionMemory } = await import("./memory/session-memory.ts");
  return await openSessionMemory(parts, sessionId);
}

async function loadSkills(parts: RuntimeParts): Promise<SessionSkills> {
  const { openSessionSkills } = await import("./skills/session-skills.ts");
  return await openSessionSkills(parts);
}

interface Equipment {
  readonly tools: ToolRegistry;
  readonly toolsets: ToolSelection;
  readonly skills: SessionSkills;
}

/** Tells the skills what tools there are. A toolset that does not exist is said here and not with the first question. */
async function equip(
  parts: RuntimeParts,
  tools: ToolRegistry,
  loadedSkills: () => Promise<SessionSkills>,
): Promise<Equipment> {
  // What a child may not have is not in its registry.
  const toolsets = parts.child === undefined ? chosenToolsets(parts, tools) : {};
  const [skills, offered] = await Promise.all([loadedSkills(), toolsOffered(tools, toolsets)]);
  if (parts.child === undefined) await checkNamedToolsets(parts, tools, offered);
  skills.offer(offered);
  return { tools, toolsets, skills };
}

/** What is known of an error, and what a folder says that a call touches. */
function remarksOf(
  parts: RuntimeParts,
  memory: SessionMemory | undefined,
  session: FolderRemarksOptions,
): readonly CallRemarks[] {
  return [
    ...(memory === undefined ? [] : [memory.watch]),
    ...(skipsContext(parts) ? [] : [folderRemarks(parts, session)]),
  ];
}

/** What the agent gets from the settings, the flags and the place. */
function settingsOf(parts: RuntimeParts, model: () => Model): Partial<AgentOptions> {
  const { cwd, env, origin, warn, options } = parts;
  const { loaded, flags = {} } = options;
  const { settings } = loaded;
  return {
    ...{ cwd, env, origin, onWarning: warn },
    maxRounds: flags.maxTurns ?? settings.agent.max_turns,
    maxResultChars: settings.tool_output.max_result_chars,
    maxToolTokens: settings.tools.max_tokens,
    approver: approverOf(parts),
    mentions:
      parts.child === undefined || parts.child.parent.words !== undefined
        ? sessionMentions(parts, {
            get contextWindow() {
              return model().contextWindow;
            },
            approver: approverOf(parts),
          })
        : undefined,
    guardrails: guardrailsOf(settings.tool_loop_guardrails),
    reasoningEffort: flags.effort ?? settings.model.reasoning_effort,
  };
}

function guardrailsOf(rules: Settings["tool_loop_guardrails"]): GuardrailOptions {
  const after = (count: number): number => (rules.warnings_enabled ? count : Number.POSITIVE_INFINITY);
  const { exact_failure, same_tool_failure, idempotent_no_progress } = rules.warn_after;
  return {
    sameCallFailures: after(exact_failure),
    sameToolFailures: after(same_tool_failure),
    sameResults: after(idempotent_no_progress),
    hardStop: rules.hard_stop_enabled,
  };
}
