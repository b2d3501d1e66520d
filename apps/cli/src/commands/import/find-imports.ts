import { readdir } from "node:fs/promises";
import { loadSettings } from "@hermes/config";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { counted } from "../../render/count-of.ts";
import { printRemark } from "../../render/print.ts";
import { agentNames, agentPlaces, agentTitles, workFolders, type AgentName } from "./agent-places.ts";
import type { AgentPlace } from "./agent-places.ts";
import {
  importKinds,
  newItems,
  type FoundImports,
  type ImportKind,
  type ImportProblem,
} from "./import-item.ts";

export interface FindImportsOptions {
  /** @default all */
  readonly agent?: AgentName | undefined;
  /** @default all */
  readonly kinds?: readonly ImportKind[] | undefined;
}

/** What other agents left on this machine and in this folder, and what it would be here. Takes nothing, and asks nothing. */
export async function findImports(
  host: Host,
  { agent, kinds = importKinds }: FindImportsOptions = {},
): Promise<FoundImports> {
  const { cwd } = host;
  const loaded = await loadSettings({ env: host.env });
  const { env } = loaded;
  const places = agentPlaces({ env: host.env, cwd }).filter(
    (place) => agent === undefined || place.agent === agent,
  );
  const of = (kind: AgentPlace["kind"]): readonly AgentPlace[] =>
    places.filter((place) => place.kind === kind);
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  const found: FoundImports[] = [];
  if (kinds.includes("mcp")) {
    const { findServers } = await import("./find-servers.ts");
    found.push(await findServers(of("mcp"), { mcp: await runtime.mcp(), env, folders: workFolders(cwd) }));
  }
  if (kinds.includes("skills")) {
    const { findSkills } = await import("./find-skills.ts");
    found.push(await findSkills(of("skills"), async () => await runtime.skills()));
    found.push({ items: [], problems: await leftCommands(of("commands")) });
  }
  if (kinds.includes("memory")) {
    const [{ findNotes }, { findInstructions }] = await Promise.all([
      import("./find-notes.ts"),
      import("./find-instructions.ts"),
    ]);
    found.push(await findNotes(of("notes"), await runtime.memory()));
    found.push({ items: await findInstructions(cwd), problems: [] });
  }
  const items = found.flatMap((each) => each.items);
  return {
    items: items.filter((item) => agent === undefined || item.agent === agent),
    problems: found.flatMap(({ problems }) => problems),
  };
}

/** Commands of Claude Code have arguments and run programs while they are read: they are no skills as they stand. */
async function leftCommands(places: readonly AgentPlace[]): Promise<readonly ImportProblem[]> {
  const counts = await Promise.all(
    places.map(async ({ path }) => {
      const names = await readdir(path).catch(() => []);
      return { file: path, count: names.filter((name) => name.endsWith(".md")).length };
    }),
  );
  return counts
    .filter(({ count }) => count > 0)
    .map(({ file, count }) => ({
      file,
      problem: `${counted(count, "command")} can't be taken over: what they do can be a skill, see hermes skills create`,
    }));
}

/** One line on what is new; undefined where nothing is. */
export function importSummary(found: FoundImports): string | undefined {
  const fresh = newItems(found);
  if (fresh.length === 0) return undefined;
  const titles = agentNames
    .filter((agent) => fresh.some((item) => item.agent === agent))
    .map((agent) => agentTitles[agent]);
  return `Of ${titles.join(", ")}: ${countsOf(fresh)}.`;
}

/** `2 MCP servers, 1 skill, 3 notes`. */
export function countsOf(items: readonly { readonly kind: ImportKind }[]): string {
  const words = { mcp: "MCP server", skills: "skill", memory: "note" } as const;
  return importKinds
    .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => counted(count, words[kind]))
    .join(", ");
}
