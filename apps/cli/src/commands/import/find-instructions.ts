import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentName } from "./agent-places.ts";
import type { ImportItem } from "./import-item.ts";

/** In the order in which Hermes looks for them: the first that is there counts. */
const files: readonly { readonly agent: AgentName; readonly names: readonly string[] }[] = [
  { agent: "codex", names: ["AGENTS.md", "agents.md"] },
  { agent: "claude-code", names: ["CLAUDE.md", "claude.md"] },
  { agent: "cursor", names: [".cursorrules"] },
];

/** What projects tell agents. Hermes reads it where it is, so that nothing has to be taken over. */
export async function findInstructions(cwd: string): Promise<readonly ImportItem[]> {
  const present = new Set(await readdir(cwd).catch(() => []));
  const rules = (await readdir(join(cwd, ".cursor", "rules")).catch(() => []))
    .filter((name) => name.endsWith(".mdc"))
    .toSorted();
  let counts = [".hermes.md", "HERMES.md"].find((name) => present.has(name));
  return files.flatMap(({ agent, names }): readonly ImportItem[] => {
    const own = names.filter((name) => present.has(name)).slice(0, 1);
    const found = agent === "cursor" ? [...own, ...rules.map((name) => join(".cursor", "rules", name))] : own;
    const before = counts;
    counts ??= found[0];
    return found.map((name) => ({
      ...({ kind: "memory", agent, name, file: join(cwd, name), details: [], ofProject: true } as const),
      standing: before === undefined ? "read" : "left",
      ...(before !== undefined && { reason: `${before} is read instead of it` }),
    }));
  });
}
