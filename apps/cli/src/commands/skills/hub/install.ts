import type { InstallOutcome } from "@hermes/skills/hub";
import { exitCodes } from "../../../host.ts";
import type { SkillsDesk } from "../desk.ts";
import { scanLines } from "../findings.ts";
import { safe } from "../safe.ts";
import { installGate } from "./confirm-install.ts";

export interface InstallFlags {
  readonly yes?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly category?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills install`: fetched, scanned, shown, asked for, put in place in one step. @returns 1 when one was refused. */
export async function installSkills(
  references: readonly string[],
  { yes, json, ...options }: InstallFlags,
  desk: SkillsDesk,
): Promise<number> {
  const hub = await desk.skills.hub();
  const installOne = async (reference: string): Promise<InstallOutcome> => {
    using gate = installGate(desk, { yes });
    gate.waitFor(`fetching ${safe(reference)}`);
    const outcome = await hub.install(reference, { ...options, signal: desk.signal, confirm: gate.confirm });
    return explained(outcome, gate.refusals.at(-1)?.reason);
  };
  const results: { readonly reference: string; readonly outcome: InstallOutcome }[] = [];
  for (const reference of references) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    results.push({ reference, outcome: await installOne(reference) });
    // oxlint-disable-next-line no-await-in-loop -- said before the next question
    if (!json) await say(results.at(-1)?.outcome, reference, desk);
  }
  if (json) desk.json(results.map(({ reference, outcome }) => ({ reference, ...outcome })));
  return results.every(({ outcome }) => outcome.ok) ? exitCodes.ok : exitCodes.failed;
}

/** Where nobody was asked, the reason is that. */
export function explained(outcome: InstallOutcome, refusal: string | undefined): InstallOutcome {
  return outcome.ok || outcome.problem !== "declined" || refusal === undefined
    ? outcome
    : { ...outcome, problem: "unconfirmed", reason: refusal, hint: undefined };
}

export async function say(
  outcome: InstallOutcome | undefined,
  reference: string,
  desk: SkillsDesk,
): Promise<void> {
  if (outcome === undefined) return;
  if (outcome.ok) {
    const { name } = outcome.installed;
    desk.print([`Installed: ${safe(name)} in ${safe(outcome.folder)}`]);
    const found = await desk.skills.library.find(name);
    if (!found.ok && found.problem === "hidden") desk.note([desk.remarks.style.yellow(safe(found.reason))]);
    return;
  }
  const { style } = desk.remarks;
  const { problem, reason, hint, scan } = outcome;
  desk.note([
    style.red(
      `Not installed: ${safe(reference)}: ${safe(hint === undefined ? reason : `${reason} ${hint}`)}`,
    ),
    ...(problem === "blocked" && scan !== undefined ? scanLines(scan, desk.remarks) : []),
  ]);
}
