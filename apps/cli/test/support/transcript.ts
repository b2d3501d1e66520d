import type { AgentEvent } from "@hermes/agent-loop";
import { createStyle } from "../../src/render/style.ts";
import { loadMarkdown } from "../../src/screen/markdown/load-markdown.ts";
import { Transcript, type TranscriptOptions } from "../../src/screen/transcript.ts";

const plain = createStyle(false);
const markdown = await loadMarkdown();
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

export interface OpenedTranscript {
  readonly transcript: Transcript;
  play(...events: readonly AgentEvent[]): void;
  /** Moves the clock. */
  pass(ms: number): void;
}

/** A transcript whose clock stands still until it is moved. */
export function openTranscript(options: Partial<TranscriptOptions> = {}): OpenedTranscript {
  let now = 0;
  const transcript = new Transcript({ style: plain, now: () => now, markdown, ...options });
  const play = (...events: readonly AgentEvent[]): void => {
    for (const event of events) transcript.event(event);
  };
  return { transcript, play, pass: (ms: number) => void (now += ms) };
}

/** What settles now, and what stands below it. */
export function everything(transcript: Transcript, columns: number = 80): readonly string[] {
  return [...transcript.settle(columns), ...transcript.live(columns, 1_000)];
}

export const begin: AgentEvent = { type: "turn-start", sessionId: "s", turn: 1 };
export const request = (round: number = 1): AgentEvent => ({ type: "request-start", round });
export const say = (text: string): AgentEvent => ({ type: "text-delta", text });
export const requestEnd: AgentEvent = { type: "request-end", round: 1, finishReason: "stop", usage };
export const start = (callId: string, name: string = "terminal", detail: string = "ls"): AgentEvent => ({
  ...{ type: "tool-call-start", callId, name, emoji: "💻", detail, arguments: "{}" },
});
export const end = (
  callId: string,
  over: Partial<Extract<AgentEvent, { type: "tool-call-end" }>> = {},
): AgentEvent => ({
  ...{ type: "tool-call-end", callId, name: "terminal", isError: false, durationMs: 300, content: "{}" },
  ...over,
});
export const done = (over: Partial<Extract<AgentEvent, { type: "turn-end" }>> = {}): AgentEvent => ({
  ...{ type: "turn-end", reason: "answered", text: "", rounds: 1, usage },
  ...over,
});
