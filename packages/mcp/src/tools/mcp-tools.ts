import { HermesError, parseBySchema, toolError } from "@hermes/registry";
import type { KeptAnswer, Tool, ToolContext, ToolFinding } from "@hermes/registry";
import type { McpAsks, McpCallOptions, McpCatalogue, McpServer, McpToolFacts } from "../client/mcp-server.ts";
import { definitionHash } from "./definition-change.ts";
import type { ToolNames } from "./tool-names.ts";
import { resultValue } from "./tool-result.ts";
import type { ResultOptions } from "./tool-result.ts";
import { utilityTools } from "./utility-tools.ts";
import type { UtilityTool } from "./utility-tools.ts";

/** What a person has agreed to about one tool. */
export type ToolConsent =
  | {
      /** What longer answers are bound to: another entry is another text. */
      readonly entry: string;
      /** How its definition differs from the one that was agreed to. Undefined: it does not. */
      readonly changed?: string | undefined;
    }
  /** The server may not be used. */
  | { readonly refused: string };

export interface McpToolsOptions extends ResultOptions {
  readonly names: ToolNames;
  /** Asked anew with each call. Absent: nothing but the guard decides, and answers are bound to the definition. */
  readonly consent?: ((tool: McpToolFacts | undefined) => ToolConsent) | undefined;
  /** Who answers what the server asks back while it serves the call. */
  readonly asks?: ((context: ToolContext) => McpAsks) | undefined;
}

/** A tool of a server, as it can be offered to a model. */
export interface McpTool {
  /** For the model. */
  readonly name: string;
  /** As the server calls it; undefined: it is one of ours that reads resources and prompts of the server. */
  readonly facts: McpToolFacts | undefined;
  readonly tool: Tool;
}

/** The toolset of a server. */
export function toolsetOf(server: string): string {
  return `mcp-${server}`;
}

/** What a server offers, less what its entry leaves out, as tools. */
export function mcpTools(
  server: McpServer,
  catalogue: McpCatalogue,
  options: McpToolsOptions,
): readonly McpTool[] {
  const { name: of } = server.entry;
  const own = utilityTools(server, catalogue);
  const theirs = catalogue.tools.filter(({ name }) => isIncluded(name, server.entry.tools));
  const names = options.names.of(of, [
    ...own.map(({ name }) => ({ name, own: true })),
    ...theirs.map(({ name }) => ({ name })),
  ]);
  return [...own, ...theirs].flatMap((each, index): readonly McpTool[] => {
    const name = names[index];
    if (name === undefined) return [];
    return "run" in each
      ? [{ name, facts: undefined, tool: utilityTool(name, each, server, options) }]
      : [{ name, facts: each, tool: serverTool(name, each, server, options) }];
  });
}

/** An empty list of what is included includes nothing. */
export function isIncluded(name: string, { include, exclude }: McpServer["entry"]["tools"]): boolean {
  return (
    (include === undefined || include.includes(name)) && (include !== undefined || !exclude.includes(name))
  );
}

function serverTool(name: string, facts: McpToolFacts, server: McpServer, options: McpToolsOptions): Tool {
  const { entry } = server;
  const { inputSchema, hints } = facts;
  return {
    ...common(name, server, options, { called: facts.name, facts }),
    description: describe(entry.name, facts),
    ...(entry.parallel || hints.readOnly ? { concurrency: "parallel" } : {}),
    parameters: () => inputSchema,
    parse: (args) => parseBySchema(args, inputSchema),
    async execute(args, context) {
      const known = server.known?.tools.some((tool) => tool.name === facts.name) ?? true;
      if (!known)
        return toolError(`The MCP server "${entry.name}" does not offer "${facts.name}" any more.`, {
          hint: "tool_search finds what it offers now.",
        });
      return await answered(async () => {
        const asked = callOptions(context, options);
        // `parse` gives a record.
        const result = await server.callTool(facts.name, args as Record<string, unknown>, asked);
        return await resultValue(result, options);
      });
    },
  };
}

function utilityTool(name: string, own: UtilityTool, server: McpServer, options: McpToolsOptions): Tool {
  return {
    ...common(name, server, options, { called: own.name, facts: undefined }),
    description: own.description,
    rare: true,
    concurrency: "parallel",
    parameters: () => own.parameters,
    parse: (args) => parseBySchema(args, own.parameters),
    execute: async (args, context) =>
      // As above.
      await answered(
        async () =>
          await own.run(args as Record<string, unknown>, {
            ...callOptions(context, options),
            save: options.save,
            seesImages: options.seesImages,
          }),
      ),
  };
}

type Common = Omit<Tool, "description" | "parameters" | "parse" | "execute">;

function common(
  name: string,
  server: McpServer,
  { consent }: McpToolsOptions,
  { called, facts }: { readonly called: string; readonly facts: McpToolFacts | undefined },
): Common {
  const { name: of } = server.entry;
  const onlyReads = facts?.hints.readOnly ?? true;
  const consentNow = (): ToolConsent => consent?.(facts) ?? { entry: of };
  return {
    ...{ name, toolset: toolsetOf(of), emoji: "🔌", requiresEnv: [], readOnly: false },
    provenance: { source: "mcp", name: of },
    ...{ maxResultChars: undefined, available: undefined, describe: undefined, cleanup: undefined },
    actions: [{ name: "mcp.call", summary: "call a tool of an MCP server" }],
    describeCall(args) {
      const json = JSON.stringify(args) ?? "";
      const now = consentNow();
      return {
        action: { name: "mcp.call", summary: "call a tool of an MCP server" },
        argument: {
          kind: "text",
          text: `${of}/${called} ${json}`,
          shown: json,
          ...("entry" in now ? { kept: keptAnswer({ of, called, facts, onlyReads }, now) } : {}),
        },
      };
    },
    findings: async () => findingsOf({ of, called, facts, onlyReads }, consentNow()),
    detail: (args) => textOf(args),
  };
}

interface Called {
  readonly of: string;
  readonly called: string;
  readonly facts: McpToolFacts | undefined;
  readonly onlyReads: boolean;
}

/** One yes is enough for all that only reads; what was changed since is agreed to by itself. */
function keptAnswer(
  { of, called, facts, onlyReads }: Called,
  { entry, changed }: Extract<ToolConsent, { entry: string }>,
): KeptAnswer {
  if (onlyReads && changed === undefined)
    return { rule: `mcp.call(${of}/*), where it only reads`, of: JSON.stringify([entry, of]) };
  const definition = facts === undefined ? called : definitionHash(facts);
  return { rule: `mcp.call(${of}/${called} *)`, of: JSON.stringify([entry, of, called, definition]) };
}

function findingsOf({ of, called, onlyReads }: Called, consent: ToolConsent): readonly ToolFinding[] {
  if ("refused" in consent) return [{ id: "mcp.not-allowed", severity: "refuse", reason: consent.refused }];
  if (consent.changed !== undefined)
    return [
      {
        id: "mcp.changed",
        severity: "ask",
        reason: `The MCP server "${of}" describes "${called}" differently since it was agreed to:\n${consent.changed}\n`,
      },
    ];
  const reason = onlyReads
    ? `The MCP server "${of}" says that "${called}" only reads; nobody has checked that.`
    : `Nothing is known of what "${called}" of the MCP server "${of}" does.`;
  return [{ id: "tool.needs-approval", severity: "ask", reason }];
}

const longestDescription = 4_000;

/** The server's words, as such. */
function describe(server: string, { title, description }: McpToolFacts): string {
  const words = [title, description].filter((text) => text !== undefined && text !== "").join(": ");
  const told = words === "" ? "It says nothing about it." : words.slice(0, longestDescription);
  return `Tool of the MCP server "${server}", which describes it so: ${told}`;
}

function callOptions(context: ToolContext, { asks }: McpToolsOptions): McpCallOptions {
  const { signal, progress } = context;
  return {
    signal,
    asks: asks?.(context),
    progress:
      progress &&
      (({ progress: done, total, message }) => {
        const share = total === undefined || total <= 0 ? `${done}` : `${done}/${total}`;
        progress({ text: message === undefined ? share : `${message} (${share})` });
      }),
  };
}

/** What went wrong as it may is data, with what to do next. */
async function answered(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    return toolError(error.message, { hint: error.hint });
  }
}

const longestDetail = 80;

function textOf(args: unknown): string | undefined {
  const text = JSON.stringify(args);
  if (text === undefined || text === "{}") return undefined;
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 1)}…` : text;
}
