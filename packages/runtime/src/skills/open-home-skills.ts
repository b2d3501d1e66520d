import { buildToolsOutside } from "../build-registry.ts";
import { chosenToolsets, toolsOffered } from "../chosen-tools.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { checkSkill } from "./check-skill.ts";
import type { HomeSkills } from "./home-skills.ts";
import { skillCommands } from "./skill-commands.ts";
import { editorOfPerson, tellFindings } from "./skill-editors.ts";

/** The skills of this home for its person, outside of a session. */
export async function openHomeSkills(parts: RuntimeParts): Promise<HomeSkills> {
  const { warn, options } = parts;
  const { home } = options.loaded;
  const [shared, registry] = await Promise.all([parts.sharedSkills(), buildToolsOutside(parts)]);
  await shared.syncBundledSkills({ quick: false });
  const { use } = shared;
  const offered = await toolsOffered(registry, chosenToolsets(parts, registry));
  const library = shared.library(offered);
  const runCheck = checkSkill(parts);
  return {
    library,
    use,
    editor: await editorOfPerson({ library, use, runCheck, warn }),
    async tellFindings({ name, folder }) {
      const { readSkillPackage } = await import("@hermes/skills");
      await tellFindings(readSkillPackage(folder, name), warn);
    },
    runCheck,
    async hub() {
      const { openHub } = await import("./open-hub.ts");
      return await openHub(parts, { runCheck, environment: { ...shared.environment, ...offered } });
    },
    ...skillCommands({ home, library, use, warn }),
    async review({ signal }) {
      const { reviewSkills } = await import("@hermes/skills");
      return await reviewSkills({ library, runCheck, use, signal });
    },
  };
}
