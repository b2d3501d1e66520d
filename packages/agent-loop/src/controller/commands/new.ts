import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const newCommand: SlashCommand = defineSlashCommand({
  name: "new",
  summary: "Start a new session; the old one stays in the store.",
  run: () => ({ then: "new-session" }),
});
