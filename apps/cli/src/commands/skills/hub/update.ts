import type { UpdateReport } from "@hermes/skill-hub";
import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { safe } from "../safe-text.ts";
import { installGate } from "./confirm-install.ts";
import { overruleHint } from "./overrule-hint.ts";

export interface UpdateFlags {
  readonly check?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const said: Readonly<Record<UpdateReport["state"], string>> = {
  current: "is up to date",
  outdated: "has a newer version",
  updated: "was updated",
  edited: "was edited by you and is left as it is",
  gone: "is no longer offered by its source",
  refused: "was not updated",
  unreachable: "could not be looked up",
};

/** `hermes skills update`. @returns 1 when one could not be updated or looked up. */
export async function updateSkills(
  names: readonly string[],
  { yes, json, ...options }: UpdateFlags,
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  using gate = installGate(context, { yes });
  gate.waitFor("asking the sources");
  const reports = await hub.update(names, { ...options, signal: context.signal, confirm: gate.confirm });
  gate[Symbol.dispose]();
  const told = reports.map(({ reason, ...report }) => {
    const refusal = gate.refusals.find(({ plan }) => plan.name === report.name)?.reason;
    return {
      ...report,
      reason: refusal ?? ([reason, overruleHint(report)].filter(Boolean).join(" ") || undefined),
    };
  });
  if (json) context.json(told);
  else if (told.length === 0) context.print(["Nothing is installed."]);
  else
    context.print(
      told.map(
        ({ name, state, reason }) =>
          `${safe(name)} ${said[state]}${reason === undefined ? "" : `: ${safe(reason)}`}`,
      ),
    );
  const failed = told.some(({ state }) => state === "refused" || state === "unreachable");
  return failed ? exitCodes.failed : exitCodes.ok;
}
