import { loadSettings } from "@hermes/config";
import type { ListedModel, Runtime } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { exitCodes, type Host } from "../../host.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { keptLines } from "./kept-lines.ts";
import { listLines, showLines } from "./model-lines.ts";

export interface ModelFlags {
  readonly provider?: string | undefined;
  readonly refresh?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes model list` and `hermes model search`. Fails when a search finds nothing. */
export async function listModels(query: string | undefined, flags: ModelFlags, host: Host): Promise<number> {
  return await withRuntime(host, async (runtime) => {
    const models = await runtime.models();
    const { provider, refresh, json } = flags;
    const found = await models.list({ provider, refresh, query, signal: host.stopped });
    if (json) printJson(host, found);
    else if (found.length === 0) printRemark(host, nothing(query, provider));
    else printLines(host, listLines(found, host.stdout.columns));
    return found.length === 0 && query !== undefined ? exitCodes.failed : exitCodes.ok;
  });
}

function nothing(query: string | undefined, provider: string | undefined): string {
  if (query !== undefined && provider !== undefined)
    return `No model of ${provider} has "${query}" in its name.`;
  return query === undefined
    ? "No provider has a key, and no model server answers on this machine. hermes model list --provider NAME shows what one has."
    : `No model of your providers has "${query}" in its name. --provider NAME looks at one without a key, too.`;
}

/** `hermes model show`: what is known of one model, and from where. */
export async function showModel(name: string | undefined, flags: ModelFlags, host: Host): Promise<number> {
  return await withRuntime(host, async (runtime) => {
    const found = await findModel(runtime, name, flags, host);
    if (flags.json) printJson(host, found);
    else printLines(host, showLines(found));
    return exitCodes.ok;
  });
}

async function findModel(
  runtime: Runtime,
  name: string | undefined,
  { provider }: ModelFlags,
  host: Host,
): Promise<ListedModel> {
  const models = await runtime.models();
  if (name !== undefined) return await models.find(name, { provider, signal: host.stopped });
  return await models.chosen();
}

/** `hermes model set`: the model of the sessions to come. */
export async function setModel(name: string, flags: ModelFlags, host: Host): Promise<number> {
  return await withRuntime(host, async (runtime) => {
    const models = await runtime.models();
    const kept = await models.keep(await findModel(runtime, name, flags, host));
    if (flags.json) printJson(host, kept);
    else printLines(host, keptLines(kept));
    return exitCodes.ok;
  });
}

async function withRuntime(host: Host, work: (runtime: Runtime) => Promise<number>): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const onWarning = (message: string): void => {
    printRemark(host, message);
  };
  await using runtime = openRuntime(host, { loaded, onWarning });
  return await work(runtime);
}
