import type { PromptLayer } from "@hermes/agent-loop";
import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findWorkspace } from "../find-workspace.ts";
import type { Workspace } from "../find-workspace.ts";
import type { AdmitContext } from "./admit-context.ts";
import { readContextFiles, renderContextFiles } from "./context-files.ts";
import { environmentLayer } from "./environment-layer.ts";

/** A text of a prompt with its untrusted sources, and how it becomes shorter. */
export type SourcedText = Pick<PromptLayer, "text" | "provenance" | "shorten">;

export interface PromptLayersOptions {
  /** Home of Hermes. */
  readonly home: string;
  readonly cwd: string;
  readonly shell: string;
  readonly os: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** As IANA names it. Undefined: that of the system, which is not named. */
  readonly timeZone: string | undefined;
  /** Leaves out what files say: those of the workspace and `SOUL.md`. */
  readonly skipContextFiles: boolean;
  /** Notes and learnings; empty when there is nothing. */
  readonly memory: () => Promise<readonly PromptLayer[]>;
  /** How the agent speaks; empty where it does as usual. */
  readonly personality: () => Promise<readonly PromptLayer[]>;
  /** The index of skills; empty when there are none. */
  readonly skills: () => Promise<SourcedText>;
  /** What plug-ins say; empty when there are none. */
  readonly plugins: () => Promise<readonly PromptLayer[]>;
  /** What the session is. */
  readonly session: () => Promise<PromptLayer>;
  /** What the working folder is like now. */
  readonly workspace: (found: Workspace) => Promise<PromptLayer>;
  /** Untrusted sources of a file; none for one of the person's. */
  readonly sourcesOf: (path: string) => Promise<readonly Provenance[]>;
  /** Whether a file counts that sessions go by. */
  readonly admit: AdmitContext;
  readonly maxContextChars?: number | undefined;
  readonly warn: (message: string) => void;
}

/**
 * What a new session begins with, from what changes least to what changes most, so that sessions share as long a
 * prefix as they can: identity, guidance (built in), personality, context files, notes, skills, plug-ins, environment, session, workspace. Their rank,
 * where there is not room for all, is another (see `fitLayers`).
 */
export async function promptLayers(options: PromptLayersOptions): Promise<readonly PromptLayer[]> {
  const workspace = findWorkspace(options.cwd);
  const [soul, personality, context, memory, skills, plugins, session, state] = await Promise.all([
    options.skipContextFiles ? "" : readSoul(options),
    options.personality(),
    options.skipContextFiles ? { text: "" } : contextOfWorkspace(options, workspace.root),
    options.memory(),
    options.skills(),
    options.plugins(),
    options.session(),
    options.workspace(workspace),
  ]);
  const layers: readonly PromptLayer[] = [
    { kind: "identity", name: "SOUL.md", text: soul },
    ...personality,
    { kind: "context", name: "context files", elsewhere: "read_file", ...context },
    ...memory,
    { kind: "skills", name: "skills", elsewhere: "skills_list", ...skills },
    ...plugins,
    environmentLayer({ ...options, workspace }),
    session,
    state,
  ];
  // An identity without text would take the place of the built-in one.
  return layers.filter(({ text }) => text !== "");
}

/** What the workspace says to agents, as part of a prompt. */
export async function contextOfWorkspace(
  {
    home,
    cwd,
    maxContextChars,
    sourcesOf,
    admit,
    warn,
  }: Pick<PromptLayersOptions, "home" | "cwd" | "maxContextChars" | "sourcesOf" | "admit" | "warn">,
  workspaceRoot: string,
): Promise<SourcedText> {
  const found = await readContextFiles({ cwd, workspaceRoot, maxChars: maxContextChars, admit });
  const { files, leftOut, warnings } = found;
  for (const warning of warnings) warn(warning);
  if (files.length === 0) return { text: renderContextFiles(found) };
  const { maskFlagged } = await import("./mask-flagged.ts");
  const [masked, ...sources] = await Promise.all([
    maskFlagged(files, { home, warn }),
    ...files.map(({ name }) => sourcesOf(join(cwd, name))),
  ]);
  return { text: renderContextFiles({ files: masked, leftOut }), provenance: untrustedSources(...sources) };
}

async function readSoul({ home, admit, warn }: PromptLayersOptions): Promise<string> {
  try {
    const path = join(home, "SOUL.md");
    const bytes = await readFile(path);
    const text = bytes.toString("utf8").trim();
    return text !== "" && (await admit({ path, name: "SOUL.md", bytes })) ? text : "";
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
      warn(`Cannot read SOUL.md: ${String(error)}.`);
    return "";
  }
}
