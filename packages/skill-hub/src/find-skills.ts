import { HermesError, nearest } from "@hermes/registry";
import { hubError, reasonOf } from "./hub-error.ts";
import type { HubParts } from "./hub-parts.ts";
import type { FoundSkills, SourceProblem } from "./skill-hub.ts";
import type { FetchedSkill, RemoteSkill, SkillSource, SourcePage } from "./skill-source.ts";

interface Asked {
  readonly source?: string | undefined;
  readonly limit?: number | undefined;
  readonly signal: AbortSignal;
}

/** One page of what there is; of all sources at once, or of one with a cursor for the next page. */
export async function browseSkills(
  parts: HubParts,
  { source, cursor, limit = 50, signal }: Asked & { readonly cursor?: string | undefined },
): Promise<FoundSkills> {
  const sources = sourcesNamed(parts, source);
  const pages = await askAll(parts, sources, signal, async (one, within) => {
    return await one.browse({ limit, signal: within, ...(sources.length === 1 && { cursor }) });
  });
  return merge(pages, { limit: source === undefined ? Number.POSITIVE_INFINITY : limit });
}

/** Best matches first, the sources taking turns. */
export async function searchAllSkills(
  parts: HubParts,
  query: string,
  { source, limit = 50, signal }: Asked,
): Promise<FoundSkills> {
  const sources = sourcesNamed(parts, source);
  const pages = await askAll(
    parts,
    sources,
    signal,
    async (one, within) => await one.search(query, { limit, signal: within }),
  );
  const { skills, problems } = merge(pages, { limit });
  return { skills, problems };
}

/** The source to which a reference belongs. @throws {HermesError} `HUB_NOT_FOUND` */
export async function fetchSkill(
  parts: HubParts,
  reference: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<FetchedSkill> {
  const clean = reference.trim();
  return await sourceOf(parts, clean).fetch(clean, { signal });
}

export function sourceOf({ sources }: HubParts, reference: string): SkillSource {
  const source = sources.find((one) => one.claims(reference));
  if (source !== undefined) return source;
  throw hubError("HUB_NOT_FOUND", `"${reference}" names no skill of any source.`, {
    hint: /^http:/.test(reference)
      ? "Addresses without encryption are not fetched."
      : "Search for it, and give the reference that is shown, such as github:openai/skills/skills/pdf.",
  });
}

function sourcesNamed({ sources }: HubParts, id: string | undefined): readonly SkillSource[] {
  if (id === undefined) return sources;
  const source = sources.find((one) => one.id === id);
  if (source !== undefined) return [source];
  const ids = sources.map((one) => one.id);
  const near = nearest(id, ids);
  throw new HermesError(`There is no source "${id}".`, {
    code: "HUB_UNKNOWN_SOURCE",
    hint: near === undefined ? `There are: ${ids.join(", ")}.` : `Did you mean ${near}?`,
  });
}

interface Answer {
  readonly source: SkillSource;
  readonly page: SourcePage;
  readonly problems: readonly SourceProblem[];
}

/** All at once, within one limit; a source that fails or is late is a problem in the answer. */
async function askAll(
  { listTimeoutMs }: HubParts,
  sources: readonly SkillSource[],
  signal: AbortSignal,
  ask: (source: SkillSource, within: AbortSignal) => Promise<SourcePage>,
): Promise<readonly Answer[]> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(listTimeoutMs);
  const within = AbortSignal.any([signal, late]);
  const answers = await Promise.all(
    sources.map(async (source): Promise<Answer> => {
      try {
        const page = await Promise.race([ask(source, within), whenAborted(within)]);
        const problems = page.note === undefined ? [] : [{ source: source.id, reason: page.note }];
        return { source, page, problems };
      } catch (error) {
        const reason = late.aborted
          ? `${source.title} did not answer within ${listTimeoutMs / 1_000} s.`
          : reasonOf(error);
        return { source, page: { skills: [] }, problems: [{ source: source.id, reason }] };
      }
    }),
  );
  signal.throwIfAborted();
  return answers;
}

async function whenAborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}

function merge(answers: readonly Answer[], { limit }: { readonly limit: number }): FoundSkills {
  const skills = new Map<string, RemoteSkill>();
  const longest = Math.max(0, ...answers.map(({ page }) => page.skills.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const { page } of answers) {
      const skill = page.skills[rank];
      if (skill !== undefined && !skills.has(skill.reference)) skills.set(skill.reference, skill);
    }
  }
  const [only] = answers;
  const cursor = answers.length === 1 ? only?.page.cursor : undefined;
  return {
    skills: [...skills.values()].slice(0, limit),
    problems: answers.flatMap(({ problems }) => problems),
    ...(cursor !== undefined && { cursor }),
  };
}
