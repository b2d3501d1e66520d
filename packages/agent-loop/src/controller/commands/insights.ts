import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";
import { totalLines } from "../usage-lines.ts";

const dayMs = 86_400_000;
const defaultDays = 30;

export const insightsCommand: SlashCommand = defineSlashCommand({
  name: "insights",
  kind: "info",
  hint: "[days]",
  summary: "Show what the last days were spent on.",
  whileBusy: true,
  async run({ rest, ports }) {
    const typed = rest.trim();
    const days = typed === "" ? defaultDays : Number(typed);
    if (!(days > 0) || !Number.isFinite(days)) return { lines: [`"${typed}" is no number of days.`] };
    if (ports.insights === undefined) return { lines: ["Nothing is counted here."] };
    const used = await ports.insights({ from: Date.now() - days * dayMs });
    const { sessions, messages } = used;
    return {
      lines: [`The last ${days} days: ${sessions} sessions · ${messages} messages`, ...totalLines(used)],
      data: { days, ...used },
    };
  },
});
