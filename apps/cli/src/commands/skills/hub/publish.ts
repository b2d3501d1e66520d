import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { findSkill } from "../find-skill.ts";
import { agrees } from "../questions.ts";
import { safe } from "../safe-text.ts";

export interface PublishFlags {
  readonly repo: string;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills publish`: offers a skill of the person to a repository as a pull request. */
export async function publishSkill(
  wanted: string,
  { repo, yes, json }: PublishFlags,
  context: SkillsContext,
): Promise<number> {
  const { name, folder } = await findSkill(context.skills, wanted);
  const hub = await context.skills.hub();
  const line = context.working(`publishing to ${safe(repo)}`);
  try {
    const address = await hub.publish(folder, {
      repo,
      signal: context.signal,
      confirm: async (files) => {
        line[Symbol.dispose]();
        const intro = [
          `These files of "${safe(name)}" become public in ${safe(repo)}:`,
          ...files.map((file) => `  ${safe(file)}`),
        ];
        return await agrees(context, { intro, question: "Publish them?", yes });
      },
    });
    if (json) context.json({ published: address !== undefined, address: address ?? null });
    else if (address !== undefined) context.print([`Offered: ${safe(address)}`]);
    else context.note(["Nothing was published."]);
    return address === undefined ? exitCodes.failed : exitCodes.ok;
  } finally {
    line[Symbol.dispose]();
  }
}
