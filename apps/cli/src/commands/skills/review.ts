import type { SkillAdvice } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import { paragraph } from "../../render/paragraph.ts";
import type { SkillsDesk } from "./desk.ts";
import { safe } from "./safe.ts";

/** `hermes skills review`: what to merge, retire, repair or prove. Nothing is done about it. */
export async function reviewSkills(
  { run, json }: { readonly run?: boolean | undefined; readonly json?: boolean | undefined },
  desk: SkillsDesk,
): Promise<number> {
  const advice = await adviceOf(run ?? false, desk);
  if (json) desk.json(advice);
  else if (advice.length === 0) desk.print(["Nothing to merge, retire, repair or prove."]);
  else
    desk.print(
      advice.flatMap(({ kind, skills, reason }) =>
        paragraph(
          `${desk.answer.style.bold(kind)}  ${skills.map(safe).join(" and ")}: ${safe(reason)}`,
          desk.answer,
        ),
      ),
    );
  return exitCodes.ok;
}

async function adviceOf(
  run: boolean,
  { skills, signal, working }: SkillsDesk,
): Promise<readonly SkillAdvice[]> {
  if (!run) {
    const { reviewSkills: review } = await import("@hermes/skills");
    return await review({ library: skills.library, use: skills.use, signal });
  }
  using _ = working("running checks");
  return await skills.review({ signal });
}
