import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry/errors";
import { textOf } from "../message-row.ts";
import type { Journal } from "../journal.ts";
import { sessionNotFound } from "../session-not-found.ts";
import type { SessionStore } from "../session-store.ts";
import type { StoredMessage } from "../stored-message.ts";
import { toTranscript } from "./transcript.ts";

/** `jsonl`: one message per line, as it can be imported again. `sharegpt`: one line of JSON for training. `markdown`: for people. */
export type ExportFormat = "jsonl" | "sharegpt" | "markdown";

/** What is read of the store. */
export interface ExportSource {
  readonly journal: Pick<Journal, "load">;
  readonly sessions: Pick<SessionStore, "get">;
  messages(sessionId: string): readonly StoredMessage[];
}

/** A call that a tool made by itself, such as one of a script: it is no message of the session. */
export interface InnerCall {
  readonly tool: string;
  /** JSON. */
  readonly arguments: string;
  /** `unknown`: it was begun, and nobody knows what came of it. */
  readonly outcome: "done" | "failed" | "unknown";
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs?: number | undefined;
}

/** By the id of the call that made them. */
export type InnerCalls = ReadonlyMap<string, readonly InnerCall[]>;

/**
 * Which inner calls belong to which message. Some servers give the same id to calls of several turns: then the time of
 * the results tells them apart. Messages must come in their order.
 */
export function createInnerCallReader(
  innerCalls: InnerCalls,
): (stored: Pick<StoredMessage, "message" | "at">) => readonly InnerCall[] {
  const resultAt = new Map<string, number>();
  return ({ message, at }) => {
    if (message.role !== "tool") return [];
    const from = resultAt.get(message.callId) ?? -Infinity;
    resultAt.set(message.callId, at);
    const calls = innerCalls.get(message.callId) ?? [];
    return calls.filter(({ startedAt }) => startedAt > from && startedAt <= at);
  };
}

export interface ExportSessionOptions {
  /** @default none */
  readonly innerCalls?: InnerCalls | undefined;
}

/**
 * Everything that was said in a session as a text that ends with a line break.
 *
 * @throws {HermesError} `STATE_SESSION_NOT_FOUND`, `STATE_UNKNOWN_FORMAT`.
 */
export function exportSession(
  state: ExportSource,
  sessionId: string,
  format: ExportFormat,
  { innerCalls = new Map() }: ExportSessionOptions = {},
): string {
  const session = state.sessions.get(sessionId);
  if (session === undefined) throw sessionNotFound(sessionId);
  const said = state.messages(sessionId).filter(({ fromCompression }) => !fromCompression);
  const madeBy = createInnerCallReader(innerCalls);
  switch (format) {
    case "jsonl": {
      const head = state.journal.load(sessionId)?.head;
      const meta = {
        role: "session_meta",
        session_id: session.id,
        title: session.title,
        model: session.model,
        platform: session.platform,
        cwd: session.cwd,
        user_id: session.userId,
        parent_session_id: session.parentId,
        system: head?.system ?? "",
        timestamp: session.startedAt / 1_000,
      };
      return [meta, ...said.map((each) => withCalls(toTranscript(each.message, each.at), madeBy(each)))]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
    }
    case "sharegpt": {
      const system = state.journal.load(sessionId)?.head.system ?? "";
      const conversations = [
        ...(system === "" ? [] : [{ from: "system", value: system }]),
        ...said.map(({ message }) => ({ from: speaker(message), value: trainingText(message) })),
      ];
      return `${JSON.stringify({ id: session.id, model: session.model, conversations })}\n`;
    }
    case "markdown": {
      const date = new Date(session.startedAt).toISOString().slice(0, 10);
      const title = `# ${session.title || session.id}\n\n${date} · ${session.platform} · ${session.model}\n`;
      return title + said.map((each) => markdownOf(each.message) + innerMarkdown(madeBy(each))).join("");
    }
    default:
      throw new HermesError(`There is no export format "${String(format)}".`, {
        code: "STATE_UNKNOWN_FORMAT",
        hint: "Use jsonl, sharegpt or markdown.",
      });
  }
}

/** A field that an import leaves aside. */
function withCalls(line: object, calls: readonly InnerCall[]): object {
  if (calls.length === 0) return line;
  const inner = calls.map(({ tool, arguments: args, outcome, startedAt, durationMs }) => ({
    name: tool,
    arguments: args,
    outcome,
    timestamp: startedAt / 1_000,
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
  }));
  return { ...line, inner_calls: inner };
}

function innerMarkdown(calls: readonly InnerCall[]): string {
  if (calls.length === 0) return "";
  const ends = { done: "", failed: " (failed)", unknown: " (outcome unknown)" };
  const lines = calls.map(({ tool, arguments: args, outcome }) => `- \`${tool}\`${ends[outcome]} ${args}`);
  return `\nCalls made by the script:\n\n${lines.join("\n")}\n`;
}

function speaker({ role }: Message): string {
  return { user: "human", assistant: "gpt", tool: "tool" }[role];
}

function trainingText(message: Message): string {
  if (message.role === "tool") {
    const result = { tool_call_id: message.callId, name: message.name, content: message.content };
    return `<tool_response>\n${JSON.stringify(result)}\n</tool_response>`;
  }
  if (message.role === "user")
    return [textOf(message), mediaOf(message)].filter((part) => part !== "").join("\n\n");
  return message.content
    .flatMap((part) => {
      if (part.type === "text") return [part.text];
      if (part.type === "reasoning") return [`<think>\n${part.text}\n</think>`];
      if (part.type === "tool-call")
        return [
          `<tool_call>\n{"name": ${JSON.stringify(part.name)}, "arguments": ${part.arguments}}\n</tool_call>`,
        ];
      return [];
    })
    .join("\n");
}

function markdownOf(message: Message): string {
  if (message.role === "tool") return `\n## ${message.name}\n\n${fenced(message.content)}\n`;
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((part) =>
          part.type === "tool-call" ? [`- \`${part.name}\` ${part.arguments}`] : [],
        )
      : [];
  const parts = [textOf(message), mediaOf(message), calls.join("\n")].filter((part) => part !== "");
  return `\n## ${message.role === "user" ? "Person" : "Assistant"}\n\n${parts.join("\n\n")}\n`;
}

/** What came with words, by its name. */
function mediaOf(message: Message): string {
  if (message.role !== "user") return "";
  return message.content
    .flatMap((part) => {
      if (part.type === "text") return [];
      return [
        `- ${part.type}: ${part.type === "file" && part.name !== undefined ? part.name : part.mediaType}`,
      ];
    })
    .join("\n");
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
