import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@hermes/registry";
import { childEnvironment } from "../child-environment.ts";
import type { ChildEnvironmentOptions } from "../child-environment.ts";
import { findShell } from "./find-shell.ts";
import { OutputPipes } from "./output-pipe.ts";
import type { LocalWall } from "./local-wall.ts";
import type { Shell } from "./start-shell.ts";

/** What the commands of one backend share. */
export interface LocalResources {
  /** Private; goes with the backend. */
  readonly folder: string;
  /** Start of the marks that all processes of the backend carry. */
  readonly id: string;
  /** Private like `folder`: what jails are reached by. Undefined where there are none. */
  readonly jailFolder: string | undefined;
  /** Those two. */
  readonly folders: readonly string[];
  readonly pipes: OutputPipes;
  readonly shell: Shell;
  readonly env: Readonly<Record<string, string>>;
}

export interface LocalResourcesOptions extends ChildEnvironmentOptions {
  readonly env: Environment;
  readonly shell?: string | undefined;
  readonly tmpDir?: string | undefined;
  readonly wall?: LocalWall | undefined;
}

export function openLocalResources(options: LocalResourcesOptions): LocalResources {
  const { env, tmpDir = env["TMPDIR"] ?? "/tmp", shell } = options;
  // Only for its owner: state files hold what the person exported.
  const folder = mkdtempSync(join(tmpDir, "hermes-"));
  const jailFolder = options.wall === undefined ? undefined : makeJailFolder(tmpDir);
  return {
    folder,
    id: folder.slice(folder.lastIndexOf("-") + 1) + process.pid,
    jailFolder,
    folders: jailFolder === undefined ? [folder] : [folder, jailFolder],
    pipes: new OutputPipes(folder),
    shell: findShell(env, shell),
    env: childEnvironment(env, options),
  };
}

/**
 * A jail has a `/tmp` of its own, in which this folder would have to be shown. It has a `/dev/shm` of its own as well, where that
 * disturbs nobody. Paths there are short, as those of sockets have to be.
 */
function makeJailFolder(tmpDir: string): string {
  try {
    return mkdtempSync("/dev/shm/hermes-");
  } catch {
    // Not Linux, or none to write to.
    return mkdtempSync(join(tmpDir, "hermes-jail-"));
  }
}
