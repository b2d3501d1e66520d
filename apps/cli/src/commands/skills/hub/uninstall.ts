import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { agrees } from "../questions.ts";
import { safe } from "../safe-text.ts";

/** `hermes skills uninstall`: puts an installed skill into the archive. */
export async function uninstallSkill(
  name: string,
  { yes, json }: { readonly yes?: boolean | undefined; readonly json?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  const installed = hub.installed();
  if (!installed.some((each) => each.name === name)) {
    throw new HermesError(`No skill "${safe(name)}" is installed.`, {
      code: "CLI_NO_SKILL",
      hint:
        installed.length === 0
          ? "Nothing is installed."
          : `Installed are: ${installed.map((each) => safe(each.name)).join(", ")}.`,
    });
  }
  if (!(await agrees(context, { question: `Uninstall "${safe(name)}"?`, yes }))) {
    context.note(["Nothing was changed."]);
    return exitCodes.failed;
  }
  const removed = await hub.uninstall(name);
  if (json) context.json({ name, removed });
  else context.print([`Uninstalled: ${safe(name)}. It is kept in the archive of your skills folder.`]);
  return removed ? exitCodes.ok : exitCodes.failed;
}
