import { HermesError } from "@hermes/registry/errors";
import { exitCodes, type Host } from "../../host.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import type { AgentName } from "./agent-places.ts";
import { findImports } from "./find-imports.ts";
import { importLines } from "./import-lines.ts";
import { newItems, type FoundImports, type ImportItem, type ImportKind } from "./import-item.ts";
import { offerImports } from "./offer-imports.ts";
import { takeImports, type ImportResult } from "./take-imports.ts";

export interface ImportFlags {
  readonly only?: readonly ImportKind[] | undefined;
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes import`. @returns 1 when something that is new could not be taken. */
export async function importAgents(
  agent: AgentName | undefined,
  { only, dryRun = false, yes, json = false }: ImportFlags,
  host: Host,
): Promise<number> {
  const found = await findImports(host, { agent, kinds: only });
  const isOver = dryRun || newItems(found).length === 0;
  const isAsked = yes === true || host.stdinIsTerminal;
  if (isOver || !isAsked) {
    if (json) printJson(host, jsonOf(found, []));
    else printLines(host, foundLines(found, host));
    if (!isOver) throw nobodyToAsk();
    return exitCodes.ok;
  }
  if (json && yes !== true)
    for (const line of importLines(found, { columns: host.stderr.columns, home: host.env["HOME"] }))
      printRemark(host, line);
  const results = json
    ? await takeImports(found, host, { yes, quiet: true })
    : await offerImports(found, host, { yes });
  if (json) printJson(host, jsonOf(found, results));
  return results.some(({ result }) => result === "refused") ? exitCodes.failed : exitCodes.ok;
}

function foundLines(found: FoundImports, { stdout, env }: Host): readonly string[] {
  const lines = importLines(found, { columns: stdout.columns, home: env["HOME"] });
  if (newItems(found).length > 0) return lines;
  const nothing = "Nothing new of Claude Code, Codex or Cursor is here.";
  return lines.length === 0 ? [nothing] : [...lines, "", nothing];
}

function nobodyToAsk(): HermesError {
  return new HermesError("This needs a yes, and nobody is at the terminal.", {
    code: "CLI_NOT_CONFIRMED",
    hint: "Nothing was changed. To take over what is yours and passes the scan, add --yes.",
  });
}

/** Without what is taken: that holds keys. */
function jsonOf(found: FoundImports, results: readonly ImportResult[]): object {
  const facts = ({ taking: _taking, ...item }: ImportItem): object => {
    const result = results.find((each) => each.item.file === item.file && each.item.name === item.name);
    return { ...item, ...(result && { result: result.result, reason: result.reason ?? item.reason }) };
  };
  return { items: found.items.map(facts), problems: found.problems };
}
