import type { McpToolReport } from "@hermes/runtime";
import { nearest } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { readAll } from "../../prompt/read-all.ts";
import { printJson } from "../../render/print.ts";
import { connect } from "./connect.ts";
import type { McpDesk } from "./mcp-desk.ts";
import { printResult, wireResult } from "./result.ts";

export interface CallFlags {
  /** Folder for images and other files. */
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

export interface CallServerToolOptions extends CallFlags {
  readonly server: string;
  /** As the server calls it, or as the model knows it. */
  readonly tool: string;
  /** A JSON object; `-` means standard input. */
  readonly text: string;
}

/** `hermes mcp call`: the person's own call, which no guard is asked about. Fails when the tool does. */
export async function callServerTool(
  { server, tool, text, out = ".", json }: CallServerToolOptions,
  { host, withMcp }: McpDesk,
): Promise<number> {
  const args = parseArguments(text === "-" ? await readAll(host.stdin()) : text);
  return await withMcp(async (context) => {
    const { mcp, signal } = context;
    await connect(server, context);
    const found = findTool(await mcp.tools(server, { signal }), { server, tool });
    checkRequired(found, args);
    const progress = (said: string): void => context.waitFor(said === "" ? tool : said);
    const result = await mcp.call(server, found.tool, args, { signal, progress });
    context.arrived();
    if (json) printJson(host, wireResult(result));
    else await printResult(result, { host, folder: out, name: `${server}-${found.tool}` });
    return result.isError ? exitCodes.failed : exitCodes.ok;
  });
}

function parseArguments(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === "" ? "{}" : text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The arguments are not JSON: ${reason}. Give an object such as '{"path":"README.md"}'.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageError(`The arguments are no object. Give one such as '{"path":"README.md"}'.`);
  return { ...value };
}

function findTool(
  tools: readonly McpToolReport[],
  { server, tool }: Pick<CallServerToolOptions, "server" | "tool">,
): McpToolReport {
  const found = tools.find((each) => each.tool === tool) ?? tools.find(({ name }) => name === tool);
  if (found !== undefined) return found;
  const near = nearest(
    tool,
    tools.map((each) => each.tool),
  );
  const advice = near === undefined ? `See hermes mcp tools ${server}.` : `Did you mean ${near}?`;
  throw usageError(`${server} has no tool "${tool}". ${advice}`);
}

/** All else is for the server to judge: its schemas are its own. */
function checkRequired({ tool, inputSchema }: McpToolReport, args: Readonly<Record<string, unknown>>): void {
  const required =
    "required" in inputSchema && Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const missing = required.filter((name) => typeof name === "string" && !Object.hasOwn(args, name));
  if (missing.length > 0) throw usageError(`${tool} also needs: ${missing.join(", ")}.`);
}
