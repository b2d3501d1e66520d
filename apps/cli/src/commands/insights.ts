import { exitCodes, type Host } from "../host.ts";
import { insightLines } from "../render/insight-lines.ts";
import { printJson, printLines } from "../render/print.ts";
import { coloured, createStyle } from "../render/style.ts";
import { onlyAscii } from "../render/charts.ts";
import { gatherInsights } from "@hermes/runtime";
import { openStore } from "./sessions/open-store.ts";

export interface InsightsOptions {
  readonly days: number;
  readonly json?: boolean | undefined;
}

const dayMs = 86_400_000;

/** `hermes insights`: what the last days were spent on. */
export async function insights({ days, json }: InsightsOptions, host: Host): Promise<number> {
  await using store = await openStore(host);
  const state = await store.existing();
  const found = state && gatherInsights(state, { from: Date.now() - days * dayMs });
  if (json) printJson(host, found ?? { sessions: 0 });
  else if (found === undefined || (found.sessions === 0 && found.calls === 0))
    host.stdout.write(`Nothing was said in the last ${days} days. Start with: hermes\n`);
  else {
    const style = createStyle(coloured(host.stdout));
    const columns = host.stdout.columns ?? 80;
    printLines(host, [
      style.bold(days === 1 ? "The last day" : `The last ${days} days`),
      ...insightLines(found, { columns, style, ascii: onlyAscii(host.env) }),
    ]);
  }
  return exitCodes.ok;
}
