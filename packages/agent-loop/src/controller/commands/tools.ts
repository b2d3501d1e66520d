import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const toolsCommand: SlashCommand = defineSlashCommand({
  name: "tools",
  summary: "Show the tools of this session and what each takes of the window.",
  kind: "tools",
  whileBusy: true,
  async run({ session: { agent } }) {
    const { parts } = await agent.context();
    const tools = parts
      .filter(({ group }) => group === "tools")
      .map(({ name, tokens }) => ({ name, tokens }));
    if (tools.length === 0) return { lines: ["This session has no tools."], data: tools };
    const width = Math.max(...tools.map(({ name }) => name.length));
    return {
      lines: tools.map(
        ({ name, tokens }) => `${name.padEnd(width)}  ≈ ${tokens.toLocaleString("en-US")} tokens`,
      ),
      data: tools,
    };
  },
});
