import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../limits.ts";
import { runProcess } from "../run/run-process.ts";
import { bubblewrapJail } from "./bubblewrap.ts";
import { openControlGroup } from "./control-group.ts";
import type { Jail } from "./jail.ts";

export type JailSearch =
  | { readonly jail: Jail }
  /** Why there is none, in words for a person. */
  | { readonly jail: undefined; readonly reason: string };

/** Tries the jail of this system once, with a program that does nothing. */
export async function findJail(
  options: { readonly platform?: NodeJS.Platform | undefined } = {},
): Promise<JailSearch> {
  const { platform = process.platform } = options;
  if (platform !== "linux") return { jail: undefined, reason: `There is no jail for ${platform} yet.` };
  const asRoot = process.getuid?.() === 0;
  const candidates = [
    ...(asRoot ? [bubblewrapJail({ asRoot, openGroup: openControlGroup })] : []),
    bubblewrapJail({ asRoot: false, openGroup: openControlGroup }),
  ];
  let reason = "";
  for (const jail of candidates) {
    const problem = await tryJail(jail);
    if (problem === undefined) return { jail };
    reason = problem;
  }
  return { jail: undefined, reason: `bubblewrap does not work here: ${reason}` };
}

async function tryJail(jail: Jail): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-jail-"));
  try {
    const limits = { ...defaultLimits, timeoutMs: 5_000 };
    const entered = await jail.enter({
      command: ["true"],
      folder,
      readable: [],
      limits,
      limitAddresses: false,
    });
    try {
      const signal = new AbortController().signal;
      const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
      const end = await runProcess(entered, { env, limits, signal, onStop: () => undefined });
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
