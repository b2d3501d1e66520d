import type { McpEntryText, McpServerReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { connect } from "./connect.ts";
import { entryFields, type AddressFields, type CommandFields, type EntryFlags } from "./entry-fields.ts";
import type { McpContext, McpDesk } from "./mcp-desk.ts";
import { placeValues, type PlacedValues } from "./secret-values.ts";
import { stderrLines, trialLines } from "./test.ts";

export interface AddFlags extends EntryFlags {
  readonly project?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** False: `--no-test`. */
  readonly test?: boolean | undefined;
}

/** `hermes mcp add`. Nothing is written before the person has seen what the server may reach. */
export async function addServer(
  name: string,
  target: readonly string[],
  flags: AddFlags,
  desk: McpDesk,
): Promise<number> {
  const given = entryFields(target, flags, desk.host);
  const isKept = await desk.withMcp(async (context) => await keep(name, given, { flags, desk, context }));
  if (isKept !== exitCodes.ok || flags.test === false) return isKept;
  // The entry is read as every start reads it.
  return await desk.withMcp(async (context) => await tryServer(name, desk, context));
}

interface AddWork {
  readonly flags: AddFlags;
  readonly desk: McpDesk;
  readonly context: McpContext;
}

async function keep(
  name: string,
  given: CommandFields | AddressFields,
  { flags, desk, context }: AddWork,
): Promise<number> {
  const { mcp } = context;
  const { host } = desk;
  const questions = flags.yes ? undefined : context.questions;
  const all = given.type === "command" ? given.env : given.headers;
  const { values, variables } = await placeValues(all, { server: name, desk, questions, context });
  const entry = { name, fields: fieldsOf(given, values), inProject: flags.project ?? false };
  const report = await mcp.preview(entry, variables);
  const before = (await mcp.list()).find((each) => each.name === name);
  const isSure = await desk.confirm({
    intro: planLines(report, before),
    question: before === undefined ? `Add ${name}?` : `Replace ${name}?`,
    yes: flags.yes,
  });
  if (!isSure) {
    host.stdout.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  const path = await mcp.keep(entry, variables);
  await mcp.allow(name, true);
  printLines(host, keptLines(name, path, variables));
  return exitCodes.ok;
}

/** What an entry does, for a person who decides about it. */
export function planLines(
  { name, target, reach }: McpServerReport,
  before: McpServerReport | undefined,
): readonly string[] {
  return [
    oneLine(`${name}: ${target}`),
    ...reach.map((each) => `  ${oneLine(each)}`),
    ...(before === undefined ? [] : [oneLine(`It takes the place of: ${before.target}`)]),
  ];
}

function fieldsOf(
  given: CommandFields | AddressFields,
  values: PlacedValues["values"],
): McpEntryText["fields"] {
  const some = Object.keys(values).length > 0;
  if (given.type === "command") {
    const { command, args, profile } = given;
    return { command, args, ...(some && { env: values }), ...(profile !== undefined && { profile }) };
  }
  const { url, transport, oauth } = given;
  return {
    url,
    ...(transport === "sse" && { transport }),
    ...(some && { headers: values }),
    ...(oauth && { auth: "oauth" }),
  };
}

function keptLines(name: string, path: string, variables: PlacedValues["variables"]): readonly string[] {
  const names = Object.keys(variables);
  return [`Added ${name} to ${path}.`, ...(names.length === 0 ? [] : [`Kept in .env: ${names.join(", ")}.`])];
}

async function tryServer(name: string, { host }: McpDesk, context: McpContext): Promise<number> {
  const { mcp } = context;
  const server = await mcp.server(name);
  try {
    printLines(host, trialLines(await connect(name, context), host));
    return exitCodes.ok;
  } catch (error) {
    if (!context.signal.aborted && server.status.state === "needs-login") {
      printLines(host, [`It wants a login: hermes mcp login ${name}`]);
      return exitCodes.ok;
    }
    for (const line of stderrLines(server)) printRemark(host, line);
    printRemark(
      host,
      `${name} stays as it was added. Try again: hermes mcp test ${name}. Or: hermes mcp remove ${name}`,
    );
    throw error;
  }
}
