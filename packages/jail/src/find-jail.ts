import { mkdtemp, rm } from "node:fs/promises";
import { release, tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrapJail } from "./bubblewrap.ts";
import { startChild } from "./child.ts";
import type { Child } from "./child.ts";
import { findControlGroups } from "./control-group.ts";
import type { ControlGroups } from "./control-group.ts";
import { explainMissingJail } from "./explain-missing-jail.ts";
import type { MissingJail } from "./explain-missing-jail.ts";
import type { Jail } from "./jail.ts";
import { defaultJailLimits } from "./limits.ts";
import { seatbeltJail } from "./seatbelt.ts";

export type JailSearch = { readonly jail: Jail } | ({ readonly jail: undefined } & MissingJail);

export interface FindJailOptions {
  readonly platform?: NodeJS.Platform | undefined;
  /** Where the programs of the jail are looked for. @default the folders of the system */
  readonly path?: string | undefined;
}

/** Tries the jails of this system, with a program that does nothing, and gives the first that works. */
export async function findJail(options: FindJailOptions = {}): Promise<JailSearch> {
  const { platform = process.platform, path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" } = options;
  let message = "";
  for (const jail of await candidates(platform)) {
    const problem = await tryJail(jail, path);
    if (problem === undefined) return { jail };
    message ||= problem;
  }
  return { jail: undefined, ...explainMissingJail(platform, message) };
}

async function candidates(platform: NodeJS.Platform): Promise<readonly Jail[]> {
  if (platform === "darwin") return [seatbeltJail()];
  if (platform !== "linux") return [];
  const groups = await findControlGroups();
  // Nobody waits for what others left, nor hears of it.
  groups.removeLeft().catch(() => undefined);
  const { limited } = await tryGroups(groups);
  const asRoot = process.getuid?.() === 0;
  const memoryGap = limited.memory
    ? []
    : ["Memory is limited for each process of a run, not for all of them together."];
  const processGap =
    limited.processes || countsByNamespace()
      ? []
      : ["Processes are counted together with those of other programs."];
  const options = { groups: limited.memory || limited.processes ? groups : undefined };
  return [
    ...(asRoot ? [bubblewrapJail({ ...options, asRoot: true, gaps: memoryGap })] : []),
    bubblewrapJail({
      ...options,
      asRoot: false,
      gaps: [
        ...memoryGap,
        ...processGap,
        ...(asRoot
          ? ["Code has the user number of root outside, and processes are not limited by the user."]
          : []),
      ],
    }),
  ];
}

/** Whether a limit of processes counts those of the jail only: since Linux 5.14. */
function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Whether groups can be made, and joined by what this process starts. */
async function tryGroups(
  groups: ControlGroups,
): Promise<{ readonly limited: { readonly memory: boolean; readonly processes: boolean } }> {
  const nothing = { limited: { memory: false, processes: false } };
  const group = await groups.open(defaultJailLimits);
  if (group === undefined) return nothing;
  try {
    let works = false;
    let finish: (bytes: Uint8Array) => void = () => undefined;
    const end = new Promise<Uint8Array>((resolve) => (finish = resolve));
    const started = ({ pid }: { readonly pid?: number | undefined }): void => {
      const joined = pid === undefined ? Promise.reject(new Error("It did not start.")) : group.join(pid);
      joined.then(
        () => {
          works = true;
          finish(new Uint8Array());
        },
        () => finish(new Uint8Array()),
      );
    };
    const entered = { command: ["sh", "-c", "cat <&3"], cwd: "/", inputs: [end], hidden: [], started };
    await endOf(startChild(entered, { PATH: "/usr/bin:/bin" }));
    return works ? group : nothing;
  } finally {
    group.close().catch(() => undefined);
  }
}

/** @returns What it says when it fails. */
async function tryJail(jail: Jail, path: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-jail-"));
  try {
    const place = jail.reserve(defaultJailLimits);
    const run = { command: ["true"], folder, readable: [], limitAddresses: false };
    const entered = await place.enter(run).catch(async (error: unknown) => {
      await place.release();
      throw error;
    });
    try {
      return await endOf(entered.start({ PATH: path }));
    } finally {
      await entered.dispose();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Waits for a process that should end by itself soon.
 *
 * @returns What it says when it fails.
 */
async function endOf(child: Child): Promise<string | undefined> {
  let errors = "";
  child.listen((stream, chunk) => {
    if (stream === "errors" && errors.length < 10_000) errors += chunk.toString();
  });
  child.send("", { last: true });
  const timeout = setTimeout(() => child.killGroup("SIGKILL"), 5_000);
  try {
    const { exitCode, exitSignal } = await child.exited;
    child.killGroup("SIGKILL");
    await child.closed;
    return exitCode === 0 ? undefined : errors.trim() || `it ended with ${exitCode ?? exitSignal}`;
  } finally {
    clearTimeout(timeout);
  }
}
