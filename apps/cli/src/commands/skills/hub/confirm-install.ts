import type { ConfirmInstall, InstallPlan } from "@hermes/skill-hub";
import type { SkillsContext } from "../skills-context.ts";
import { yesOrNo } from "../../../prompt/confirm.ts";
import { choose } from "../questions.ts";
import { safe } from "../safe-text.ts";
import { planLines, textLines } from "./plan-lines.ts";

/** What stands between a plan and the skills folder, with the line that says what is waited for. */
export interface InstallGate extends Disposable {
  readonly confirm: ConfirmInstall;
  /** Plans that were refused without a question, and why. */
  readonly refusals: readonly { readonly plan: InstallPlan; readonly reason: string }[];
  /** A status line and a question can't be on one terminal: the line goes when the question comes. */
  waitFor(what: string): void;
}

/**
 * Shows a plan and asks. A yes beforehand is one to what the scan lets through: what it wants looked at is asked for, and
 * refused where nobody can look.
 */
export function installGate(
  context: SkillsContext,
  { yes = false }: { readonly yes?: boolean | undefined },
): InstallGate {
  const refusals: { plan: InstallPlan; reason: string }[] = [];
  let line: Disposable | undefined;
  const clear = (): void => line?.[Symbol.dispose]();
  const waitFor = (what: string): void => {
    clear();
    line = context.working(what);
  };
  const decide = async (plan: InstallPlan): Promise<boolean> => {
    const passes = plan.scan.decision === "allow";
    if (yes && passes) return true;
    context.note(planLines(plan, context.remarks));
    if (context.questions !== undefined) return await askFor(plan, context);
    const reason = passes
      ? "It needs a yes, and nobody is at the terminal. To go on without a question, add --yes."
      : "The scan wants a person to look at it, and nobody is at the terminal. Run it at a terminal.";
    refusals.push({ plan, reason });
    return false;
  };
  return {
    refusals,
    waitFor,
    async confirm(plan) {
      clear();
      const agreed = await decide(plan);
      // Its own check may take a while.
      if (agreed) waitFor(`installing ${safe(plan.name)}`);
      return agreed;
    },
    [Symbol.dispose]: clear,
  };
}

async function askFor(plan: InstallPlan, context: SkillsContext): Promise<boolean> {
  const question = plan.replaces === undefined ? "Install it?" : "Replace it?";
  const [yes, no] = yesOrNo(question).choices;
  const asked = { ...yesOrNo(question), preset: "no" };
  const text = { ...asked, said: () => textLines(plan.text, context.remarks) };
  const view = {
    id: "view",
    key: "v",
    label: "View SKILL.md",
    typed: "[v]iew SKILL.md",
    leadsTo: () => text,
  };
  return (await choose(context, { ...asked, choices: [yes, view, no] })) === "yes";
}
