import type { McpToolFacts } from "@hermes/mcp";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printLines } from "../../render/print.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { connect } from "./connect.ts";
import type { McpDesk } from "./mcp-desk.ts";

/** A tool as the server describes it, and as the model knows it. The form is fixed: programs read it. */
interface ListedTool extends Omit<McpToolFacts, "hints"> {
  /** What the server claims about it, where it says nothing what MCP takes for granted. */
  readonly annotations: Readonly<Record<`${keyof McpToolFacts["hints"]}Hint`, boolean>>;
  /** `mcp_<server>_<tool>`. */
  readonly modelName: string | undefined;
  /** Why the model does not get it. */
  readonly hidden?: string | undefined;
  /** What the scanner says against its description. */
  readonly findings: readonly string[];
}

/** `hermes mcp tools`: every tool of a server, in its own words. */
export async function listServerTools(
  name: string,
  { json }: { readonly json?: boolean | undefined },
  { host, withMcp }: McpDesk,
): Promise<number> {
  return await withMcp(async (context) => {
    const { catalogue } = await connect(name, context);
    const known = await context.mcp.tools(name, context);
    const tools = catalogue.tools.map(({ hints, ...tool }): ListedTool => {
      const report = known.find((each) => each.tool === tool.name);
      const annotations = {
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      };
      return {
        ...tool,
        annotations,
        modelName: report?.name,
        hidden: report?.hidden,
        findings: report?.findings ?? [],
      };
    });
    if (json) printJson(host, tools);
    else if (tools.length === 0) printLines(host, [`${name} has no tools.`]);
    else
      printLines(
        host,
        tools.flatMap((tool) => linesOf(tool, host.stdout.columns)),
      );
    return exitCodes.ok;
  });
}

function linesOf(
  { name, description, inputSchema, hidden, findings }: ListedTool,
  columns: number | undefined,
): readonly string[] {
  const text = cleanText(description).trim();
  return [
    `${oneLine(name)}${argumentsOf(inputSchema)}${hidden === undefined ? "" : ` (not for the model: ${oneLine(hidden)})`}`,
    ...findings.map((finding) => `    Beware: ${oneLine(finding)}`),
    ...(text === "" ? [] : text.split("\n").flatMap((line) => paragraph(line, { columns, indent: 4 }))),
  ];
}

/** `(path, [limit])`. */
function argumentsOf(schema: object): string {
  const properties = "properties" in schema ? schema.properties : undefined;
  const required = "required" in schema && Array.isArray(schema.required) ? schema.required : [];
  const names = Object.keys(typeof properties === "object" && properties !== null ? properties : {});
  return `(${names.map((name) => oneLine(required.includes(name) ? name : `[${name}]`)).join(", ")})`;
}
