import type { ToolCallContent } from "@agentclientprotocol/sdk";
import { resolve } from "node:path";
import { fenced } from "./fenced.ts";

interface Hunk {
  readonly path: string;
  readonly isNew: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * A unified diff as an editor shows it: one content for each place that changes. What is no diff of files, such as the
 * scripts of a command, is shown as text.
 *
 * @param folder Where relative paths begin; absolute.
 */
export function diffContents(diff: string, folder: string): readonly ToolCallContent[] {
  const { hunks, rest } = readHunks(diff);
  const text = rest.join("\n").trim();
  return [
    ...hunks.map(({ path, isNew, before, after }): ToolCallContent => ({
      type: "diff",
      path: resolve(folder, path),
      oldText: isNew ? null : before.join("\n"),
      newText: after.join("\n"),
    })),
    ...(text === "" ? [] : [fenced(text)]),
  ];
}

/** `rest`: lines that belong to no change. */
function readHunks(diff: string): { readonly hunks: readonly Hunk[]; readonly rest: readonly string[] } {
  const lines = diff.split("\n");
  const hunks: Hunk[] = [];
  const rest: string[] = [];
  let path: string | undefined;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      path = pathIn(next.slice(4));
      at += 2;
      continue;
    }
    const head = hunkHead.exec(line);
    if (path === undefined || head === null) {
      rest.push(line);
      at += 1;
      continue;
    }
    const [, start, old = "1", now = "1"] = head;
    const body = readBody(lines, at + 1, { before: Number(old), after: Number(now) });
    hunks.push({ path, isNew: start === "0" && old === "0", before: body.before, after: body.after });
    at = body.end;
  }
  return { hunks, rest };
}

/** As many lines as the head names: a line of the file may look like a head itself. */
function readBody(
  lines: readonly string[],
  from: number,
  counts: { readonly before: number; readonly after: number },
): { readonly before: readonly string[]; readonly after: readonly string[]; readonly end: number } {
  const before: string[] = [];
  const after: string[] = [];
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? "";
    const sign = line[0];
    const isLast = before.length >= counts.before && after.length >= counts.after;
    if (sign === "\\") continue;
    if (isLast || (sign !== " " && sign !== "-" && sign !== "+")) break;
    if (sign !== "+") before.push(line.slice(1));
    if (sign !== "-") after.push(line.slice(1));
  }
  return { before, after, end };
}

/** A file that is moved is named by both of its paths. */
function pathIn(named: string): string {
  return named.split(" → ").at(-1) ?? named;
}
