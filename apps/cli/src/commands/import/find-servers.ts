import { HermesError } from "@hermes/registry/errors";
import type { Environment } from "@hermes/registry";
import type { HomeMcp, McpServerReport } from "@hermes/runtime";
import type { AgentPlace } from "./agent-places.ts";
import type { FoundImports, ImportItem, ImportProblem } from "./import-item.ts";
import { placeSecrets } from "./place-secrets.ts";
import { readServers, type WrittenServer } from "./read-servers.ts";
import { translateServer } from "./translate-server.ts";

export interface FindServersOptions {
  readonly mcp: Pick<HomeMcp, "list" | "preview">;
  /** With what `.env` says. */
  readonly env: Environment;
  /** Folders of the work. */
  readonly folders: readonly string[];
}

/** Servers of other agents, and what each would be here. Writes and starts nothing. */
export async function findServers(
  places: readonly AgentPlace[],
  { mcp, env, folders }: FindServersOptions,
): Promise<FoundImports> {
  const here = new Map((await mcp.list()).map((report) => [report.name, report]));
  const items: ImportItem[] = [...here.values()].filter(({ source }) => source === "project").map(asItIs);
  const problems: ImportProblem[] = [];
  for (const place of places) {
    // oxlint-disable-next-line no-await-in-loop -- of one name the first counts
    const { servers, problem } = await readServers(place, folders);
    if (problem !== undefined) problems.push(problem);
    // oxlint-disable-next-line no-await-in-loop
    for (const server of servers) items.push(await toItem(server, { mcp, env, here }));
  }
  return { items, problems };
}

/** `.mcp.json` is one file for all agents. */
function asItIs({ name, file = "", target, allowed }: McpServerReport): ImportItem {
  const reason = allowed === true ? undefined : `to use it: hermes mcp allow ${name}`;
  const names = { kind: "mcp", agent: "claude-code", file, name } as const;
  return { ...names, standing: "read", reason, details: [target], ofProject: true };
}

interface ToItemOptions extends Pick<FindServersOptions, "mcp" | "env"> {
  /** By name; what is found is added. */
  readonly here: Map<string, Pick<McpServerReport, "target">>;
}

async function toItem(server: WrittenServer, { mcp, env, here }: ToItemOptions): Promise<ImportItem> {
  const { place, name } = server;
  const ofProject = place.project !== undefined;
  const facts = { kind: "mcp", agent: place.agent, file: place.path, name, ofProject } as const;
  const left = (reason: string): ImportItem => ({ ...facts, standing: "left", reason, details: [] });
  const translated = translateServer(server);
  if (!translated.ok) return left(translated.problem);
  const plain = plainName(name);
  for (const becomes of [plain, `${plain}-${place.agent}`]) {
    const { fields, variables, isKeyInUrl } = placeSecrets(becomes, translated.fields, env);
    const entry = { name: becomes, fields, inProject: false };
    // oxlint-disable-next-line no-await-in-loop -- the second name counts where the first is taken
    const report = await previewOf(mcp, entry, variables);
    if (typeof report === "string") return left(report);
    const other = here.get(becomes);
    if (other !== undefined && sameTarget(other.target, report.target))
      return { ...facts, standing: "known", becomes, details: [report.target] };
    if (other !== undefined) continue;
    here.set(becomes, report);
    const names = Object.keys(variables);
    return {
      ...facts,
      standing: "new",
      becomes,
      ...(becomes !== plain && { reason: `${plain} is another server here` }),
      details: [
        report.target,
        ...namesOf("env", fields["env"]),
        ...namesOf("headers", fields["headers"]),
        ...report.reach,
        ...(names.length === 0 ? [] : [`keys, kept in .env: ${names.map((each) => `${each}=…`).join(", ")}`]),
        ...(isKeyInUrl ? ["its address holds what looks like a key, and keeps it"] : []),
        ...(translated.leftOut.length === 0 ? [] : [`left out: ${translated.leftOut.join(", ")}`]),
        ...(report.enabled ? [] : ["switched off there, and stays so"]),
      ],
      taking: { type: "mcp", entry, variables },
    };
  }
  return left(`there are other servers called ${plain} and ${plain}-${place.agent}`);
}

async function previewOf(
  mcp: FindServersOptions["mcp"],
  ...args: Parameters<HomeMcp["preview"]>
): Promise<McpServerReport | string> {
  try {
    return await mcp.preview(...args);
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    return error.message.replace(/^The MCP server ".*?" can't be used: |\.$/g, "");
  }
}

/** A name that an entry can have here. */
function plainName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 48);
}

/** The same but for the names of variables. */
function sameTarget(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\$\{\w+\}/g, "$");
  return plain(one) === plain(other);
}

/** Values that stand in the entry itself; keys stand there by the name of their variable. */
function namesOf(title: string, values: unknown): readonly string[] {
  if (typeof values !== "object" || values === null) return [];
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`);
  return pairs.length === 0 ? [] : [`${title}: ${pairs.join(", ")}`];
}
