import { HermesError } from "@hermes/registry";
import { searchTimeoutMs } from "./search-engine.ts";
import type { FileMatches, LineMatch, MatchRequest, SearchEngine, SearchScope } from "./search-engine.ts";

/** Thrown when there is no ripgrep where the files are. */
export class RipgrepMissing extends Error {
  override readonly name = "RipgrepMissing";
}

/** Output beyond this is a search that nobody meant. */
const maxOutputChars = 32_000_000;
/** Matches beyond this are counted first, and read page by page. */
const maxCollectedChars = 4_000_000;

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

  async findMatches(scope, { pattern, accept }) {
    // One run brings it all, unless it is more than anybody reads.
    const lines = await collectAll(scope, pattern);
    const accepts = await accept;
    if (lines !== undefined) return new Map([...lines].filter(([path]) => accepts(path)));
    const output = await run(scope, ["--count", "--with-filename", "--null", "--crlf", "-e", pattern, "./"]);
    const counts = new Map<string, FileMatches>();
    for (const [, path = "", count] of output.matchAll(/([^\0]+)\0(\d+)\r?\n/g)) {
      const relative = withoutDot(path);
      if (accepts(relative)) counts.set(relative, { count: Number(count), lines: undefined });
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

/** Undefined when there are too many lines to bring. */
async function collectAll(
  scope: SearchScope,
  pattern: string,
): Promise<Map<string, FileMatches> | undefined> {
  const output = await tryRun(scope, ["--json", "--crlf", "-e", pattern, "./"], maxCollectedChars);
  if (output === undefined) return undefined;
  const files = [...collectLines(output)].map(([path, file]) => {
    const lines = pickMatches(file, { path, skip: 0, take: Number.POSITIVE_INFINITY }, 0);
    return [path, { count: lines.length, lines }] as const;
  });
  return new Map(files);
}

async function run(scope: SearchScope, flags: readonly string[]): Promise<string> {
  const output = await tryRun(scope, flags, maxOutputChars);
  if (output === undefined) throw failed("The search found too much.");
  return output;
}

/** Undefined when the output is longer than it may be. */
async function tryRun(
  { backend, root, taskId, signal }: SearchScope,
  flags: readonly string[],
  maxChars: number,
): Promise<string | undefined> {
  // In the place of the shell: a fork less, and nothing of its state to be stored.
  const command = ["exec rg", ...[...baseFlags, ...flags].map(quoteShellWord)].join(" ");
  const result = await backend.exec(command, {
    taskId,
    cwd: root,
    timeoutMs: searchTimeoutMs,
    signal,
    maxOutputChars: maxChars,
  });
  signal.throwIfAborted();
  if (result.exitCode === 127) throw new RipgrepMissing();
  if (result.timedOut) throw failed(`The search took longer than ${searchTimeoutMs / 1000} s.`);
  if (result.truncated) return undefined;
  // 2 also stands for a file that could not be read, of which nothing is said. What is said is about the pattern.
  const complaint = result.exitCode === 2 && /^(?!\.\/|\{")\s*\S/.test(result.output);
  if (complaint) throw failed(`ripgrep does not take the pattern: ${result.output.trim().slice(0, 600)}`);
  return result.output;
}

function failed(message: string): HermesError {
  return new HermesError(message, {
    code: "SEARCH_FAILED",
    hint: "Narrow it by path, file_glob or pattern.",
  });
}

interface FileLines {
  readonly texts: Map<number, string>;
  readonly matches: number[];
}

/** Reads the JSON lines of ripgrep. @see https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html */
function collectLines(output: string): Map<string, FileLines> {
  const files = new Map<string, FileLines>();
  for (const json of output.split("\n")) {
    const isEnd = json.startsWith('{"type":"end"');
    if (!isEnd && !json.startsWith('{"type":"match"') && !json.startsWith('{"type":"context"')) continue;
    // The shape is ripgrep's documented one.
    const { type, data } = JSON.parse(json) as RipgrepLine;
    const path = withoutDot(textOf(data.path));
    if (type === "end") {
      // What was found in a file before it turned out to be binary does not count.
      if (data.binary_offset !== null) files.delete(path);
      continue;
    }
    const file = files.get(path) ?? { texts: new Map<number, string>(), matches: [] };
    files.set(path, file);
    file.texts.set(data.line_number, textOf(data.lines).replace(/\r?\n$/, ""));
    if (type === "match") file.matches.push(data.line_number);
  }
  return files;
}

type RipgrepLine =
  | {
      readonly type: "match" | "context";
      readonly data: {
        readonly path: RipgrepText;
        readonly lines: RipgrepText;
        readonly line_number: number;
      };
    }
  | {
      readonly type: "end";
      readonly data: { readonly path: RipgrepText; readonly binary_offset: number | null };
    };

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
