import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPlugin, startUnheld } from "@hermes/plugins/host";
import type { OpenPluginOptions, RunningPlugin } from "@hermes/plugins/host";
import type { TestContext } from "vitest";

export const signal: AbortSignal = new AbortController().signal;

export interface Opened {
  readonly plugin: RunningPlugin;
  readonly log: string[];
  readonly off: string[];
  /** Calls a tool of it. */
  tool(
    name: string,
    args?: unknown,
    options?: Partial<Parameters<RunningPlugin["call"]>[2]>,
  ): Promise<unknown>;
}

/** A fixture, started plainly. It is closed when the test ends. */
export function opened(
  onTestFinished: TestContext["onTestFinished"],
  fixture: string,
  options: Partial<OpenPluginOptions> = {},
): Opened {
  const log: string[] = [];
  const off: string[] = [];
  const plugin = openPlugin({
    name: "sample",
    main: fileURLToPath(new URL(`../fixtures/${fixture}`, import.meta.url)),
    folder: mkdtempSync(join(tmpdir(), "plugin-")),
    settings: {},
    variables: {},
    start: startUnheld({ env: process.env }),
    onLog: (line) => log.push(line),
    onOff: (sentence) => off.push(sentence),
    ...options,
  });
  onTestFinished(async () => plugin[Symbol.asyncDispose]());
  return {
    plugin,
    log,
    off,
    tool: (name, args = {}, call = {}) => plugin.call(["tools", name, "execute"], args, { signal, ...call }),
  };
}
