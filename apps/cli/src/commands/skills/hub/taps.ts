import { usageError } from "../../../failure.ts";
import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { safe } from "../safe-text.ts";

interface TapFlags {
  readonly json?: boolean | undefined;
}

/** `hermes skills tap list`: the repositories that are searched. */
export async function listTaps({ json }: TapFlags, context: SkillsContext): Promise<number> {
  const taps = (await context.skills.hub()).taps.list();
  if (json) context.json(taps);
  else
    context.print(
      taps.map(({ repo, path, builtIn }) =>
        [safe(repo), ...(path === "" ? [] : [safe(path)]), ...(builtIn ? ["comes with Hermes"] : [])].join(
          "  ",
        ),
      ),
    );
  return exitCodes.ok;
}

/** `hermes skills tap add`. */
export async function addTap(
  repo: string,
  { path }: { readonly path?: string | undefined },
  context: SkillsContext,
): Promise<number> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo))
    throw usageError(`"${safe(repo)}" is no repository: name it as owner/name.`);
  const { taps } = await context.skills.hub();
  taps.add(repo, path);
  const isKnown = taps.list().some((tap) => tap.builtIn && tap.repo.toLowerCase() === repo.toLowerCase());
  context.print([`Added: ${safe(repo)}.${isKnown ? "" : " Its skills count as those of strangers."}`]);
  return exitCodes.ok;
}

/** `hermes skills tap remove`. */
export async function removeTap(repo: string, context: SkillsContext): Promise<number> {
  if (!(await context.skills.hub()).taps.remove(repo)) throw usageError(`There is no tap "${safe(repo)}".`);
  context.print([`Removed: ${safe(repo)}. What was installed from it stays.`]);
  return exitCodes.ok;
}
