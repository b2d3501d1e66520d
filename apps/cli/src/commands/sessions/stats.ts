import type { Stats } from "@hermes/state";
import { exitCodes, type Host } from "../../host.ts";
import { amount, bytes } from "../../render/amount.ts";
import { barChart, onlyAscii } from "../../render/charts.ts";
import { insightLines } from "../../render/insight-lines.ts";
import { localDay } from "../../render/local-time.ts";
import { printJson, printLines } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import { gatherInsights } from "@hermes/runtime";
import { openStore } from "./open-store.ts";

/** `hermes sessions stats`: how much is kept, and what it was used for since the beginning. */
export async function showStats(
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.existing();
  if (state === undefined) {
    if (json) printJson(host, { sessions: 0, messages: 0 });
    else host.stdout.write("No conversations yet. Start one with: hermes\n");
    return exitCodes.ok;
  }
  const stats = state.stats();
  const insights = gatherInsights(state, {});
  if (json) {
    printJson(host, { path: state.path, ...stats, usage: insights });
    return exitCodes.ok;
  }
  const style = createStyle(coloured(host.stdout));
  const columns = host.stdout.columns ?? 80;
  const options = { columns, style, ascii: onlyAscii(host.env) };
  const kept = stats.platforms.map(({ platform, sessions }) => ({
    label: platform,
    value: sessions,
    text: amount(sessions),
  }));
  printLines(host, [
    ...wrap(state.path, { columns }),
    ...wrap(factsOf(stats), { columns }),
    ...insightLines(insights, options),
    "",
    style.bold("Kept conversations"),
    ...barChart(kept, options),
  ]);
  return exitCodes.ok;
}

function factsOf({ bytes: size, firstAt, lastAt, searchIndexComplete }: Stats): string {
  const range =
    firstAt === undefined || lastAt === undefined ? "" : `, ${localDay(firstAt)} to ${localDay(lastAt)}`;
  return `${bytes(size)}${range}${searchIndexComplete ? "" : "; the search index is being built"}`;
}
