import { untrustedSources } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type { ToolsOffered } from "../chosen-tools.ts";
import { sourcesOfFile } from "../permissions/sources-of-file.ts";
import type { SourcedText } from "../prompt/prompt-layers.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { checkSkill } from "./check-skill.ts";
import { editorOfAgent } from "./skill-editors.ts";

/** The skills as one session has them. */
export interface SessionSkills {
  readonly tools: () => Promise<readonly Tool[]>;
  /** Says which tools the session has, before anything is listed: skills may ask for some. */
  offer(offered: ToolsOffered): void;
  /** The index for the prompt; empty where the session can't read skills. */
  prompt(): Promise<SourcedText>;
}

export async function openSessionSkills(parts: RuntimeParts): Promise<SessionSkills> {
  const [{ skillsPrompt, skillsTools }, shared] = await Promise.all([
    import("@hermes/skills"),
    parts.sharedSkills(),
  ]);
  const { flags = {}, loaded } = parts.options;
  const { ignore_rules } = loaded.settings.agent;
  const [tools, toolsets] = [new Set<string>(), new Set<string>()];
  const library = shared.library({ tools, toolsets }, parts.origin.platform);
  const { use } = shared;
  return {
    async tools() {
      const stays = flags.unattended === true || ignore_rules;
      const editor = stays ? undefined : await editorOfAgent({ library, use, runCheck: checkSkill(parts) });
      return skillsTools({ library, use, editor });
    },
    offer(offered) {
      for (const name of offered.tools) tools.add(name);
      for (const name of offered.toolsets) toolsets.add(name);
    },
    async prompt() {
      if (ignore_rules || !tools.has("skill_view")) return { text: "" };
      await shared.syncBundledSkills({ quick: true });
      const listed = await library.list();
      const ofProject = listed.filter(({ source }) => source === "project");
      const sources = await Promise.all(ofProject.map(({ path }) => sourcesOfFile(parts, path)));
      // Lines of installed skills were looked at and agreed to; the text of a skill brings its source when it is read.
      const index = (maxTokens: number): string => skillsPrompt(listed, { maxTokens });
      return {
        text: index(loaded.settings.prompt.layers.skills),
        provenance: untrustedSources(...sources),
        shorten: index,
      };
    },
  };
}
