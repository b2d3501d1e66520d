import type { ConfirmInstall, InstallPlan } from "@hermes/skills/hub";
import type { SkillsDesk } from "../desk.ts";
import { choose } from "../questions.ts";
import { planLines, textLines } from "./plan-lines.ts";

export interface InstallGate {
  readonly confirm: ConfirmInstall;
  /** Why the last plan was refused without a question; undefined when the person decided. */
  readonly refusal: () => string | undefined;
}

/**
 * Shows a plan and asks. A yes beforehand is one to what the scan lets through: what it wants looked at is asked for, and
 * refused where nobody can look.
 */
export function installGate(
  desk: SkillsDesk,
  { yes = false }: { readonly yes?: boolean | undefined },
): InstallGate {
  let refusal: string | undefined;
  const confirm: ConfirmInstall = async (plan) => {
    refusal = undefined;
    const passes = plan.scan.decision === "allow";
    if (yes && passes) return true;
    desk.note(planLines(plan, desk.remarks));
    if (desk.ask === undefined) {
      refusal = passes
        ? "It needs a yes, and nobody is at the terminal. To go on without a question, add --yes."
        : "The scan wants a person to look at it, and nobody is at the terminal. Run it at a terminal.";
      return false;
    }
    return await askFor(plan, desk);
  };
  return { confirm, refusal: () => refusal };
}

async function askFor(plan: InstallPlan, desk: SkillsDesk): Promise<boolean> {
  const question = plan.replaces === undefined ? "Install it?" : "Replace it?";
  let choices = [
    { key: "y", label: "[y]es" },
    { key: "v", label: "[v]iew SKILL.md" },
    { key: "n", label: "[N]o" },
  ];
  let intro: readonly string[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the text may be read before the answer
    const chosen = await choose(desk, { intro, question, choices, otherwise: "n" });
    if (chosen !== "v") return chosen === "y";
    intro = textLines(plan.text, desk.remarks);
    choices = choices.filter(({ key }) => key !== "v");
  }
}
