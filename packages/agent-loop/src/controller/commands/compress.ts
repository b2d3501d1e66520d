import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const compressCommand: SlashCommand = defineSlashCommand({
  name: "compress",
  summary: "Condense the older part of the conversation: /compress, or /compress what to tell in full.",
  run: ({ rest }) => ({ then: { compress: { focus: rest.trim() === "" ? undefined : rest.trim() } } }),
});
