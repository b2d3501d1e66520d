import type { SkillVerdict } from "@hermes/scanner";
import type { AuditReport } from "@hermes/skill-hub";
import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { scanLines } from "../findings.ts";
import { safe } from "../safe-text.ts";
import { during } from "./browse.ts";

const said: Readonly<Record<AuditReport["state"], string>> = {
  same: "is as it was installed",
  edited: "was changed since it was installed",
  missing: "is not there any more",
};

/** `hermes skills audit`: scans what is installed as it is now. @returns 1 when one is worse than it was, or is gone. */
export async function auditSkills(
  names: readonly string[],
  { json }: { readonly json?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  const reports = await during("scanning", context, () => hub.audit(names, { signal: context.signal }));
  if (json) context.json(reports);
  else if (reports.length === 0) context.print(["Nothing is installed."]);
  else for (const report of reports) context.print(linesOf(report, context));
  return reports.some(isWorse) ? exitCodes.failed : exitCodes.ok;
}

const order: readonly SkillVerdict[] = ["allow", "review", "block"];

function isWorse({ installed, state, scan }: AuditReport): boolean {
  if (state === "missing" || scan === undefined) return true;
  return order.indexOf(scan.decision) > order.indexOf(installed.decision);
}

function linesOf({ installed, state, scan }: AuditReport, { answer }: SkillsContext): readonly string[] {
  const mark = state === "same" ? answer.style.green : answer.style.yellow;
  const facts = `${safe(installed.reference)}, ${installed.trust}, installed ${installed.installedAt.slice(0, 10)}`;
  return [
    `${answer.style.bold(safe(installed.name))} ${mark(said[state])} (${facts})`,
    ...(scan === undefined || scan.findings.length === 0 ? [] : scanLines(scan, answer)),
  ];
}
