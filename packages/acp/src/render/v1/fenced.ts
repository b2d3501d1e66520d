import type { ToolCallContent } from "@agentclientprotocol/sdk";

/** Longer texts are cut: an editor keeps every one. */
const longest = 20_000;

/** A text that is shown as it is: editors read what they get as Markdown. */
export function fenced(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: fence(cut(text)) } };
}

export function fence(text: string): string {
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = "`".repeat(longestRun + 1);
  return `${marks}\n${text.replace(/\n$/, "")}\n${marks}`;
}

function cut(text: string): string {
  const left = text.length - longest;
  return left > 0 ? `${text.slice(0, longest)}\n… ${left} more characters` : text;
}
