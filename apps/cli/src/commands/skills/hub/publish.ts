import { exitCodes } from "../../../host.ts";
import type { SkillsDesk } from "../desk.ts";
import { findSkill } from "../find-skill.ts";
import { agrees } from "../questions.ts";
import { safe } from "../safe.ts";

export interface PublishFlags {
  readonly repo: string;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills publish`: offers a skill of the person to a repository as a pull request. */
export async function publishSkill(
  wanted: string,
  { repo, yes, json }: PublishFlags,
  desk: SkillsDesk,
): Promise<number> {
  const { name, folder } = await findSkill(desk.skills, wanted);
  const hub = await desk.skills.hub();
  const line = desk.working(`publishing to ${safe(repo)}`);
  try {
    const address = await hub.publish(folder, {
      repo,
      signal: desk.signal,
      confirm: async (files) => {
        line[Symbol.dispose]();
        const intro = [
          `These files of "${safe(name)}" become public in ${safe(repo)}:`,
          ...files.map((file) => `  ${safe(file)}`),
        ];
        return await agrees(desk, { intro, question: "Publish them?", yes });
      },
    });
    if (json) desk.json({ published: address !== undefined, address: address ?? null });
    else if (address !== undefined) desk.print([`Offered: ${safe(address)}`]);
    else desk.note(["Nothing was published."]);
    return address === undefined ? exitCodes.failed : exitCodes.ok;
  } finally {
    line[Symbol.dispose]();
  }
}
