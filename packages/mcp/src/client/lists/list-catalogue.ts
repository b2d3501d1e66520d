import { HermesError } from "@hermes/registry";
import type { McpCatalogue, McpPromptFacts, McpResourceFacts, McpToolFacts } from "../mcp-server.ts";
import { harmlessText } from "../texts/harmless-text.ts";
import { headerParameterProblem } from "./header-parameters.ts";
import { readPromptFacts, readResourceFacts, readTemplateFacts } from "./read-resource-facts.ts";
import { readTool } from "./read-tool.ts";
import { walkPages } from "./walk-pages.ts";

const maxTools = 1_000;
const maxOthers = 5_000;
const maxInstructionsChars = 20_000;

/** What a list is fetched from. */
export interface ListSource {
  /** @throws {HermesError} `MCP_REFUSED` and `MCP_BAD_ANSWER` where the server is to blame. */
  request(method: ListMethod, params: { readonly cursor?: string }): Promise<unknown>;
  /** Whether arguments may have to be sent as headers. */
  readonly headers: boolean;
  readonly has: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean };
  readonly instructions: string | undefined;
}

export type ListMethod = "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

export interface ListedCatalogue {
  readonly catalogue: McpCatalogue;
  /** How long the server says that it stays as it is, in milliseconds. Undefined: it does not say. */
  readonly ttlMs: number | undefined;
}

/**
 * Lists everything that a server offers. What can't be used is left out and named.
 *
 * @throws what `request` throws for tools; of the other lists one that fails is left out.
 */
export async function listCatalogue(source: ListSource, listedAt: number): Promise<ListedCatalogue> {
  const { has } = source;
  const [tools, resources, templates, prompts] = await Promise.all([
    has.tools
      ? readList(source, "tools/list", "tools", maxTools, (raw) => checkHeaders(readTool(raw), source))
      : empty,
    has.resources
      ? optional(readList(source, "resources/list", "resources", maxOthers, readResourceFacts))
      : empty,
    has.resources
      ? optional(
          readList(source, "resources/templates/list", "resourceTemplates", maxOthers, readTemplateFacts),
          // Most servers with resources know no templates, and some say so as an error.
          "silently",
        )
      : empty,
    has.prompts ? optional(readList(source, "prompts/list", "prompts", maxOthers, readPromptFacts)) : empty,
  ] as const);
  const lists = [tools, resources, templates, prompts];
  const twice = tools.items.filter((tool, index) => tool.name === tools.items[index - 1]?.name);
  const ttls = lists.map((list) => list.ttlMs).filter((ttl) => ttl !== undefined);
  const { instructions } = source;
  return {
    ttlMs: ttls.length === 0 ? undefined : Math.min(...ttls),
    catalogue: {
      tools: tools.items.filter((tool) => !twice.includes(tool)),
      resources: resources.items,
      templates: templates.items,
      prompts: prompts.items,
      instructions: instructions === undefined ? undefined : harmlessText(instructions, maxInstructionsChars),
      has: { resources: has.resources, prompts: has.prompts },
      leftOut: [
        ...lists.flatMap((list) => list.leftOut),
        ...twice.map((tool) => `The tool "${tool.name}": there is another one of this name.`),
      ].slice(0, 100),
      listedAt,
    },
  };
}

function checkHeaders(tool: McpToolFacts | string, source: ListSource): McpToolFacts | string {
  if (typeof tool === "string" || !source.headers) return tool;
  const problem = headerParameterProblem(tool.inputSchema);
  return problem === undefined ? tool : `The tool "${tool.name}": ${problem}.`;
}

interface ReadList<Item> {
  readonly items: readonly Item[];
  readonly leftOut: readonly string[];
  readonly ttlMs?: number | undefined;
}

const empty: Promise<ReadList<never>> = Promise.resolve({ items: [], leftOut: [] });

async function readList<Item extends McpToolFacts | McpResourceFacts | McpPromptFacts>(
  source: ListSource,
  method: ListMethod,
  key: string,
  maxItems: number,
  read: (raw: unknown) => Item | string,
): Promise<ReadList<Item>> {
  const pages = await walkPages(key, maxItems, (cursor) =>
    source.request(method, cursor === undefined ? {} : { cursor }),
  );
  const all = pages.items.map(read);
  const items = all.filter((item) => typeof item !== "string");
  const nameOf = (item: Item): string => ("uri" in item ? item.uri : item.name);
  items.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  const leftOut = all.filter((item) => typeof item === "string");
  return {
    items,
    leftOut: pages.leftOut === undefined ? leftOut : [...leftOut, pages.leftOut],
    ttlMs: pages.ttlMs,
  };
}

const serverErrors = new Set(["MCP_REFUSED", "MCP_BAD_ANSWER"]);

/** A list that is not needed for tools to work: an error of the server costs no more than that list. */
async function optional<Item>(list: Promise<ReadList<Item>>, how?: "silently"): Promise<ReadList<Item>> {
  try {
    return await list;
  } catch (error) {
    if (!HermesError.is(error) || !serverErrors.has(error.code)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return {
      items: [],
      leftOut: how === "silently" ? [] : [`A list that failed: ${harmlessText(why, 300)}`],
    };
  }
}
