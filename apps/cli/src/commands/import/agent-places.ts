import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "@hermes/registry";

export const agentNames = ["claude-code", "codex", "cursor"] as const;

export type AgentName = (typeof agentNames)[number];

/** How agents are called, for people. */
export const agentTitles: Readonly<Record<AgentName, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  cursor: "Cursor",
};

/** A file or folder in which an agent keeps something. */
export interface AgentPlace {
  readonly agent: AgentName;
  /** `mcp`: servers. `skills`: a folder of them. `notes`: what the person told it. `commands`: prompts of Claude Code. */
  readonly kind: "mcp" | "skills" | "notes" | "commands";
  readonly path: string;
  /** Links are followed no further than this folder. */
  readonly root: string;
  /** The folder of the work that it belongs to; undefined for what is the person's. */
  readonly project?: string | undefined;
}

export interface AgentPlacesOptions {
  readonly env: Environment;
  readonly cwd: string;
}

/** Where agents keep what can be taken over, whether it is there or not; the person's own before what a project brings. */
export function agentPlaces({ env, cwd }: AgentPlacesOptions): readonly AgentPlace[] {
  const person = env["HOME"] ?? env["USERPROFILE"] ?? homedir();
  const claude = env["CLAUDE_CONFIG_DIR"] ?? join(person, ".claude");
  const codex = env["CODEX_HOME"] ?? join(person, ".codex");
  const shared = join(person, ".agents");
  const cursor = join(person, ".cursor");
  const own: readonly AgentPlace[] = [
    { agent: "claude-code", kind: "mcp", path: join(person, ".claude.json"), root: person },
    { agent: "claude-code", kind: "mcp", path: join(claude, "settings.json"), root: claude },
    { agent: "claude-code", kind: "skills", path: join(claude, "skills"), root: claude },
    { agent: "claude-code", kind: "notes", path: join(claude, "CLAUDE.md"), root: claude },
    { agent: "claude-code", kind: "commands", path: join(claude, "commands"), root: claude },
    { agent: "codex", kind: "mcp", path: join(codex, "config.toml"), root: codex },
    { agent: "codex", kind: "skills", path: join(codex, "skills"), root: codex },
    { agent: "codex", kind: "skills", path: join(shared, "skills"), root: shared },
    { agent: "codex", kind: "notes", path: join(codex, "AGENTS.md"), root: codex },
    { agent: "cursor", kind: "mcp", path: join(cursor, "mcp.json"), root: cursor },
  ];
  const known = new Set(own.map(({ path }) => path));
  const brought = workFolders(cwd).flatMap((project): readonly AgentPlace[] => [
    ...placeOf({ agent: "claude-code", kind: "skills", path: join(project, ".claude", "skills"), project }),
    ...placeOf({ agent: "cursor", kind: "mcp", path: join(project, ".cursor", "mcp.json"), project }),
  ]);
  // Whoever works in their home folder has the person's own in the project, too.
  return [...own, ...brought.filter(({ path }) => !known.has(path))];
}

function placeOf(place: Omit<AgentPlace, "root"> & { readonly project: string }): readonly AgentPlace[] {
  return [{ ...place, root: place.project }];
}

/** The folder of the work, and the top of its repository where that is another one. */
export function workFolders(cwd: string): readonly string[] {
  for (let folder = cwd; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, ".git"))) return [...new Set([cwd, folder])];
  return [cwd];
}
