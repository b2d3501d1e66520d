import type { McpCatalogue, McpServer } from "@hermes/mcp";
import { toFailure } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { counted } from "../../render/count-of.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import { connect, type Connected } from "./connect.ts";
import type { McpDesk } from "./mcp-desk.ts";

export interface TestFlags {
  readonly json?: boolean | undefined;
}

/** `hermes mcp test`: connects, and says what came of it, also what the server wrote on stderr. Fails when it can't be used. */
export async function testServer(
  name: string,
  { json }: TestFlags,
  { host, withMcp }: McpDesk,
): Promise<number> {
  return await withMcp(async (context) => {
    const server = await context.mcp.server(name);
    try {
      const connected = await connect(name, context);
      if (json) printJson(host, { ok: true, ...factsOf(connected), stderr: server.stderr() });
      else printLines(host, [...trialLines(connected, host), ...stderrLines(server)]);
      return exitCodes.ok;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!json) {
        printLines({ ...host, stdout: host.stderr }, stderrLines(server));
        throw error;
      }
      printJson(host, { ok: false, ...toFailure(error), stderr: server.stderr() });
      return exitCodes.failed;
    }
  });
}

/** What a server turned out to be, as lines. */
export function trialLines(
  { server: { entry, status }, catalogue, tookMs }: Connected,
  { stdout: { columns } }: Pick<Host, "stdout">,
): readonly string[] {
  const who = [status.serverName, status.serverVersion].filter(Boolean).join(" ");
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["server", who === "" ? "(has no name)" : who],
    ["protocol", status.protocol ?? "unknown"],
    ["tools", namesOf(catalogue.tools)],
    ["resources", namesOf([...catalogue.resources, ...catalogue.templates])],
    ["prompts", namesOf(catalogue.prompts)],
    ...catalogue.leftOut.map((text) => ["left out", text] as const),
  ];
  return [
    `${entry.name} works: it answered after ${formatDuration(tookMs)}.`,
    ...rows.flatMap(([name, value]) => {
      const [first = "", ...rest] = paragraph(oneLine(value), { columns, indent: 12 });
      return [`  ${name.padEnd(9)} ${first.trimStart()}`, ...rest];
    }),
  ];
}

function namesOf(things: readonly { readonly name: string }[]): string {
  return things.length === 0 ? "none" : `${things.length}: ${things.map(({ name }) => name).join(", ")}`;
}

/** What its process wrote for people, under a heading. */
export function stderrLines(server: Pick<McpServer, "stderr">): readonly string[] {
  const lines = server.stderr();
  if (lines.length === 0) return [];
  return [
    `It wrote on stderr (${counted(lines.length, "line")}):`,
    ...lines.map((line) => `  ${oneLine(line)}`),
  ];
}

function factsOf({ server: { status }, catalogue, tookMs }: Connected): Record<string, unknown> {
  const { serverName, serverVersion, protocol } = status;
  const names = (
    things: McpCatalogue[keyof Pick<McpCatalogue, "tools" | "prompts" | "resources" | "templates">],
  ) => things.map(({ name }) => name);
  return {
    ...{ server: serverName, version: serverVersion, protocol, tookMs: Math.round(tookMs) },
    tools: names(catalogue.tools),
    resources: names(catalogue.resources),
    templates: names(catalogue.templates),
    prompts: names(catalogue.prompts),
    leftOut: catalogue.leftOut,
  };
}
