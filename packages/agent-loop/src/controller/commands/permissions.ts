import { reportCommand } from "../report-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const permissionsCommand: SlashCommand = reportCommand({
  name: "permissions",
  summary: "Show the mode and the rules on what may run.",
  absent: "Rules can't be shown here.",
  kind: "configuration",
});
