import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const redrawCommand: SlashCommand = defineSlashCommand({
  name: "redraw",
  summary: "Draw the screen again.",
  kind: "configuration",
  whileBusy: true,
  run: () => ({ display: "redraw" }),
});
