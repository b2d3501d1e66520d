import type { PromptLayer, PromptOptions } from "@hermes/agent-loop";
import { findWorkspace } from "../find-workspace.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import type { ChildParts, RuntimeParts } from "../runtime-parts.ts";
import { admitContext } from "./admit-context.ts";
import { environmentLayer } from "./environment-layer.ts";
import { hermesTexts } from "./hermes-texts.ts";
import { contextOfWorkspace } from "./prompt-layers.ts";
import type { SourcedText } from "./prompt-layers.ts";
import { skipsContext } from "./skips-context.ts";

const identity = `You are an agent of Hermes that works for another agent. Your first message is your task; you know nothing of the conversation that it comes from, and you can ask nobody. Do the task, and nothing beyond it. Your answer goes to that agent: say what you did and found, with names of files and commands, what you have not checked, and what is left to do.`;

/**
 * What a child begins with: who it is, its role, what the workspace says to agents, and where it is. No notes of the person, and no
 * index of skills unless its role asks for skills.
 */
export async function childPrompt(
  parts: RuntimeParts & { readonly child: ChildParts },
  { skills, cwd }: { readonly skills: () => Promise<SourcedText>; readonly cwd: string },
): Promise<PromptOptions> {
  const { env, child, warn } = parts;
  const { role } = child.parent;
  const { prompt } = parts.options.loaded.settings;
  const workspace = findWorkspace(parts.cwd);
  const [context, index] = await Promise.all([
    skipsContext(parts)
      ? { text: "" }
      : contextOfWorkspace(
          {
            home: await parts.home(),
            cwd: parts.cwd,
            sourcesOf: async (path) => await sourcesOfFile(parts, path),
            // The person was asked when the parent's session began.
            admit: admitContext({
              files: parts.agentFiles,
              approver: undefined,
              sessionId: async () => child.parent.sessionId,
              warn: () => undefined,
            }),
            warn,
          },
          workspace.root,
        ),
    role?.tools?.some((name) => name === "skills" || name === "skill_view") === true
      ? skills()
      : { text: "" },
  ]);
  const layers: readonly PromptLayer[] = [
    { kind: "identity", name: "child", text: identity },
    ...(role === undefined
      ? []
      : [
          {
            ...({ kind: "identity", name: `agents/${role.name}.md` } as const),
            ...{ text: role.instructions, provenance: role.provenance },
          },
        ]),
    { kind: "context", name: "context files", elsewhere: "read_file", ...context },
    { kind: "skills", name: "skills", elsewhere: "skills_list", ...index },
    environmentLayer({
      ...{ os: process.platform, cwd, shell: env["SHELL"] ?? "sh", now: Date.now() },
      workspace,
    }),
  ];
  return {
    defaults: hermesTexts,
    layers: layers.filter(({ text }) => text !== ""),
    budget: { maxTokens: prompt.max_tokens, layers: prompt.layers },
  };
}
