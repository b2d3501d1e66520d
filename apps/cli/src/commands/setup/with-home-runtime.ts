import { loadSettings, type LoadedSettings } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import type { HomeSettings, Runtime } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { printRemark } from "../../render/print.ts";

export interface HomeContext {
  readonly loaded: LoadedSettings;
  readonly runtime: Runtime;
  readonly settings: HomeSettings;
}

/** @throws {HermesError} `CONFIG_INVALID`, with the command that opens the file. */
export async function loadHome(host: Host): Promise<LoadedSettings> {
  try {
    return await loadSettings({ env: host.env });
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "CONFIG_INVALID") throw error;
    const { message, code, hint = "" } = error;
    const next = "Correct it with hermes config edit, then run hermes setup again.";
    throw new HermesError(message, { code, hint: `${hint} ${next}`.trim(), cause: error });
  }
}

/** The home as its files are now. */
export async function withHomeRuntime<Result>(
  host: Host,
  work: (context: HomeContext) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadHome(host);
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  return await work({ loaded, runtime, settings: await runtime.settings() });
}
