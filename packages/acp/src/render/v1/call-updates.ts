import type { ToolCall, ToolCallContent, ToolCallLocation, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { ToolCallEnd, ToolCallStart } from "@hermes/agent-loop";
import { resolve } from "node:path";
import { diffContents } from "./diff-contents.ts";
import { fenced } from "./fenced.ts";
import { resultText } from "./result-text.ts";
import { toolKindOf } from "./tool-kind.ts";

/** A larger result is shown, and not given again as data. */
const longestRaw = 20_000;

/** A call before its arguments are known. */
export function draftedCall(callId: string, name: string): ToolCall {
  return { toolCallId: callId, title: name, name, kind: toolKindOf(name), status: "pending" };
}

/** A call that begins. */
export function startedCall(
  { callId, name, detail, arguments: args, input }: ToolCallStart,
  folder: string,
): ToolCall {
  const given = input ?? parsed(args);
  return {
    ...draftedCall(callId, name),
    title: titleOf(name, detail),
    status: "in_progress",
    locations: locationsOf(given, folder),
    rawInput: given,
  };
}

/** What a call gave. `shownBefore`: the changes that a person has seen, or its terminal, where the result shows none. */
export function endedCall(
  { callId, content, isError, output, shown }: ToolCallEnd,
  { folder, shownBefore }: { readonly folder: string; readonly shownBefore: readonly ToolCallContent[] },
): ToolCallUpdate {
  const contents = shown === undefined ? shownBefore : diffContents(shown.diff, folder);
  const text = fenced(resultText(content));
  const terminals = shownBefore.filter(({ type }) => type === "terminal");
  return {
    toolCallId: callId,
    status: isError ? "failed" : "completed",
    content: isError ? [...terminals, text] : contents.length === 0 ? [text] : [...contents],
    ...(output === undefined || content.length > longestRaw ? {} : { rawOutput: output }),
  };
}

/** On one line; what begins with the name of the tool does not say it twice. */
export function titleOf(name: string, detail: string | undefined): string {
  const line = (detail ?? "").replaceAll(/\s+/g, " ").trim();
  if (line === "") return name;
  return `${name}: ${line.startsWith(`${name} `) ? line.slice(name.length + 1) : line}`;
}

function locationsOf(input: unknown, folder: string): ToolCallLocation[] {
  if (typeof input !== "object" || input === null || !("path" in input)) return [];
  const { path } = input;
  if (typeof path !== "string" || path === "") return [];
  const line = "offset" in input && typeof input.offset === "number" ? input.offset : undefined;
  const isLine = line !== undefined && Number.isInteger(line) && line > 0;
  return [{ path: resolve(folder, path), ...(isLine ? { line } : {}) }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Models write what is no JSON; the call then fails with that.
    return text;
  }
}
