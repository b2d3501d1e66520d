import { rm } from "node:fs/promises";
import { release } from "node:os";
import { defaultLimits } from "../limits.ts";
import { makeRunFolder } from "../run/run-folder.ts";
import { runProcess } from "../run/run-process.ts";
import { bubblewrapJail } from "./bubblewrap.ts";
import { findControlGroups } from "./control-group.ts";
import type { ControlGroups } from "./control-group.ts";
import { explainMissingJail } from "./explain-missing-jail.ts";
import type { MissingJail } from "./explain-missing-jail.ts";
import type { Jail } from "./jail.ts";
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
  const group = await groups.open(defaultLimits);
  if (group === undefined) return nothing;
  const limits = { ...defaultLimits, timeoutMs: 5_000 };
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
    const never = new AbortController().signal;
    await runProcess(
      { command: ["sh", "-c", "cat <&3"], cwd: "/", inputs: [end], hidden: [], started },
      { env: { PATH: "/usr/bin:/bin" }, limits, signal: never, onStop: () => undefined },
    );
    return works ? group : nothing;
  } finally {
    group.close().catch(() => undefined);
  }
}

/** @returns What it says when it fails. */
async function tryJail(jail: Jail, path: string): Promise<string | undefined> {
  const folder = await makeRunFolder();
  try {
    const limits = { ...defaultLimits, timeoutMs: 5_000 };
    const entered = await jail
      .reserve(limits)
      .enter({ command: ["true"], folder, readable: [], limitAddresses: false });
    try {
      const signal = new AbortController().signal;
      const end = await runProcess(entered, { env: { PATH: path }, limits, signal, onStop: () => undefined });
      return end.exitCode === 0
        ? undefined
        : end.errors.trim() || `it ended with ${end.exitCode ?? end.exitSignal}`;
    } finally {
      await entered.dispose();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
