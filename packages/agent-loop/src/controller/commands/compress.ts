import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const compressCommand: SlashCommand = defineSlashCommand({
  name: "compress",
  hint: "[focus]",
  summary: "Condense the older part of the conversation; the focus is told in full.",
  run: ({ rest }) => ({ then: { compress: { focus: rest.trim() === "" ? undefined : rest.trim() } } }),
});
