import { reportCommand } from "../report-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const versionCommand: SlashCommand = reportCommand({
  name: "version",
  summary: "Show the version.",
  absent: "The version is not known here.",
});
