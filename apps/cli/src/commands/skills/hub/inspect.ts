import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { during } from "./browse.ts";
import { planLines, textLines } from "./plan-lines.ts";

/** `hermes skills inspect`: fetches and scans a skill, and writes nothing. */
export async function inspectSkill(
  reference: string,
  { json }: { readonly json?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  const { plan, revision } = await during("fetching", context, () =>
    hub.inspect(reference, { signal: context.signal }),
  );
  if (json) context.json({ ...plan, revision: revision ?? null });
  else context.print([...planLines(plan, context.answer), "", ...textLines(plan.text, context.answer)]);
  return exitCodes.ok;
}
