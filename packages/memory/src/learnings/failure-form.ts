/**
 * A call without what changes from one time to the next: two calls of the same form are the same attempt. Spaces,
 * the order of keys, ids, times and folders for scratch files make no difference.
 */
export function callForm(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(settled(args))}`.slice(0, 600);
}

/** What is called, as far as failures of it have something to do with each other: `terminal git push`, `read_file`. */
export function callKind(tool: string, args: unknown): string {
  const command = commandOf(args);
  if (command === undefined) return tool;
  // Folders to work in and variables say nothing about what is run.
  const words = command
    .replace(/^\s*cd\s+\S+\s*(?:&&|;)\s*/, "")
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word) && word !== "sudo");
  const [program = "", next = ""] = words;
  return /^[a-z][a-z-]*$/.test(next) ? `${tool} ${program} ${next}` : `${tool} ${program}`;
}

/**
 * The line of a failed result that says what is wrong, without what changes from one time to the next. Folders go, the
 * last part of a path stays: a hint for another file would be a wrong one.
 *
 * @returns Undefined when the result says nothing by which it could be known again.
 */
export function errorForm(text: string): string | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => withoutColours(line).trim())
    .filter((line) => line !== "" && line.length < 2_000);
  const isTraceback = lines.some((line) => line.startsWith("Traceback (most recent call last)"));
  const line = isTraceback ? lines.at(-1) : (lines.find((each) => telling.test(each)) ?? lines.at(-1));
  const form = line === undefined ? "" : withoutFolders(masked(line)).slice(0, 300);
  // A number or a single mark would be found in much that has nothing to do with it.
  return /\p{L}{3}/u.test(form) && form.length >= 8 ? form : undefined;
}

/** What a result of a tool says about its failure; undefined when it did not fail. */
export function failureText(result: {
  readonly content: string;
  readonly isError: boolean;
}): string | undefined {
  const value = parse(result.content);
  if (typeof value !== "object" || value === null) return result.isError ? result.content : undefined;
  const said = (key: string): string => {
    const found: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    return typeof found === "string" ? found : "";
  };
  if ("error" in value && said("error") !== "") return said("error");
  if ("exit_code" in value && typeof value.exit_code === "number" && value.exit_code !== 0)
    return said("output");
  return result.isError ? result.content : undefined;
}

/** How much of what one call or text says the other says too, from 0 to 1. The name of the tool and of arguments don't count. */
export function likenessOf(left: string, right: string): number {
  const [ones, others] = [wordsOf(left), wordsOf(right)];
  const shared = [...ones].filter((word) => others.has(word)).length;
  return shared / Math.max(1, Math.min(ones.size, others.size));
}

function wordsOf(form: string): ReadonlySet<string> {
  const [, json] = /^\S+ (\{.*)$/s.exec(form) ?? [];
  const said = json === undefined ? form : json.replaceAll(/"[\w-]+":/g, " ");
  return new Set(said.match(/[\p{L}\p{N}]+/gu));
}

const telling =
  /error|fail|not found|cannot|can't|could not|unable|denied|refused|no such|invalid|unknown|unrecognized|missing|exception|fatal|undefined|unsupported|already|timed? ?out|conflict|must |not a |not allowed|required|expected/i;

function masked(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, "<time>")
    .replace(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>")
    .replace(/(?<![\w/])\/(?:tmp|var\/folders|private\/tmp|dev\/shm)\/[\w.-]+/g, "<scratch>")
    .replace(/\b0x[0-9a-f]+\b/gi, "<id>")
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<id>")
    .replace(/([\w)]):\d+(?::\d+)?\b/g, (whole: string, before: string) =>
      /:\d{4,5}$/.test(whole) ? whole : `${before}:<line>`,
    )
    .replace(/\bline \d+/gi, "line <line>")
    .replace(/\b(pid|process) \d+/gi, "$1 <id>")
    .replace(/\b\d+(?:\.\d+)?\s?(?:ms|s|seconds?|minutes?)\b/gi, "<duration>")
    .replace(/\d{6,}/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
}

/** The folders of addresses stay: they are not those of files. */
function withoutFolders(text: string): string {
  return text.replace(/(?<![\w:/\\.>])(?:[A-Za-z]:)?(?:[\\/][\w.@+~-]+)+[\\/]([\w.@+~-]+)/g, "<dir>/$1");
}

function settled(value: unknown): unknown {
  if (typeof value === "string") return masked(value);
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, settled(each)]));
}

function commandOf(args: unknown): string | undefined {
  if (typeof args !== "object" || args === null || !("command" in args)) return undefined;
  return typeof args.command === "string" ? args.command : undefined;
}

function withoutColours(line: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal begin with one
  return line.replace(/\u001B\[[0-9;]*m/g, "");
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
