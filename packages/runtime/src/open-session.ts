import type { AgentOptions, GuardrailOptions } from "@hermes/agent-loop";
import type { Settings } from "@hermes/config";
import type { MemoryStore } from "@hermes/memory";
import { join } from "node:path";
import { buildRegistry } from "./build-registry.ts";
import { chooseSession } from "./choose-session.ts";
import { once } from "./once.ts";
import type { RuntimeParts } from "./runtime-parts.ts";
import type { OpenSession, OpenSessionOptions } from "./runtime.ts";
import { createFileSpill } from "./spill.ts";

/**
 * Builds the agent of one conversation. What can be loaded side by side is: the time from the start of the program
 * to the first request is felt by everyone who waits for an answer.
 *
 * @param onClose Called once the session is closed.
 */
export async function openSession(
  parts: RuntimeParts,
  { resume }: OpenSessionOptions,
  onClose: () => void,
): Promise<OpenSession> {
  const { cwd, env } = parts;
  const { loaded, platform, approver, clarifier, flags = {} } = parts.options;
  const { settings } = loaded;
  const memory = once(() => openMemoryStore(parts));
  const loop = import("@hermes/agent-loop");
  const todo = loop.then(({ createTodoList }) => createTodoList());
  const state = parts.state();
  const id =
    resume === undefined ? undefined : state.then(({ sessions }) => chooseSession(sessions, resume, cwd));
  const registry = todo.then((list) => buildRegistry(parts, { todo: list, memory, clarifier }));
  const prompt = resume === undefined ? newPrompt(parts, memory) : Promise.resolve({ layers: [] });
  const [{ Agent }, opened, model, tools, list, layers, sessionId] = await Promise.all([
    loop,
    state,
    parts.model(),
    registry,
    todo,
    prompt,
    id,
  ]);

  const keeper = (await parts.care()).keeper();
  const toolsets = {
    enabled: enabledToolsets(parts, tools.toolsetNames()),
    disabled: settings.disabled_toolsets,
  };
  // A name that does not exist should be said now and not when the first question is asked.
  tools.resolve(toolsets);
  const options: AgentOptions = {
    model,
    tools,
    toolsets,
    env,
    prompt: layers,
    sessionId,
    journal: keeper.journal,
    maxRounds: flags.maxTurns ?? settings.agent.max_turns,
    spill: { write: (result) => spillOf(agent.sessionId).write(result) },
    approver,
    todo: list,
    notices: parts.processes.notices,
    guardrails: guardrailsOf(settings.tool_loop_guardrails),
    reasoningEffort: settings.model.reasoning_effort,
    origin: { platform, door: "chat" },
    cwd,
  };
  const agent = new Agent(options);
  const spillOf = (session: string) =>
    createFileSpill({ folder: join(loaded.home, "results"), sessionId: session });
  if (sessionId !== undefined) {
    await agent.open();
    await parts.processes.restore(sessionId);
    const begunIn = opened.sessions.get(sessionId)?.cwd;
    if (begunIn !== undefined && begunIn !== cwd) {
      parts.warn(`This conversation began in ${begunIn}; its commands and files are now those of ${cwd}.`);
    }
  }

  return {
    id: agent.sessionId,
    agent,
    model,
    resumed: sessionId !== undefined,
    async [Symbol.asyncDispose]() {
      onClose();
      await agent.close();
      await keeper.end(agent.sessionId);
    },
  };
}

async function newPrompt(
  parts: RuntimeParts,
  memory: () => Promise<MemoryStore>,
): Promise<AgentOptions["prompt"]> {
  const { cwd, env } = parts;
  const { loaded, flags = {} } = parts.options;
  const ignoresRules = loaded.settings.agent.ignore_rules;
  const { promptLayers } = await import("./prompt/prompt-layers.ts");
  const layers = await promptLayers({
    home: loaded.home,
    cwd,
    shell: env["SHELL"] ?? "sh",
    os: process.platform,
    now: Date.now(),
    skipContextFiles: flags.skipContextFiles ?? ignoresRules,
    memory: async () => ((flags.skipMemory ?? ignoresRules) ? "" : (await memory()).promptBlock()),
    warn: parts.warn,
  });
  return { layers };
}

async function openMemoryStore({ options }: RuntimeParts): Promise<MemoryStore> {
  const { openMemory } = await import("@hermes/memory");
  const { home, settings } = options.loaded;
  const { memory_enabled, user_profile_enabled, memory_char_limit, user_char_limit } = settings.memory;
  return openMemory({
    folder: join(home, "memories"),
    refuse: refuseInjections,
    targets: [
      ...(memory_enabled ? (["memory"] as const) : []),
      ...(user_profile_enabled ? (["user"] as const) : []),
    ],
    memoryCharLimit: memory_char_limit,
    userCharLimit: user_char_limit,
  });
}

/** Memory is read in every session: what gives orders to an agent must not get there. */
async function refuseInjections(): Promise<(text: string) => string | undefined> {
  const { scanText } = await import("@hermes/permissions/scan-text");
  return (text) => {
    const [finding] = scanText(text, { surface: "memory" }).findings;
    return finding === undefined ? undefined : `it reads like an order from outside (${finding.id})`;
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

/** Flags, then settings, then what the platform offers; a platform without a preset offers everything. */
function enabledToolsets({ options }: RuntimeParts, known: readonly string[]): readonly string[] | undefined {
  const preset = `hermes-${options.platform}`;
  return (
    options.flags?.toolsets ??
    options.loaded.settings.toolsets ??
    (known.includes(preset) ? [preset] : undefined)
  );
}
