import type { Host } from "../../host.ts";
import { printLines } from "../../render/print.ts";
import { importLines } from "./import-lines.ts";
import { countsOf } from "./find-imports.ts";
import type { FoundImports } from "./import-item.ts";
import { takeImports, type ImportResult } from "./take-imports.ts";

/** Shows what was found, and takes over what the person says yes to. Nothing is written before, and nothing of other agents is. */
export async function offerImports(
  found: FoundImports,
  host: Host,
  { yes }: { readonly yes?: boolean | undefined } = {},
): Promise<readonly ImportResult[]> {
  printLines(host, importLines(found, { columns: host.stdout.columns, home: host.env["HOME"] }));
  const results = await takeImports(found, host, { yes });
  printLines(host, [sumOf(results)]);
  return results;
}

function sumOf(results: readonly ImportResult[]): string {
  const taken = results.filter(({ result }) => result === "taken").map(({ item }) => item);
  return taken.length === 0 ? "Nothing was taken over." : `Taken over: ${countsOf(taken)}.`;
}
