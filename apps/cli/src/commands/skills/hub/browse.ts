import type { FoundSkills, RemoteSkill } from "@hermes/skill-hub";
import { usageError } from "../../../failure.ts";
import { exitCodes } from "../../../host.ts";
import { paragraph } from "../../../render/paragraph.ts";
import type { Look, SkillsDesk } from "../desk.ts";
import { safe } from "../safe.ts";

export interface BrowseFlags {
  readonly source?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills browse`: what the sources offer. */
export async function browseHub({ json, ...flags }: BrowseFlags, desk: SkillsDesk): Promise<number> {
  const hub = await desk.skills.hub();
  refuseUnknown(flags.source, hub.sources);
  const found = await during("asking the sources", desk, () => hub.browse({ ...flags, signal: desk.signal }));
  return report(found, { json, source: flags.source }, desk);
}

/** `hermes skills search`. */
export async function searchHub(
  query: string,
  { json, source, limit }: Omit<BrowseFlags, "cursor">,
  desk: SkillsDesk,
): Promise<number> {
  const hub = await desk.skills.hub();
  refuseUnknown(source, hub.sources);
  const found = await during("searching", desk, () =>
    hub.search(query, { source, limit, signal: desk.signal }),
  );
  return report(found, { json, source: undefined }, desk);
}

/** Shows that something is under way while it is. */
export async function during<Result>(
  what: string,
  desk: SkillsDesk,
  task: () => Promise<Result>,
): Promise<Result> {
  using _ = desk.working(what);
  return await task();
}

function refuseUnknown(source: string | undefined, known: readonly { readonly id: string }[]): void {
  if (source === undefined || known.some(({ id }) => id === source)) return;
  throw usageError(`There is no source "${safe(source)}"; there is ${known.map(({ id }) => id).join(", ")}.`);
}

/** When nothing was found because no source could be asked, that is a failure. */
function report(
  found: FoundSkills,
  { json, source }: Pick<BrowseFlags, "json" | "source">,
  desk: SkillsDesk,
): number {
  const { skills, problems, cursor } = found;
  if (json) desk.json(found);
  else {
    desk.print(skills.flatMap((skill) => remoteLines(skill, desk.answer)));
    if (skills.length === 0 && problems.length === 0) desk.note(["Nothing was found."]);
    if (cursor !== undefined && source !== undefined)
      desk.note([`More: ${desk.name} browse --source ${source} --cursor ${safe(cursor)}`]);
  }
  desk.note(
    problems.map((problem) => desk.remarks.style.yellow(`${safe(problem.source)}: ${safe(problem.reason)}`)),
  );
  return skills.length === 0 && problems.length > 0 ? exitCodes.failed : exitCodes.ok;
}

function remoteLines(skill: RemoteSkill, { style, columns }: Look): readonly string[] {
  const { name, reference, description, trust, version, url } = skill;
  const facts = [trust, ...(version === undefined ? [] : [version]), ...(url === undefined ? [] : [url])];
  return [
    ...paragraph(`${style.bold(safe(name))}  ${style.cyan(safe(reference))}`, { columns }),
    ...(description === "" ? [] : paragraph(safe(description), { columns, indent: 2 })),
    ...paragraph(style.dim(facts.map(safe).join(" · ")), { columns, indent: 2 }),
  ];
}
