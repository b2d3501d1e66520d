import { reportCommand } from "../report-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const memoryCommand: SlashCommand = reportCommand({
  name: "memory",
  summary: "Show what is remembered across sessions.",
  absent: "Nothing is remembered here.",
  kind: "tools",
});
