import { afterEach, expect } from "vitest";
import type { Message, Model, ModelEvent, ModelRequest, ToolMessage } from "@hermes/models";
import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { assertStablePrefix } from "@hermes/models/testing";
import { z } from "zod";
import { defineTool } from "../src/index.ts";
import type { AgentEvent, JournalEntry, SessionJournal, Tool, TurnEnd } from "../src/index.ts";
import { memoryJournal } from "../src/index.ts";

const models: ScriptedModel[] = [];

// Every request that a test records must extend the one before it.
afterEach(() => {
  for (const model of models.splice(0)) assertStablePrefix(model.requests);
});

/** A scripted model whose requests are checked for a stable prefix after the test. */
export function script(...args: Parameters<typeof scripted>): ScriptedModel {
  const model = scripted(...args);
  models.push(model);
  return model;
}

/** A model that yields what it is given. */
export function modelOf(stream: Model["stream"]): Model {
  return { id: "made", provider: "test", contextWindow: 128_000, stream };
}

export function finish(text: string, requestUsage: Partial<Record<string, number>> = {}): ModelEvent {
  const usage = {
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  const content = [{ type: "text", text } as const];
  return {
    type: "finish",
    message: { role: "assistant", content, finishReason: "stop" },
    finishReason: "stop",
    usage: { ...usage, ...requestUsage },
  };
}

/** Answers what it was given; runs beside others. */
export function echoTool(
  options: Partial<Pick<Tool, "concurrency" | "readOnly" | "maxResultChars" | "provenance">> = {},
): Tool {
  return defineTool({
    name: "echo",
    toolset: "test",
    description: "Answers with the text.",
    input: z.object({ text: z.string() }),
    concurrency: "parallel",
    ...options,
    async execute({ text }) {
      return { text };
    },
  });
}

/** A tool without parameters that does what the test says. */
export function toolThat(
  name: string,
  execute: (signal: AbortSignal) => unknown,
  options: Partial<Pick<Tool, "concurrency" | "readOnly" | "maxResultChars" | "provenance">> = {},
): Tool {
  return defineTool({
    name,
    toolset: "test",
    description: `Does ${name}.`,
    input: z.object({ n: z.number().optional() }),
    ...options,
    async execute(_input, { signal }) {
      return await execute(signal);
    },
  });
}

export function endOf(events: readonly AgentEvent[]): TurnEnd {
  const last = events.at(-1);
  if (last?.type !== "turn-end") throw new Error(`The last event is ${last?.type}, not turn-end.`);
  return last;
}

export function toolMessages(messages: readonly Message[]): ToolMessage[] {
  return messages.filter((message) => message.role === "tool");
}

export function parsed(message: ToolMessage | undefined): unknown {
  return message === undefined ? undefined : JSON.parse(message.content);
}

/** Fails unless every call has exactly one result, in call order, right behind the message that made it. */
export function expectValid(messages: readonly Message[]): void {
  const waiting: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      expect(message.callId).toBe(waiting.shift());
      expect(() => JSON.parse(message.content)).not.toThrow();
      continue;
    }
    expect(waiting).toEqual([]);
    if (message.role !== "assistant") continue;
    for (const part of message.content) if (part.type === "tool-call") waiting.push(part.id);
  }
  expect(waiting).toEqual([]);
}

export interface SpyJournal extends SessionJournal {
  readonly entries: JournalEntry[];
}

/** A memory journal that also keeps the list of its entries. */
export function spyJournal(onAppend?: (entry: JournalEntry) => void): SpyJournal {
  const inner = memoryJournal();
  const entries: JournalEntry[] = [];
  return {
    entries,
    create: (head, messages) => inner.create(head, messages),
    load: (sessionId) => inner.load(sessionId),
    append(sessionId, entry) {
      onAppend?.(entry);
      entries.push(entry);
      return inner.append(sessionId, entry);
    },
  };
}

/** Runs of a property: few by default, all with HERMES_TEST_LONG=1. */
export function runs(usual: number, long: number): { numRuns: number; seed: number } | { numRuns: number } {
  return process.env["HERMES_TEST_LONG"] === "1" ? { numRuns: long } : { numRuns: usual, seed: 20_261_121 };
}

export function lastRequest(model: { readonly requests: readonly ModelRequest[] }): ModelRequest {
  const request = model.requests.at(-1);
  if (request === undefined) throw new Error("No request was made.");
  return request;
}
