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
  readonly onWarning: (message: string) => void;
}

/** What the commands are made of, for this person in this folder. */
export function openRuntime(host: Host, options: OpenRuntimeOptions): Runtime {
  for (const warning of options.loaded.warnings) options.onWarning(warning);
  return createRuntime({
    cwd: host.cwd,
    env: options.loaded.env,
    bundledSkills: bundledSkills(),
    ...options,
    platform: options.platform ?? "cli",
  });
}
