import { reportCommand } from "../report-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const doctorCommand: SlashCommand = reportCommand({
  name: "doctor",
  summary: "Check what works and what doesn't.",
  absent: "Nothing can be checked here.",
});
