import { canvasKindOf } from "../canvas/canvas-state.ts";
import type { CanvasDocument } from "../canvas/canvas-state.ts";
import type { AnswerPart, CallFacts, CallPart } from "./entry.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a call is asked for, as far as its text is JSON. */
export function argumentsOf({ arguments: written }: Pick<CallPart, "arguments">): Fields | undefined {
  return fieldsIn(written);
}

function fieldsIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Only what has fields is asked for one.
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON on several lines; any other text as it is. */
export function pretty(text: string): string {
  const value = fieldsIn(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

const telling = [
  "command",
  "path",
  "file_path",
  "query",
  "pattern",
  "url",
  "question",
  "goal",
  "task",
  "name",
];

/** A short phrase for people, where the tool has said none. */
export function callDetail(part: CallPart): string {
  if (part.facts.detail !== undefined) return part.facts.detail;
  const fields = argumentsOf(part) ?? {};
  const found = telling.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found.replaceAll(/\s+/g, " ").slice(0, 300) : "";
}

const emojis: Readonly<Record<string, string>> = {
  terminal: "💻",
  process: "⚙️",
  execute_code: "🐍",
  read_file: "📖",
  write_file: "✍️",
  patch: "🔧",
  search_files: "🔎",
  todo: "📋",
  clarify: "❓",
  delegate_task: "🔀",
  memory: "🧠",
  session_search: "🔎",
  web_search: "🔍",
  web_extract: "📄",
  web_crawl: "🕸️",
  canvas: "🖼️",
  cronjob: "⏰",
  skill_view: "📖",
  skills_list: "📚",
};

export function emojiOf({ name, facts }: CallPart): string {
  return facts.emoji ?? emojis[name] ?? (name.startsWith("browser") ? "🌐" : "⚡");
}

export type CallState = "writing" | "running" | "waiting" | "done" | "failed" | "notRun" | "open";

export interface CallStateOptions {
  readonly isRunning: boolean;
  readonly isWaiting: boolean;
}

export function callStateOf(part: CallPart, { isRunning, isWaiting }: CallStateOptions): CallState {
  const { result, isStarted, notRun } = part.facts;
  if (result !== undefined) {
    if (result.isNotRun || notRun !== undefined) return "notRun";
    return result.isError ? "failed" : "done";
  }
  if (isWaiting) return "waiting";
  if (!isRunning) return "open";
  return part.isWritten && isStarted !== true ? "writing" : "running";
}

export interface ShownResultText {
  readonly kind: "output" | "json" | "error";
  readonly text: string;
}

/** A result as people read it: what a command printed, what went wrong, or JSON on several lines. */
export function resultText({ result }: CallFacts): ShownResultText | undefined {
  if (result === undefined) return undefined;
  const fields = fieldsIn(result.content);
  const text = (name: string): string | undefined => {
    const value = fields?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const error = text("error");
  if (result.isError && error !== undefined)
    return { kind: "error", text: [error, text("hint")].filter(Boolean).join("\n") };
  const output = text("output");
  if (output !== undefined && !result.isError) {
    const code = fields?.["exit_code"];
    const ending = typeof code === "number" && code !== 0 ? `\nexit code ${code}` : "";
    return { kind: "output", text: `${output.replace(/\n$/, "")}${ending}` };
  }
  return { kind: result.isError ? "error" : "json", text: pretty(result.content) };
}

/** What a call has changed in a file: as the tool says it, else as its arguments do. */
export function diffOfCall(part: CallPart): string | undefined {
  if (part.facts.diff !== undefined) return part.facts.diff === "" ? undefined : part.facts.diff;
  const fields = argumentsOf(part);
  if (part.name !== "patch" || fields === undefined) return undefined;
  const { old_string: before, new_string: after, patch } = fields;
  if (typeof patch === "string") return patch;
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  const lines = (sign: string, text: string): readonly string[] =>
    text === ""
      ? []
      : text
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => sign + line);
  return [...lines("-", before), ...lines("+", after)].join("\n");
}

/** A file that was written and can be seen beside the chat. */
export function canvasOf(part: CallPart): CanvasDocument | undefined {
  const { path, content } = (part.name === "write_file" && argumentsOf(part)) || {};
  if (typeof path !== "string" || typeof content !== "string") return undefined;
  const kind = canvasKindOf(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "");
  return kind === undefined ? undefined : { title: path.split("/").at(-1) ?? path, kind, text: content };
}

/** The parts of an answer in their order; calls in a row, with what was thought between them, as one. */
export type AnswerBlock =
  | { readonly kind: "words"; readonly part: Exclude<AnswerPart, CallPart> }
  | { readonly kind: "calls"; readonly parts: readonly AnswerPart[] };

export function blocksOf(parts: readonly AnswerPart[]): readonly AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  for (const [index, part] of parts.entries()) {
    const last = blocks.at(-1);
    const isBetween = part.type === "reasoning" && parts[index + 1]?.type === "call";
    if (last?.kind === "calls" && (part.type === "call" || isBetween))
      blocks[blocks.length - 1] = { kind: "calls", parts: [...last.parts, part] };
    else if (part.type === "call") blocks.push({ kind: "calls", parts: [part] });
    else blocks.push({ kind: "words", part });
  }
  return blocks;
}
