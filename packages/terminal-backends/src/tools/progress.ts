import type { ToolContext } from "@hermes/registry";
import { plainText } from "../processes/plain-text.ts";

const progressEveryMs = 250;
const shownLines = 5;
/** More than that the newest lines do not need. */
const keptChars = 4_000;

export interface ProgressReporter {
  /** The next piece of an output. */
  push(text: string): void;
  /** Nothing more comes. */
  end(): void;
}

/** Passes the newest lines of an output on, not more often than people can read, and the last ones soon. */
export function progressReporter({ progress }: ToolContext): ProgressReporter | undefined {
  if (progress === undefined) return undefined;
  let tail = "";
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    const lines = plainText(tail)
      .split(/[\r\n]+/)
      .filter((each) => each.trim() !== "")
      .slice(-shownLines)
      .map(cutLine);
    const newest = lines.at(-1);
    if (newest !== undefined) progress({ text: oneLine(newest), lines });
  };
  return {
    push(text) {
      tail = (tail + text).slice(-keptChars);
      timer ??= setTimeout(report, progressEveryMs);
    },
    end() {
      clearTimeout(timer);
    },
  };
}

export function oneLine(text: string): string {
  return cutLine(text.trim().replace(/\s+/g, " "));
}

function cutLine(line: string): string {
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
