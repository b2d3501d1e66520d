import type { ToolContext } from "@hermes/registry";
import { plainText } from "../processes/plain-text.ts";

const progressEveryMs = 250;

/** Passes on the newest line, not more often than people can read. */
export function progressReporter(
  { progress }: ToolContext,
  now: () => number,
): ((text: string) => void) | undefined {
  if (progress === undefined) return undefined;
  let reportedAt = now();
  return (text) => {
    if (now() - reportedAt < progressEveryMs) return;
    const line = plainText(text)
      .split(/[\r\n]+/)
      .findLast((each) => each.trim() !== "");
    if (line === undefined) return;
    reportedAt = now();
    progress({ text: oneLine(line) });
  };
}

export function oneLine(text: string): string {
  const flat = text.trim().replace(/\s+/g, " ");
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat;
}
