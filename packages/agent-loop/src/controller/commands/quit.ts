import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const quitCommand: SlashCommand = defineSlashCommand({
  name: "quit",
  aliases: ["exit", "q"],
  summary: "Leave.",
  whileBusy: true,
  run: () => ({ then: "leave" }),
});
