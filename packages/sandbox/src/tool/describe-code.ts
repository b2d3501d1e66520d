import type { LanguageName } from "../code-runner.ts";
import type { IsolationLevel } from "../jail.ts";
import { javascriptSignature } from "../languages/javascript-module.ts";
import { pythonSignature } from "../languages/python-module.ts";
import { firstSentence } from "../languages/signatures.ts";
import type { SandboxLimits } from "../limits.ts";
import type { SandboxTool } from "../sandbox-tool.ts";

export interface DescribeCodeOptions {
  readonly tools: readonly SandboxTool[];
  readonly languages: readonly LanguageName[];
  readonly level: IsolationLevel;
  readonly limits: SandboxLimits;
}

/** What the model is told about `execute_code`: the same words for the whole session. */
export function describeCode({ tools, languages, level, limits }: DescribeCodeOptions): string {
  const python = level !== "deno" && languages.includes("python");
  const seconds = Math.round(limits.timeoutMs / 1000);
  return [
    "Run a script that calls tools; only what it prints comes back to you.",
    "",
    "Use it for 3 or more tool calls with logic between them, for loops and branches over results, and to filter large results down to what matters. Do not use it for one or two calls, nor where you must read and judge a whole result yourself: call the tool.",
    "",
    `Each run is a fresh process (${place(level)}) unless \`session\` names one that keeps its variables. At most ${seconds} s, ${limits.maxCalls} tool calls, ${thousands(limits.maxOutputChars)} characters of output. The usual permissions apply to every call.`,
    "",
    ...(python ? pythonPart(tools) : []),
    ...(python ? ["", javascriptBeside] : javascriptPart(tools)),
  ].join("\n");
}

function place(level: IsolationLevel): string {
  return places[level];
}

const places: Readonly<Record<IsolationLevel, string>> = {
  jail: "in a jail: a scratch folder, no network, none of the person's files; those only through tools",
  deno: "JavaScript in Deno: a scratch folder, no network, no programs, none of the person's files; those only through tools. Python is refused: it needs a jail that is missing here",
  process: "NOT in a jail: be careful",
};

function pythonPart(tools: readonly SandboxTool[]): readonly string[] {
  if (tools.length === 0) return ["No tools can be called in this session."];
  return [
    "Python: `from hermes_tools import ...`. Each function returns what its tool returns, as a dict; a failure raises `ToolError`. Calls at the same time: `parallel(lambda: f(1), lambda: f(2))`, threads, or `await aio.f(1)`.",
    ...usual(tools).map((tool) => `- ${pythonSignature(tool).replaceAll('"', "")}${returns(tool)}`),
    ...others(tools),
  ];
}

const javascriptBeside =
  'JavaScript or TypeScript (ES module): `import { f } from "hermes-tools"`; every function takes one object, `await f({ path: "a" })`, failures throw `ToolError`, `Promise.all` works.';

function javascriptPart(tools: readonly SandboxTool[]): readonly string[] {
  if (tools.length === 0) return ["No tools can be called in this session."];
  return [
    'JavaScript or TypeScript (ES module): `import { ... } from "hermes-tools"`. Each function gives what its tool returns, as an object; a failure throws `ToolError`. `Promise.all` works.',
    ...usual(tools).map((tool) => `- ${javascriptSignature(tool)}${returns(tool)}`),
    ...others(tools),
  ];
}

function usual(tools: readonly SandboxTool[]): readonly SandboxTool[] {
  return tools.filter(({ rare }) => rare !== true);
}

/** Many, and needed by few: their names are enough to know that they are there. */
function others(tools: readonly SandboxTool[]): readonly string[] {
  const names = tools.flatMap(({ name, rare }) => (rare === true ? [name] : []));
  return names.length === 0 ? [] : [`- also ${inGroups(names).join(", ")}, as tool_search shows them`];
}

/** `browser_*` for four names or more that begin so. */
function inGroups(names: readonly string[]): readonly string[] {
  const groupOf = (name: string): string => `${name.split("_", 1)[0]}_*`;
  const isLarge = (group: string): boolean => names.filter((name) => groupOf(name) === group).length > 3;
  return [...new Set(names.map((name) => (isLarge(groupOf(name)) ? groupOf(name) : name)))];
}

/** What code finds in a result: whoever writes it has not seen one yet. Tools that are not known here say what they do. */
function returns({ name, description }: SandboxTool): string {
  const keys = resultKeys.get(name);
  return keys === undefined ? `: ${firstSentence(description)}` : ` -> {${keys}}`;
}

const resultKeys: ReadonlyMap<string, string> = new Map([
  ["read_file", 'content (each line as "12|text"), total_lines, truncated'],
  ["write_file", "path, bytes, created"],
  ["patch", "path, replacements, diff"],
  ["search", "matches: [{path, line, text}], total, truncated"],
  ["terminal", "output, exit_code"],
]);

function thousands(count: number): string {
  // The system's own way loads the tables of all languages: 10 ms before the first request.
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
