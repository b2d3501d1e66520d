import type { Clarifier } from "@hermes/agent-loop";
import type { LoadedSettings } from "@hermes/config";
import type { Model } from "@hermes/models";
import type { Approver } from "@hermes/registry";
import {
  createRuntime,
  type HttpOptions,
  type Runtime,
  type RuntimeFlags,
  type RuntimeOptions,
} from "@hermes/runtime";
import { bundledSkills } from "../bundled-skills.ts";
import type { Host } from "../host.ts";
import { showTimesIn } from "../render/local-time.ts";
import { openAgentLog, type LogPart } from "../log/agent-log.ts";

export interface OpenRuntimeOptions {
  readonly loaded: LoadedSettings;
  readonly flags?: RuntimeFlags | undefined;
  readonly approver?: Approver | undefined;
  readonly clarifier?: Clarifier | undefined;
  readonly askSudoPassword?: (() => Promise<string | undefined>) | undefined;
  readonly model?: Model | undefined;
  /** Of the HTTP listener. */
  readonly http?: HttpOptions | undefined;
  /** Of sessions. @default "cli" */
  readonly platform?: string | undefined;
  /** MCP servers of this run, as `--mcp` names them. */
  readonly mcp?: readonly string[] | undefined;
  /** Tables of parts beside those of every runtime. */
  readonly migrations?: RuntimeOptions["migrations"];
  /** What writes into the log of the home. @default nothing does */
  readonly logs?: LogPart | undefined;
  readonly onWarning: (message: string) => void;
}

/** What the commands are made of, for this person in this folder. */
export function openRuntime(host: Host, { logs, ...options }: OpenRuntimeOptions): Runtime {
  const { loaded, onWarning } = options;
  showTimesIn(loaded.settings.timezone);
  for (const warning of loaded.warnings) onWarning(warning);
  const given: RuntimeOptions = {
    cwd: host.cwd,
    env: loaded.env,
    bundledSkills: bundledSkills(),
    ...options,
    platform: options.platform ?? "cli",
    async partNames() {
      const { partNames } = await import("./part-names.ts");
      return await partNames(host);
    },
  };
  if (logs === undefined || options.flags?.keepNothing === true) return createRuntime(given);
  const log = openAgentLog({ home: loaded.home, part: logs, redactor: () => runtime.redactor() });
  const runtime = createRuntime({
    ...given,
    hooks: [log.hooks],
    onWarning(message) {
      log.write("warn", message);
      onWarning(message);
    },
  });
  return {
    ...runtime,
    async [Symbol.asyncDispose]() {
      // The store is closed behind it, which knows what is secret.
      await log.written();
      await runtime[Symbol.asyncDispose]();
    },
  };
}
