import { sample } from "@hermes/tooling/sample";
import type { AtProcessLevel, Attempt } from "./attempt.ts";
import { files } from "./attempts-on-files.ts";
import { network } from "./attempts-on-network.ts";
import { processes } from "./attempts-on-processes.ts";
import { rights } from "./attempts-on-rights.ts";
import { javascriptAttempts } from "./javascript-attempts.ts";

export const attempts: readonly Attempt[] = [
  ...processes,
  ...rights,
  ...files,
  ...network,
  ...javascriptAttempts,
];

/** One of six; all of them with `HERMES_TEST_LONG=1`. */
export function some(list: readonly Attempt[]): readonly Attempt[] {
  return sample("attempts to break out", list, 6);
}

const words: Readonly<Record<AtProcessLevel, string>> = {
  succeeds: "**yes**",
  fails: "no",
  root: "as root",
  varies: "depends on the system",
  untried: "as far as your rights go",
};

/** The table of the page about the sandbox, as the formatter would write it. */
export function tableOfAttempts(): string {
  const rows = attempts.map(({ name, language, process: level }) => [
    name,
    language === "python" ? "Python" : "JavaScript",
    "no",
    words[level],
  ]);
  const lines = [["code tries to reach", "in", "jail", "process"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = lines;
  return [
    format(head),
    `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`,
    ...body.map(format),
  ].join("\n");
}
