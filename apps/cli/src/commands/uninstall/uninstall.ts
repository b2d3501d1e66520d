import { execFile } from "node:child_process";
import { lstatSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { homeOf } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes, type Host } from "../../host.ts";
import { confirm } from "../../prompt/confirm.ts";
import { typesName } from "../../prompt/types-name.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { whoUses } from "../profile/who-uses.ts";
import { removeCompletionLines } from "./completion-lines.ts";
import { planLines } from "./plan-lines.ts";
import { namesIn } from "./size-of.ts";
import { planUninstall, type UninstallPlan } from "./uninstall-plan.ts";

export interface UninstallFlags {
  readonly everything?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes uninstall`: what Hermes put elsewhere goes; what is the person's stays, unless they want everything gone. */
export async function uninstall(flags: UninstallFlags, host: Host): Promise<number> {
  const { everything = false, dryRun = false, yes = false, json } = flags;
  const home = homeOf(host.env);
  if (everything) refuseFolder(home, host.env);
  const plan = await planUninstall(home, { everything, env: host.env });
  const tell = (isDone: boolean): void => {
    const { goes, stays, byHand } = plan;
    if (json) printJson(host, { home, isDone, goes, stays, byHand });
  };
  if (dryRun) {
    if (json) tell(false);
    else printLines(host, planLines(plan, host.stdout.columns));
    return exitCodes.ok;
  }
  await refuseBusy(plan, host, { withService: false });
  if (!(await agrees(plan, { host, everything, yes }))) {
    printRemark(host, "Nothing was changed.");
    return exitCodes.failed;
  }
  await endServices(plan, host);
  for (const path of plan.shellFiles) removeCompletionLines(path);
  for (const { path } of plan.goes)
    if (!plan.shellFiles.includes(path)) rmSync(path, { recursive: true, force: true });
  if (json) tell(true);
  else
    printLines(host, [
      ...plan.goes.map(({ path, what }) => cleanText(`Removed: ${path} (${what})`)),
      "To do by hand:",
      ...plan.byHand.map((each) => cleanText(`  ${each}`)),
    ]);
  return exitCodes.ok;
}

async function agrees(
  plan: UninstallPlan,
  { host, everything, yes }: { readonly host: Host; readonly everything: boolean; readonly yes: boolean },
): Promise<boolean> {
  if (yes) return true;
  const intro = planLines(plan, host.stderr.columns);
  if (!host.stdinIsTerminal) for (const line of intro) host.stderr.write(`${line}\n`);
  return everything
    ? await typesName(host, {
        of: "the folder",
        name: basename(plan.home),
        purpose: "to remove it for good",
        intro,
      })
    : await confirm(host, { intro, question: "Remove this?" });
}

/** What lies in the home of Hermes, by which it is known as one. */
const marks = ["hermes.db", "config.yaml", ".env", "auth.json", "skills", "memories", "SOUL.md"];

/** A folder that holds other things than Hermes is not removed, whatever was typed. */
function refuseFolder(home: string, env: Environment): void {
  const person = env["HOME"] || homedir();
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (found === undefined) return;
  const holds = (inner: string): boolean => inner === home || inner.startsWith(join(home, sep));
  const names = namesIn(home);
  const why = found.isSymbolicLink()
    ? "it is a link to another folder"
    : holds(person)
      ? "your own folder is in it"
      : names.length > 0 && !marks.some((name) => names.includes(name))
        ? "nothing in it is of Hermes"
        : undefined;
  if (why === undefined) return;
  throw new HermesError(`${home} is not removed: ${why}.`, {
    code: "CLI_NOT_REMOVED",
    hint: "Remove it by hand, if that is meant.",
  });
}

/** @throws {HermesError} `CLI_HOME_BUSY`. */
async function refuseBusy(
  { homes, services }: UninstallPlan,
  host: Host,
  { withService }: { readonly withService: boolean },
): Promise<void> {
  const users = (await Promise.all(homes.map(async (home) => await whoUses(home, host)))).flat();
  // The service that is removed takes its gateway along.
  const isServed = !withService && services.some(({ what }) => what === "gateway");
  const others = users.filter((user) => !(isServed && user.startsWith("its gateway")));
  if (others.length === 0) return;
  throw new HermesError(`Hermes is still in use: ${others.join(", ")}.`, {
    code: "CLI_HOME_BUSY",
    hint: "Close it first; a gateway with: hermes gateway stop. Nothing was removed.",
  });
}

const endMs = 75_000;

/** Has the service managers stop what they run. One that does not answer runs nothing. */
async function endServices(plan: UninstallPlan, host: Host): Promise<void> {
  for (const [program = "", ...args] of plan.services.flatMap(({ disable }) => disable))
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await promisify(execFile)(program, args).catch(() => undefined);
  for (const end = Date.now() + endMs; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- looks
      return await refuseBusy(plan, host, { withService: true });
    } catch (error) {
      if (Date.now() > end || plan.services.length === 0) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await pause(300, undefined, { signal: host.stopped });
    }
  }
}
