import { lstat, realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { HomeSkills } from "@hermes/runtime";
import type { AgentPlace } from "./agent-places.ts";
import type { FoundImports, ImportItem, ImportProblem } from "./import-item.ts";
import { isInside, readAgentFile, type AgentFile } from "./read-agent-file.ts";

const mostSkills = 200;

/** Skills of other agents. They are scanned when they are installed, as all skills of others are. */
export async function findSkills(
  places: readonly AgentPlace[],
  openSkills: () => Promise<Pick<HomeSkills, "hub" | "library">>,
): Promise<FoundImports> {
  const [{ findSkillFiles }, { parseSkill }] = await Promise.all([
    import("@hermes/skills"),
    import("@hermes/skills/format"),
  ]);
  const files = places.flatMap((place) =>
    // What Codex brings along is about Codex.
    findSkillFiles(place.path, { wary: true, except: [".system"] })
      .slice(0, mostSkills)
      .map(({ folder, path }) => ({ place, folder, path })),
  );
  if (files.length === 0) return { items: [], problems: [] };
  const skills = await openSkills();
  const installed = new Set((await skills.hub()).installed().map(({ reference }) => reference));
  const kept = (await skills.library.list({ all: true })).filter(({ source }) => source !== "project");
  const here = new Map(kept.map(({ name, folder }) => [name.toLowerCase(), folder]));
  const items: ImportItem[] = [];
  const problems: ImportProblem[] = [];
  for (const { place, folder, path } of files) {
    // oxlint-disable-next-line no-await-in-loop -- of one name the first counts
    const file = await readSkill(path, folder, place.root);
    if (file === undefined || "problem" in file) {
      problems.push({ file: path, problem: file?.problem ?? "it is gone" });
      continue;
    }
    const { fields } = parseSkill(file.text);
    const name = fields.name ?? basename(folder);
    // oxlint-disable-next-line no-await-in-loop
    const reference = `local:${await realpath(folder)}`;
    const facts = {
      ...({ kind: "skills", agent: place.agent, file: folder, name, becomes: name } as const),
      ...{ details: [fields.description], ofProject: place.project !== undefined },
    };
    const other = here.get(name.toLowerCase());
    if (installed.has(reference)) items.push({ ...facts, standing: "known" });
    else if (other !== undefined)
      items.push({ ...facts, standing: "left", reason: `there is a skill of that name in ${other}` });
    else items.push({ ...facts, standing: "new", taking: { type: "skill", reference } });
    here.set(name.toLowerCase(), other ?? folder);
  }
  return { items, problems };
}

async function readSkill(path: string, folder: string, root: string): Promise<AgentFile> {
  if (!(await isInside(folder, root))) return { problem: `it is a link that leads out of ${root}` };
  if (!(await lstat(path)).isFile()) return { problem: "it is a link" };
  return await readAgentFile(path, root);
}
