import type { ToolCallPart, ToolDefinition } from "@hermes/models";
import { defineTool, invalidArguments, sourceOfDescriptions, untrustedSources } from "@hermes/registry";
import type { Provenance, Tool, WaitingTool } from "@hermes/registry";
import { parseArgumentsText } from "@hermes/registry/arguments";
import * as z from "zod";
import type { LiveTools } from "./live-tools.ts";
import { searchTools } from "./search-tools.ts";

export const toolSearchName = "tool_search";
export const toolCallName = "tool_call";

/** Tools that a search describes in full; more are told by name. */
const mostDescribed = 5;
/** Characters of definitions in one answer: it must not be cut. The first is always whole. */
const mostDescribedChars = 12_000;
const mostNamed = 20;
/** Of a kind with more tools than these their number is told, and not their names. */
const mostOfKind = 5;
/** Characters that every request has about what waits: tools by name, else by number. */
const mostKindChars = 400;

/** What a call of `tool_call` means, or why it means nothing. */
export type UnwrappedCall =
  | { readonly ok: true; readonly call: ToolCallPart }
  | { readonly ok: false; readonly error: string };

/** The tools of a session that no request describes: they are found by `tool_search`, and called by `tool_call`. */
export class WaitingTools {
  readonly search: Tool;
  /** Never executed: what it stands for runs in its place. */
  readonly #call: Tool;
  readonly #fixed: readonly WaitingTool[];
  readonly #live: LiveTools | undefined;
  /** Names of the tools that every request describes. */
  readonly #described: ReadonlySet<string>;

  /** @param live Those that come and go. What is among them is taken from there alone. */
  constructor(
    tools: readonly WaitingTool[],
    {
      live,
      described = [],
    }: { readonly live?: LiveTools | undefined; readonly described?: readonly string[] } = {},
  ) {
    const ofLive = new Set(live?.names());
    this.#live = live;
    this.#described = new Set(described);
    this.#fixed = tools.filter(
      ({ name }) => name !== toolSearchName && name !== toolCallName && !ofLive.has(name),
    );
    this.search = defineTool({
      name: toolSearchName,
      toolset: "tools",
      description: `Finds further tools, and how to call them: ${this.#kinds()}. Search before you say that you lack a tool.`,
      emoji: "🔎",
      readOnly: true,
      input: z.object({ query: z.string().describe("What it should do, or its name.") }),
      execute: ({ query }) => this.find(query).answer,
      detail: ({ query }) => query,
    });
    this.#call = defineTool({
      name: toolCallName,
      toolset: "tools",
      description: `Calls a tool that ${toolSearchName} has shown.`,
      input: z.object({
        name: z.string().min(1),
        arguments: z.looseObject({}).optional().describe("As the tool's parameters say."),
      }),
      execute: () => undefined,
    });
  }

  /** Whether they come and go. */
  get isLive(): boolean {
    return this.#live !== undefined;
  }

  /** Of those that can be found now. */
  get names(): readonly string[] {
    return this.#tools.map(({ name }) => name);
  }

  /** Of those that can be called: the same, and what was once there. */
  get callable(): readonly string[] {
    const live = this.#live?.names() ?? [];
    return live.length === 0 ? this.names : [...new Set([...this.names, ...live])];
  }

  get #tools(): readonly WaitingTool[] {
    if (this.#live === undefined) return this.#fixed;
    return [...this.#fixed, ...this.#live.tools().filter(({ name }) => !this.#described.has(name))];
  }

  /** What stands for them in every request. */
  get definitions(): readonly ToolDefinition[] {
    return [this.search, this.#call].map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters(),
    }));
  }

  /** The call that a call of `tool_call` stands for. */
  unwrap(call: ToolCallPart): UnwrappedCall {
    if (call.name !== toolCallName) return { ok: true, call };
    const written = parseArgumentsText(call.arguments);
    if (!written.ok) return { ok: false, error: malformedArguments(toolCallName, written.problem) };
    const parsed = this.#call.parse(written.value);
    if (!parsed.ok) return { ok: false, error: invalidArguments(toolCallName, parsed.problems) };
    // What `parse` gives is what the schema puts out.
    const { name, arguments: args = {} } = parsed.value as { name: string; arguments?: object };
    return this.unwrap({ ...call, name, arguments: JSON.stringify(args) });
  }

  /** What the model is told about a query, and who wrote what it reads. */
  find(query: string): { readonly answer: object; readonly provenance: readonly Provenance[] } {
    const tools = this.#tools;
    const exact = tools.filter(({ name }) => name === query.trim());
    const found = [...new Set([...exact, ...searchTools(tools, query)])];
    const all = found.length === 0 ? tools : found;
    const full = found.slice(0, describedOf(found));
    const named = all.slice(full.length, full.length + mostNamed);
    const left = all.length - full.length - named.length;
    const more = [
      ...named.map(({ name, description }) => `${name}: ${firstLine(description)}`),
      ...(left > 0 ? [`${left} more`] : []),
    ];
    return {
      answer: {
        tools: full.map(({ name, description, parameters }) => ({ name, description, parameters })),
        ...(more.length === 0 ? {} : { more }),
        next:
          found.length === 0
            ? "No tool matches these words. Search with other words, or by a name."
            : `Call one with ${toolCallName}: its name, and its arguments as an object.`,
      },
      provenance: untrustedSources(...[...full, ...named].map(sourceOfDefinition)),
    };
  }

  /** One line that stays the same as long as the same tools wait, and short however many there are. */
  #kinds(): string {
    const toolsets = [...new Set(this.#fixed.map(({ toolset }) => toolset))];
    const ofLive = (this.#live?.about ?? []).map((about) => ({ counted: about, named: about }));
    const fixed = toolsets.map((toolset) => {
      const tools = this.#fixed.filter((tool) => tool.toolset === toolset);
      // Names that a server gives are read where its descriptions are.
      const isTold = tools.every((tool) => sourceOfDefinition(tool).length === 0);
      const names = tools.map(({ name }) => name).join(", ");
      const counted = `${toolset} (${tools.length})`;
      return { counted, named: isTold && tools.length <= mostOfKind ? names : counted };
    });
    const kinds = [...fixed, ...ofLive];
    const named = kinds.map((kind) => kind.named).join(", ");
    if (named.length <= mostKindChars) return named;
    const told: string[] = [];
    let charsLeft = mostKindChars;
    for (const { counted } of kinds) {
      charsLeft -= counted.length;
      if (charsLeft < 0) break;
      told.push(counted);
    }
    const left = kinds.length - told.length;
    return [...told, ...(left > 0 ? [`${left} more kinds`] : [])].join(", ");
  }
}

/** A server writes the descriptions of its tools itself. */
export function sourceOfDefinition({ provenance }: Pick<Tool, "provenance">): readonly Provenance[] {
  return typeof provenance === "object" && provenance.source === "mcp"
    ? [sourceOfDescriptions(provenance)]
    : [];
}

/** The answer to a call whose arguments can't be read. */
export function malformedArguments(name: string, problem: string): string {
  return `The arguments of ${name} are not valid JSON, so it did not run: ${problem}. Send the call again with one complete JSON object.`;
}

function describedOf(found: readonly WaitingTool[]): number {
  let chars = 0;
  for (const [index, tool] of found.slice(0, mostDescribed).entries()) {
    chars += JSON.stringify(tool).length;
    if (index > 0 && chars > mostDescribedChars) return index;
  }
  return Math.min(found.length, mostDescribed);
}

function firstLine(description: string): string {
  const line = description.trim().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
