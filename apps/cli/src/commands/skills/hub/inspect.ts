import { exitCodes } from "../../../host.ts";
import type { SkillsDesk } from "../desk.ts";
import { during } from "./browse.ts";
import { planLines, textLines } from "./plan-lines.ts";

/** `hermes skills inspect`: fetches and scans a skill, and writes nothing. */
export async function inspectSkill(
  reference: string,
  { json }: { readonly json?: boolean | undefined },
  desk: SkillsDesk,
): Promise<number> {
  const hub = await desk.skills.hub();
  const { plan, revision } = await during("fetching", desk, () =>
    hub.inspect(reference, { signal: desk.signal }),
  );
  if (json) desk.json({ ...plan, revision: revision ?? null });
  else desk.print([...planLines(plan, desk.answer), "", ...textLines(plan.text, desk.answer)]);
  return exitCodes.ok;
}
