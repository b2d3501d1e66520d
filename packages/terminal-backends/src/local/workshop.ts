import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { childEnvironment } from "../child-environment.ts";
import type { ChildEnvironmentOptions } from "../child-environment.ts";
import { findShell } from "./find-shell.ts";
import { OutputPipes } from "./output-pipe.ts";
import type { Shell } from "./start-shell.ts";

/** What the commands of one backend share. */
export interface Workshop {
  /** Private; goes with the backend. */
  readonly folder: string;
  /** Start of the marks that all processes of the backend carry. */
  readonly id: string;
  readonly pipes: OutputPipes;
  readonly shell: Shell;
  readonly env: Readonly<Record<string, string>>;
}

export interface WorkshopOptions extends ChildEnvironmentOptions {
  readonly env: Environment;
  readonly shell?: string | undefined;
  readonly tmpDir?: string | undefined;
}

export function openWorkshop(options: WorkshopOptions): Workshop {
  const { env, tmpDir = env["TMPDIR"] ?? "/tmp", shell } = options;
  // Only for its owner: state files hold what the person exported.
  const folder = mkdtempSync(join(tmpDir, "hermes-"));
  return {
    folder,
    id: folder.slice(folder.lastIndexOf("-") + 1) + process.pid,
    pipes: new OutputPipes(folder),
    shell: findShell(env, shell),
    env: childEnvironment(env, options),
  };
}
