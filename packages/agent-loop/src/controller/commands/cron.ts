import { cronVerbs, parseCronWords } from "../cron-request.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const cronCommand: SlashCommand = defineSlashCommand({
  name: "cron",
  kind: "tools",
  hint: "[words]",
  completes: cronVerbs,
  summary: "See what is done at set times, or change it: /cron add, pause, run.",
  whileBusy: true,
  async run({ rest, ports }) {
    if (ports.cron === undefined) return { lines: ["There are no jobs here."] };
    const asked = parseCronWords(rest);
    return "problem" in asked ? { lines: [asked.problem] } : await ports.cron(asked);
  },
});
