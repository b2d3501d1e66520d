import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const usageCommand: SlashCommand = defineSlashCommand({
  name: "usage",
  summary: "Show the tokens and the price of this session since it was opened.",
  whileBusy: true,
  run({ session }) {
    const { usage, head, messages } = session.agent;
    const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    const counts = [
      `${count(input)} tokens in`,
      `${count(usage.cacheReadTokens)} of them from the cache`,
      `${count(usage.outputTokens)} out`,
      ...(usage.costUsd === undefined ? [] : [`$${usage.costUsd.toFixed(4)}`]),
    ];
    const model = head?.model ?? "no model yet";
    const size = [
      `${messages.length} messages`,
      ...(session.contextWindow === undefined ? [] : [`a window of ${count(session.contextWindow)} tokens`]),
    ];
    return {
      lines: [counts.join(" · "), [model, ...size].join(" · ")],
      data: { model: head?.model, usage, messages: messages.length, contextWindow: session.contextWindow },
    };
  },
});

function count(value: number): string {
  return value.toLocaleString("en-US");
}
