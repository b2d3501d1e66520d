import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { PluginCommandAnswer, Runtime } from "@hermes/runtime";
import { cleanText } from "../render/clean-text.ts";

type SkillsPort = NonNullable<ControllerPorts["skills"]>;
type Reply = Awaited<ReturnType<NonNullable<SkillsPort["replyOf"]>>>;

/** What can be typed after a slash besides commands of Hermes: those of plug-ins, skills, prompts of MCP servers. */
export function skillsPort(runtime: Pick<Runtime, "skills" | "prompts" | "pluginCommands">): SkillsPort {
  return {
    commands: async () => [
      // Few, and chosen by the person: lists are cut at their end.
      ...(await runtime.pluginCommands.commands()),
      ...(await (await runtime.skills()).commands()),
      ...(await runtime.prompts.commands()),
    ],
    messageOf: async (name, args) =>
      (await (await runtime.skills()).messageOf(name, args)) ?? (await runtime.prompts.messageOf(name, args)),
    async replyOf(name, args, { sessionId, signal }) {
      const answer = await runtime.pluginCommands.run(name, args, { sessionId, signal });
      return answer && replyOf(answer);
    },
  };
}

/** Words for the person, then those for the agent in their name. */
function replyOf({ text = "", prompt = "", provenance }: PluginCommandAnswer): Reply {
  return {
    lines: text === "" ? [] : cleanText(text).trimEnd().split("\n"),
    input: prompt === "" ? undefined : { content: [{ type: "text", text: prompt }], provenance },
  };
}
