import type { HookReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { printLines } from "../../render/print.ts";
import { hookLines } from "./hook-lines.ts";
import type { HooksDesk } from "./hooks-desk.ts";
import { findHook } from "./list.ts";

export interface AllowFlags {
  readonly yes?: boolean | undefined;
  /** False: it may run without one. */
  readonly jail?: boolean | undefined;
}

/** `hermes hooks allow`. A person's yes is to what was shown. */
export async function allowHooks(
  key: string | undefined,
  { yes, jail: isHeld = true }: AllowFlags,
  { host, withHooks, confirm }: HooksDesk,
): Promise<number> {
  return await withHooks(async (hooks) => {
    const wanted = key === undefined ? (await hooks.list()).filter(waits) : [await findHook(hooks, key)];
    if (wanted.length === 0) {
      printLines(host, ["No hook waits for a yes."]);
      return exitCodes.ok;
    }
    const intro = wanted.flatMap((report) => [
      ...hookLines(report, { isHeld }),
      ...(isHeld && !report.canBeHeld
        ? ["  note     no jail can be made here: it will fail without --no-jail"]
        : []),
    ]);
    const question =
      wanted.length === 1 ? "Use it as it is now?" : `Use these ${wanted.length} as they are now?`;
    if (!(await confirm({ intro, question, yes }))) {
      printLines(host, ["Nothing was changed."]);
      return exitCodes.failed;
    }
    for (const { key: each, digest } of wanted) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const { name } = await hooks.allow(each, { digest, isHeld });
      printLines(host, [`${name} may run${isHeld ? "" : " without a jail"}.`]);
    }
    return exitCodes.ok;
  });
}

/** `hermes hooks revoke`. */
export async function revokeHook(key: string, { host, withHooks }: HooksDesk): Promise<number> {
  return await withHooks(async (hooks) => {
    await findHook(hooks, key);
    const { name } = await hooks.revoke(key);
    printLines(host, [`${name} does not run. To agree to it again: hermes hooks allow ${key}`]);
    return exitCodes.ok;
  });
}

function waits({ state }: HookReport): boolean {
  return state === "asked" || state === "changed" || state === "unheld";
}
