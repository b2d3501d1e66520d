import { stringify } from "yaml";
import { z } from "zod";
import { maxFileBytes, maxPackageBytes } from "../fetch/size-limits.ts";
import { unzipSkill } from "../fetch/unzip-skill.ts";
import { hubError, reasonOf } from "../hub-error.ts";
import { digestOf } from "../package/content-hash.ts";
import { matchesOf } from "../source-context.ts";
import type { SourceContext } from "../source-context.ts";
import type { FetchedSkill, RemoteSkill, SkillSource } from "../skill-source.ts";

const idPattern = /^[A-Za-z0-9][\w.-]{0,199}$/;
const id = z.string().regex(idPattern);

const marketAnswer = z.object({
  items: z.array(
    z.object({
      identifier: id,
      name: z.string(),
      description: z.string().nullish(),
      version: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
    }),
  ),
  currentPage: z.number().int().nullish(),
  totalPages: z.number().int().nullish(),
});

const meta = z.object({
  title: z.string().nullish(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
const agentIndex = z.object({ agents: z.array(z.object({ identifier: z.string(), meta })) });
const agentAnswer = z.object({ identifier: id, meta, config: z.object({ systemRole: z.string().min(1) }) });

/**
 * LobeHub: skills of its market (`lobehub:<id>`), and its agents, whose role becomes the text of a skill
 * (`lobehub:agent/<id>`). Anybody may publish either.
 */
export function createLobehubSource({ http, addresses, cache }: SourceContext): SkillSource {
  const client = http("LobeHub");
  const market = `${addresses.lobehub}/api/v1/skills`;

  const listMarket = async (query: Record<string, string>, signal: AbortSignal) =>
    await client.json(`${market}?${new URLSearchParams(query)}`, marketAnswer, { signal });

  const listAgents = async (signal: AbortSignal) => {
    const { value, note } = await cache.get(
      `lobehub agents ${addresses.lobehubAgents}`,
      agentIndex,
      async () => {
        const { agents } = await client.json(`${addresses.lobehubAgents}/index.json`, agentIndex, { signal });
        return { agents: agents.filter(({ identifier }) => idPattern.test(identifier)) };
      },
    );
    return { agents: value.agents.map(toAgent), note };
  };

  return {
    id: "lobehub",
    title: "LobeHub",
    claims: (reference) => parse(reference) !== undefined,
    async browse({ limit, cursor, signal }) {
      const page = Math.max(1, Number.parseInt(cursor ?? "1", 10) || 1);
      const query = {
        page: String(page),
        pageSize: String(Math.min(limit, 100)),
        sort: "installCount",
        order: "desc",
      };
      const { items, totalPages } = await listMarket(query, signal);
      const isLast = typeof totalPages !== "number" ? items.length === 0 : page >= totalPages;
      return { skills: items.map(toSkill), ...(!isLast && { cursor: String(page + 1) }) };
    },
    /** Both shelves are searched; one that does not answer is told of. */
    async search(words, { limit, signal }) {
      const [skills, agents] = await Promise.allSettled([
        listMarket(
          { q: words, page: "1", pageSize: String(Math.min(limit, 100)), sort: "relevance" },
          signal,
        ),
        listAgents(signal),
      ]);
      signal.throwIfAborted();
      if (skills.status === "rejected" && agents.status === "rejected") throw skills.reason;
      const found = skills.status === "fulfilled" ? skills.value.items.map(toSkill) : [];
      const others = agents.status === "fulfilled" ? matchesOf(agents.value.agents, words, limit) : [];
      const notes = [
        ...(skills.status === "rejected" ? [`Its skills are not listed: ${reasonOf(skills.reason)}`] : []),
        ...(agents.status === "rejected" ? [`Its agents are not listed: ${reasonOf(agents.reason)}`] : []),
        ...(agents.status === "fulfilled" ? [agents.value.note ?? ""] : []),
      ].filter((note) => note !== "");
      return {
        skills: [...found, ...others].slice(0, limit),
        ...(notes.length > 0 && { note: notes.join(" ") }),
      };
    },
    async fetch(reference, { signal }): Promise<FetchedSkill> {
      const wanted = parse(reference);
      if (wanted === undefined) throw hubError("HUB_NOT_FOUND", `"${reference}" names nothing on LobeHub.`);
      if (wanted.isAgent) {
        const url = `${addresses.lobehubAgents}/${encodeURIComponent(wanted.id)}.json`;
        const agent = await client.json(url, agentAnswer, { signal, maxBytes: maxFileBytes });
        const content = agentAsSkill(agent);
        const files = { name: slugOf(agent.identifier), files: [{ path: "SKILL.md", content }] };
        return { remote: toAgent(agent), files, revision: `sha256:${digestOf(Buffer.from(content))}` };
      }
      const query =
        wanted.version === undefined ? "" : `?${new URLSearchParams({ version: wanted.version })}`;
      const url = `${market}/${encodeURIComponent(wanted.id)}/download${query}`;
      const bytes = await client.bytes(url, { signal, maxBytes: maxPackageBytes });
      const files = await unzipSkill(bytes, { name: slugOf(wanted.id), signal });
      const skill = toSkill({ identifier: wanted.id, name: slugOf(wanted.id), version: wanted.version });
      const pinned =
        wanted.version === undefined ? {} : { reference: `${skill.reference}@${wanted.version}` };
      const remote = { ...skill, ...pinned };
      return { remote, files, revision: wanted.version ?? `sha256:${digestOf(bytes)}` };
    },
  };
}

interface Wanted {
  readonly id: string;
  readonly isAgent: boolean;
  readonly version: string | undefined;
}

/** `lobehub:<id>`, `lobehub:<id>@<version>`, `lobehub:agent/<id>`, and pages of the site. */
function parse(reference: string): Wanted | undefined {
  const page =
    /^https:\/\/(?:[\w-]+\.)?lobehub\.com\/(?:[a-z]{2}(?:-[A-Z]{2,4})?\/)?(?:api\/v\d+\/)?(skills|agents?|assistants?)\/([\w.-]+)/.exec(
      reference,
    );
  if (page?.[2] !== undefined)
    return checked({ id: page[2], isAgent: page[1] !== "skills", version: undefined });
  const own = /^lobehub:(agent\/)?([\w.-]+)(?:@([\w.+-]{1,64}))?$/.exec(reference);
  if (own?.[2] === undefined) return undefined;
  return checked({ id: own[2], isAgent: own[1] !== undefined, version: own[3] });
}

function checked(wanted: Wanted): Wanted | undefined {
  return idPattern.test(wanted.id) ? wanted : undefined;
}

function toSkill(item: z.infer<typeof marketAnswer>["items"][number]): RemoteSkill {
  const { identifier, name, description, version, tags } = item;
  return {
    reference: `lobehub:${identifier}`,
    source: "lobehub",
    name,
    description: description ?? "",
    trust: "community",
    version: version ?? undefined,
    url: `https://lobehub.com/skills/${identifier}`,
    tags: tags ?? [],
  };
}

function toAgent({
  identifier,
  meta: { title, description, tags },
}: z.infer<typeof agentIndex>["agents"][number]): RemoteSkill {
  return {
    reference: `lobehub:agent/${identifier}`,
    source: "lobehub",
    name: slugOf(identifier),
    description: description ?? title ?? "",
    trust: "community",
    url: `https://lobehub.com/agent/${identifier}`,
    tags: tags ?? [],
  };
}

/** An agent's role, as a skill that says where it is from. */
function agentAsSkill({ identifier, meta: about, config }: z.infer<typeof agentAnswer>): string {
  const title = about.title ?? identifier;
  const description = (about.description ?? about.title ?? identifier).replace(/\s+/g, " ").slice(0, 1_000);
  const fields = {
    name: slugOf(identifier),
    description,
    metadata: { origin: `lobehub:agent/${identifier}`, hermes: { tags: (about.tags ?? []).slice(0, 20) } },
  };
  return `---\n${stringify(fields)}---\n\n# ${title.replace(/\s+/g, " ")}\n\nTake this role for the task at hand.\n\n${config.systemRole.trim()}\n`;
}

function slugOf(identifier: string): string {
  const slug = identifier
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
  return slug.replace(/-+$/, "") || "agent";
}
