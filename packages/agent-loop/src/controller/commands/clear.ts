import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const clearCommand: SlashCommand = defineSlashCommand({
  name: "clear",
  summary: "Clear the screen and start a new session; the old one stays in the store.",
  run: () => ({ display: "clear", then: { session: { open: {} } } }),
});
