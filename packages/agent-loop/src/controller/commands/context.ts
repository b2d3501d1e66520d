import type { ContextPart, ContextUsage } from "../../session/context-usage.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const contextCommand: SlashCommand = defineSlashCommand({
  name: "context",
  kind: "info",
  summary: "Show what fills the model's window: prompt, tools, messages, room left.",
  whileBusy: true,
  async run({ session }) {
    const usage = await session.agent.context();
    return { lines: linesOf(usage), data: usage };
  },
});

/** As text alone, for entry points that draw nothing. */
function linesOf({
  tokens,
  counted,
  contextWindow,
  free,
  parts,
  condenseAt,
}: ContextUsage): readonly string[] {
  const share = Math.round((tokens / contextWindow) * 100);
  const used = `${counted ? "" : "≈ "}${count(tokens)} of ${count(contextWindow)} tokens (${share} %)`;
  const limit = condenseAt === undefined ? [] : [`condensed from ${count(condenseAt)} on`];
  return [
    [used, `room for ${count(free)} more`, ...limit].join(" · "),
    ...(["prompt", "tools", "messages"] as const).flatMap((group) => lineOf(group, parts)),
  ];
}

function lineOf(group: ContextPart["group"], all: readonly ContextPart[]): readonly string[] {
  const parts = all.filter((part) => part.group === group);
  if (parts.length === 0) return [];
  const sum = parts.reduce((total, { tokens }) => total + tokens, 0);
  const each = parts.map(
    ({ kind, name, tokens }) => `${kind === "result" ? `result of ${name}` : name} ${count(tokens)}`,
  );
  return [`${group} ≈ ${count(sum)}: ${each.join(", ")}`];
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
