import type { PromptLayer, PromptOptions } from "@hermes/agent-loop";
import type { Settings } from "@hermes/config";
import type { Workspace } from "../find-workspace.ts";
import type { SessionMemory } from "../memory/session-memory.ts";
import { approverOf } from "../permissions/approver-of.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { admitContext } from "./admit-context.ts";
import { gitFacts } from "./git-facts.ts";
import { promptLayers } from "./prompt-layers.ts";
import type { SourcedText } from "./prompt-layers.ts";
import { sessionLayer } from "./session-layer.ts";
import { lastWritten, workspaceLayer } from "./workspace-layer.ts";

export interface NewPromptOptions {
  readonly memory: () => Promise<SessionMemory | undefined>;
  readonly skills: () => Promise<SourcedText>;
  readonly sessionId: () => Promise<string>;
}

/** What a session begins with now: for a new one, and for one that is shortened. */
export async function newPrompt(parts: RuntimeParts, of: NewPromptOptions): Promise<PromptOptions> {
  const { cwd, env, origin } = parts;
  const { loaded, flags = {} } = parts.options;
  const { agent, prompt } = loaded.settings;
  const layers = await promptLayers({
    home: await parts.home(),
    cwd,
    shell: env["SHELL"] ?? "sh",
    os: process.platform,
    now: Date.now(),
    skipContextFiles: flags.skipContextFiles ?? agent.ignore_rules,
    memory: async () =>
      (flags.skipMemory ?? agent.ignore_rules) ? [] : ((await (await of.memory())?.promptLayers()) ?? []),
    skills: of.skills,
    session: async () => sessionLayer({ origin, cwd, state: await parts.existingState() }),
    workspace: async (found) => await workspaceNow(parts, found, of.sessionId),
    sourcesOf: async (path) => await sourcesOfFile(parts, path),
    admit: admitContext({
      files: parts.agentFiles,
      approver: approverOf(parts),
      sessionId: of.sessionId,
      timeoutMs: timeoutOf(loaded.settings),
      warn: parts.warn,
    }),
    warn: parts.warn,
  });
  return { layers, budget: { maxTokens: prompt.max_tokens, layers: prompt.layers } };
}

/** Elsewhere than on this machine it is not known. */
async function workspaceNow(
  { cwd, env, chosenBackend, processes }: RuntimeParts,
  { root, isGit }: Workspace,
  sessionId: () => Promise<string>,
): Promise<PromptLayer> {
  const table = await processes.table.made;
  const [git, tracked] = await Promise.all([
    isGit && chosenBackend.kind === "local" ? gitFacts({ cwd, env }) : undefined,
    table === undefined ? [] : table.list(await sessionId()),
  ]);
  const running = tracked
    .map(({ record }) => record)
    .filter(({ state }) => state === "running")
    .map(({ id, command }) => ({ id, command }));
  return workspaceLayer({ git, running, changed: await lastWritten(git?.changed ?? [], root) });
}

function timeoutOf({ approvals: { timeout } }: Settings): number | undefined {
  return timeout === undefined ? undefined : timeout * 1_000;
}
