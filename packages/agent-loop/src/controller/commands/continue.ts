import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const continueCommand: SlashCommand = defineSlashCommand({
  name: "continue",
  summary: "Go on with what waits for permission.",
  run: ({ session }) =>
    session.agent.openCalls.length > 0 ? { then: "continue" } : { lines: ["Nothing waits for permission."] },
});
