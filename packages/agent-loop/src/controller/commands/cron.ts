import { cronVerbs, parseCronWords } from "../cron-request.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const cronCommand: SlashCommand = defineSlashCommand({
  name: "cron",
  kind: "tools",
  hint: "[words]",
  completes: cronVerbs,
  summary: 'See and change what is done at set times: /cron add "every day at 9" What is new?',
  whileBusy: true,
  async run({ rest, ports }) {
    if (ports.cron === undefined) return { lines: ["There are no jobs here."] };
    const asked = parseCronWords(rest);
    return "problem" in asked ? { lines: [asked.problem] } : await ports.cron(asked);
  },
});
