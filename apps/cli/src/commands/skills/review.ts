import type { SkillAdvice } from "@hermes/skills";
import { exitCodes } from "../../host.ts";
import { paragraph } from "../../render/paragraph.ts";
import type { SkillsContext } from "./skills-context.ts";
import { safe } from "./safe-text.ts";

/** `hermes skills review`: what to merge, retire, repair or prove. Nothing is done about it. */
export async function reviewSkills(
  { run, json }: { readonly run?: boolean | undefined; readonly json?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const advice = await adviceOf(run ?? false, context);
  if (json) context.json(advice);
  else if (advice.length === 0) context.print(["Nothing to merge, retire, repair or prove."]);
  else
    context.print(
      advice.flatMap(({ kind, skills, reason }) =>
        paragraph(
          `${context.answer.style.bold(kind)}  ${skills.map(safe).join(" and ")}: ${safe(reason)}`,
          context.answer,
        ),
      ),
    );
  return exitCodes.ok;
}

async function adviceOf(
  run: boolean,
  { skills, signal, working }: SkillsContext,
): Promise<readonly SkillAdvice[]> {
  if (!run) {
    const { reviewSkills: review } = await import("@hermes/skills");
    return await review({ library: skills.library, use: skills.use, signal });
  }
  using _ = working("running checks");
  return await skills.review({ signal });
}
