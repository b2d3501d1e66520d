import type { FoundSkills, RemoteSkill } from "@hermes/skill-hub";
import { usageError } from "../../../failure.ts";
import { exitCodes } from "../../../host.ts";
import { paragraph } from "../../../render/paragraph.ts";
import type { TextLayout, SkillsContext } from "../skills-context.ts";
import { safe } from "../safe-text.ts";

export interface BrowseFlags {
  readonly source?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills browse`: what the sources offer. */
export async function browseHub({ json, ...flags }: BrowseFlags, context: SkillsContext): Promise<number> {
  const hub = await context.skills.hub();
  refuseUnknown(flags.source, hub.sources);
  const found = await during("asking the sources", context, () =>
    hub.browse({ ...flags, signal: context.signal }),
  );
  return report(found, { json, source: flags.source }, context);
}

/** `hermes skills search`. */
export async function searchHub(
  query: string,
  { json, source, limit }: Omit<BrowseFlags, "cursor">,
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  refuseUnknown(source, hub.sources);
  const found = await during("searching", context, () =>
    hub.search(query, { source, limit, signal: context.signal }),
  );
  return report(found, { json, source: undefined }, context);
}

/** Shows that something is under way while it is. */
export async function during<Result>(
  what: string,
  context: SkillsContext,
  task: () => Promise<Result>,
): Promise<Result> {
  using _ = context.working(what);
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
  context: SkillsContext,
): number {
  const { skills, problems, cursor } = found;
  if (json) context.json(found);
  else {
    context.print(skills.flatMap((skill) => remoteLines(skill, context.answer)));
    if (skills.length === 0 && problems.length === 0) context.note(["Nothing was found."]);
    if (cursor !== undefined && source !== undefined)
      context.note([`More: ${context.name} browse --source ${source} --cursor ${safe(cursor)}`]);
  }
  context.note(
    problems.map((problem) =>
      context.remarks.style.yellow(`${safe(problem.source)}: ${safe(problem.reason)}`),
    ),
  );
  return skills.length === 0 && problems.length > 0 ? exitCodes.failed : exitCodes.ok;
}

function remoteLines(skill: RemoteSkill, { style, columns }: TextLayout): readonly string[] {
  const { name, reference, description, trust, version, url } = skill;
  const facts = [trust, ...(version === undefined ? [] : [version]), ...(url === undefined ? [] : [url])];
  return [
    ...paragraph(`${style.bold(safe(name))}  ${style.cyan(safe(reference))}`, { columns }),
    ...(description === "" ? [] : paragraph(safe(description), { columns, indent: 2 })),
    ...paragraph(style.dim(facts.map(safe).join(" · ")), { columns, indent: 2 }),
  ];
}
