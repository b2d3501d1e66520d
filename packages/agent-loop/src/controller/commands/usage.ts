import { addUsage } from "@hermes/models";
import type { Usage } from "@hermes/models";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";
import { budgetLines, totalLines } from "../usage-lines.ts";
import type { UsageReport } from "../usage-lines.ts";

export const usageCommand: SlashCommand = defineSlashCommand({
  name: "usage",
  kind: "info",
  summary: "Show tokens, cost and budgets of this session.",
  whileBusy: true,
  async run({ session, ports }) {
    const { usage, childUsage, head, messages } = session.agent;
    const report = (await ports.usage?.(session.id)) ?? sinceOpened(addUsage(usage, childUsage));
    const window =
      session.contextWindow === undefined
        ? []
        : [`a window of ${session.contextWindow.toLocaleString("en-US")} tokens`];
    const about = [head?.model ?? "no model yet", `${messages.length} messages`, ...window].join(" · ");
    return {
      lines: [...totalLines(report), ...budgetLines(report.budgets), about],
      data: {
        model: head?.model,
        usage: report,
        messages: messages.length,
        contextWindow: session.contextWindow,
      },
    };
  },
});

/** Where nobody keeps what was used: the turns of this object, and their children. */
function sinceOpened(usage: Usage): UsageReport {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd, estimated } = usage;
  const input = inputTokens + cacheReadTokens + cacheWriteTokens;
  const calls = input + outputTokens === 0 ? 0 : 1;
  return {
    calls,
    tokens: { input, output: outputTokens, cacheRead: cacheReadTokens },
    costUsd: costUsd ?? 0,
    callsWithoutPrice: costUsd === undefined ? calls : 0,
    estimatedCalls: estimated === true ? 1 : 0,
    budgets: [],
  };
}
