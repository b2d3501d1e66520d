import type { PromptLayer, PromptOptions } from "@hermes/agent-loop";
import type { SessionMemory } from "../memory/session-memory.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import { personalityLayer } from "../personality/personality-texts.ts";
import { personalityOf } from "../personality/session-personality.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { admitInSession } from "./admit-in-session.ts";
import type { GitFacts } from "./git-facts.ts";
import { hermesTexts } from "./hermes-texts.ts";
import { promptLayers } from "./prompt-layers.ts";
import type { SourcedText } from "./prompt-layers.ts";
import { sessionLayer } from "./session-layer.ts";
import { skipsContext } from "./skips-context.ts";
import { lastWritten, workspaceLayer } from "./workspace-layer.ts";

export interface NewPromptOptions {
  readonly memory: () => Promise<SessionMemory | undefined>;
  readonly skills: () => Promise<SourcedText>;
  /** What plug-ins say. */
  readonly plugins: () => Promise<readonly PromptLayer[]>;
  readonly sessionId: () => Promise<string>;
  readonly git: Promise<GitFacts | undefined>;
}

/** What a session begins with now: for a new one, and for one that is shortened. */
export async function newPrompt(parts: RuntimeParts, of: NewPromptOptions): Promise<PromptOptions> {
  const { cwd, env, origin } = parts;
  const { loaded, flags = {} } = parts.options;
  const { agent, prompt, timezone } = loaded.settings;
  const layers = await promptLayers({
    home: await parts.home(),
    cwd,
    shell: env["SHELL"] ?? "sh",
    os: process.platform,
    now: Date.now(),
    timeZone: timezone,
    skipContextFiles: skipsContext(parts),
    memory: async () =>
      (flags.skipMemory ?? agent.ignore_rules) ? [] : ((await (await of.memory())?.promptLayers()) ?? []),
    skills: of.skills,
    plugins: of.plugins,
    async personality() {
      const found = await personalityOf(parts, await of.sessionId());
      return found === undefined ? [] : [personalityLayer(found)];
    },
    session: async () => sessionLayer({ origin, cwd, state: await parts.existingState() }),
    workspace: async ({ root }) => await workspaceNow(parts, root, of),
    sourcesOf: async (path) => await sourcesOfFile(parts, path),
    admit: admitInSession(parts, of.sessionId),
    warn: parts.warn,
  });
  return { defaults: hermesTexts, layers, budget: { maxTokens: prompt.max_tokens, layers: prompt.layers } };
}

async function workspaceNow(
  { processes }: RuntimeParts,
  root: string,
  { git: asked, sessionId }: NewPromptOptions,
): Promise<PromptLayer> {
  const table = await processes.table.made;
  const [git, tracked] = await Promise.all([asked, table === undefined ? [] : table.list(await sessionId())]);
  const running = tracked
    .map(({ record }) => record)
    .filter(({ state }) => state === "running")
    .map(({ id, command }) => ({ id, command }));
  return workspaceLayer({ git, running, changed: await lastWritten(git?.changed ?? [], root) });
}
