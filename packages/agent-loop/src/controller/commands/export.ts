import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const exportCommand: SlashCommand = defineSlashCommand({
  name: "export",
  summary: "Write the conversation to a file: Markdown, or JSON lines where the name ends with .jsonl.",
  hint: "[file]",
  completes: "paths",
  whileBusy: true,
  async run({ rest, session, ports }) {
    if (ports.sessions === undefined) return { lines: ["No sessions are kept here."] };
    if (session.agent.messages.length === 0) return { lines: ["Nothing was said yet."] };
    const typed = rest.trim();
    const path = await ports.sessions.export(session.id, typed === "" ? undefined : typed);
    return { lines: [`Written to ${path}`], data: { path } };
  },
});
