import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const newCommand: SlashCommand = defineSlashCommand({
  name: "new",
  aliases: ["reset"],
  summary: "Start a new session; the old one stays in the store.",
  hint: "[title]",
  run: ({ rest }) => ({
    then: { session: { open: {}, title: rest.trim() === "" ? undefined : rest.trim() } },
  }),
});
