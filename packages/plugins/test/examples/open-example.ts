import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkDescription, openPlugin, readPlugin, settingsOf, startUnheld } from "@hermes/plugins/host";
import type { RunningPlugin } from "@hermes/plugins/host";
import { onTestFinished } from "vitest";

export const signal: AbortSignal = new AbortController().signal;

/** An example as it is installed: what it gives is what its manifest says. */
export async function openExample(
  name: string,
  given: {
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly variables?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly plugin: RunningPlugin; readonly log: readonly string[] }> {
  const { manifest, main } = await readPlugin(
    fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)),
  );
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  const log: string[] = [];
  const plugin = openPlugin({
    name,
    main,
    folder,
    settings: settingsOf(manifest, given.settings),
    variables: given.variables ?? {},
    start: startUnheld({ env: process.env }),
    onLog: (line) => log.push(line),
  });
  onTestFinished(async () => {
    await plugin[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  checkDescription(manifest, await plugin.describe({ signal }));
  return { plugin, log };
}
