import { HermesError } from "@hermes/registry";
import { searchTimeoutMs } from "./search-engine.ts";
import type { LineMatch, MatchRequest, SearchEngine, SearchScope } from "./search-engine.ts";

/** Thrown when there is no ripgrep where the files are. */
export class RipgrepMissing extends Error {
  override readonly name = "RipgrepMissing";
}

/** Output beyond this is a search that nobody meant. */
const maxOutputChars = 32_000_000;

// What is skipped is said by the flags and by the .gitignore files in the tree, not by the settings of whoever runs
// it, so that every machine and the engine without ripgrep give the same answers. Folders above the root are looked
// at by the caller.
const baseFlags = [
  "--no-config",
  "--color=never",
  "--no-messages",
  "--no-require-git",
  "--no-ignore-dot",
  "--no-ignore-exclude",
  "--no-ignore-global",
  "--no-ignore-parent",
  "--max-filesize=32M",
];

/** Searches by ripgrep, run through the backend. */
export const ripgrepEngine: SearchEngine = {
  async files(scope) {
    const output = await run(scope, ["--files", "--null", "./"]);
    return output
      .split("\0")
      .filter((path) => path !== "")
      .map(withoutDot);
  },

  async countMatches(scope, { pattern, accept }) {
    const output = await run(scope, ["--count", "--with-filename", "--null", "--crlf", "-e", pattern, "./"]);
    const counts = new Map<string, number>();
    for (const [, path = "", count] of output.matchAll(/([^\0]+)\0(\d+)\r?\n/g)) {
      const relative = withoutDot(path);
      if (accept(relative)) counts.set(relative, Number(count));
    }
    return counts;
  },

  async readMatches(scope, { pattern, requests, context }) {
    const most = Math.max(...requests.map(({ skip, take }) => skip + take));
    const paths = requests.map(({ path }) => `./${path}`);
    const flags = [
      "--json",
      "--crlf",
      `--context=${context}`,
      `--max-count=${most}`,
      "-e",
      pattern,
      "--",
      ...paths,
    ];
    const lines = collectLines(await run(scope, flags));
    return new Map(
      requests.map((request) => [request.path, pickMatches(lines.get(request.path), request, context)]),
    );
  },
};

async function run(
  { backend, root, taskId, signal }: SearchScope,
  flags: readonly string[],
): Promise<string> {
  const command = ["command rg", ...[...baseFlags, ...flags].map(quoteShellWord)].join(" ");
  const result = await backend.exec(command, {
    taskId,
    cwd: root,
    timeoutMs: searchTimeoutMs,
    signal,
    maxOutputChars,
  });
  signal.throwIfAborted();
  if (result.exitCode === 127) throw new RipgrepMissing();
  if (result.timedOut) throw failed(`The search took longer than ${searchTimeoutMs / 1000} s.`);
  if (result.truncated) throw failed("The search found too much.");
  // 2 also stands for a file that could not be read, of which nothing is said. What is said is about the pattern.
  const complaint = result.exitCode === 2 && /^(?!\.\/|\{")\s*\S/.test(result.output);
  if (complaint) throw failed(`ripgrep does not take the pattern: ${result.output.trim().slice(0, 600)}`);
  return result.output;
}

function failed(message: string): HermesError {
  return new HermesError(message, { code: "SEARCH_FAILED", hint: "Narrow it by path, glob or pattern." });
}

interface FileLines {
  readonly texts: Map<number, string>;
  readonly matches: number[];
}

/** Reads the JSON lines of ripgrep. @see https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html */
function collectLines(output: string): Map<string, FileLines> {
  const files = new Map<string, FileLines>();
  for (const json of output.split("\n")) {
    if (!json.startsWith('{"type":"match"') && !json.startsWith('{"type":"context"')) continue;
    // The shape is ripgrep's documented one.
    const { type, data } = JSON.parse(json) as RipgrepLine;
    const path = withoutDot(textOf(data.path));
    const file = files.get(path) ?? { texts: new Map<number, string>(), matches: [] };
    files.set(path, file);
    file.texts.set(data.line_number, textOf(data.lines).replace(/\r?\n$/, ""));
    if (type === "match") file.matches.push(data.line_number);
  }
  return files;
}

interface RipgrepLine {
  readonly type: "match" | "context";
  readonly data: { readonly path: RipgrepText; readonly lines: RipgrepText; readonly line_number: number };
}

/** Bytes, in base64, where it is not UTF-8. */
type RipgrepText = { readonly text: string } | { readonly bytes: string };

function textOf(value: RipgrepText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");
}

function pickMatches(
  file: FileLines | undefined,
  { skip, take }: MatchRequest,
  context: number,
): readonly LineMatch[] {
  if (file === undefined) return [];
  const linesOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => file.texts.get(first + index)).filter(
      (text) => text !== undefined,
    );
  return file.matches.slice(skip, skip + take).map((line) => ({
    line,
    text: file.texts.get(line) ?? "",
    before: linesOf(line - context, context),
    after: linesOf(line + 1, context),
  }));
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

/** Any text as one word of a POSIX shell. */
function quoteShellWord(text: string): string {
  return /^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
