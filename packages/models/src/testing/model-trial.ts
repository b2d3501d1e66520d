import { strictEqual } from "node:assert/strict";
import { ModelError } from "../model-error.ts";
import type { AssistantMessage, Message, ToolCallPart } from "../message.ts";
import type { Model, ModelEvent, ModelFinish, ModelRequest } from "../model.ts";
import type { RetryPolicy } from "../resilience/retry-policy.ts";
import { type ScriptedServer, type ServerStep, startScriptedServer } from "./scripted-server.ts";
import type { WireProtocolRow } from "./wire-protocols.ts";

/** Where the model under test is to send its requests, and how. */
export interface ModelPlace {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly apiKey: string;
  readonly retry: RetryPolicy;
}

export interface ModelTrialOptions {
  readonly makeModel: (place: ModelPlace) => Model;
  readonly protocol: WireProtocolRow | undefined;
}

export const apiKey = "key-that-must-not-leak";

/** A model before a server with a script. */
export class ModelTrial {
  readonly server: ScriptedServer;
  /** Waits that were asked for between attempts, in milliseconds; nobody waits. */
  readonly waits: number[] = [];
  readonly #options: ModelTrialOptions;

  constructor(server: ScriptedServer, options: ModelTrialOptions) {
    this.server = server;
    this.#options = options;
  }

  static async start(script: readonly ServerStep[], options: ModelTrialOptions): Promise<ModelTrial> {
    const protocols = options.protocol === undefined ? [] : [options.protocol];
    return new ModelTrial(await startScriptedServer({ script, protocols }), options);
  }

  model(retry: RetryPolicy = {}): Model {
    return this.#options.makeModel({
      url: this.server.url,
      apiKey,
      retry: {
        random: () => 0,
        sleep: async (delayMs) => void this.waits.push(delayMs),
        ...retry,
      },
    });
  }
}

const tools: ModelRequest["tools"] = [
  {
    name: "look",
    description: "Looks.",
    parameters: { type: "object", properties: { at: { type: "string" } } },
  },
  {
    name: "move",
    description: "Moves.",
    parameters: { type: "object", properties: { by: { type: "integer" } } },
  },
];

export const question = "Where is the kitten? 🐈";

export function asking(...messages: readonly Message[]): ModelRequest {
  return { system: "Answer in one sentence.", tools, messages };
}

export function said(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

/** Every event of an answer. */
export async function eventsOf(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, { signal })) events.push(event);
  return events;
}

export function finishOf(events: readonly ModelEvent[]): ModelFinish {
  const last = events.at(-1);
  if (last?.type !== "finish") throw new Error(`The last event is not "finish" but ${JSON.stringify(last)}.`);
  return last;
}

export function textOf({ content }: AssistantMessage): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function callsOf({ content }: AssistantMessage): readonly ToolCallPart[] {
  return content.filter((part) => part.type === "tool-call");
}

/** The text of the deltas behind the last `restart`. */
export function shownText(events: readonly ModelEvent[]): string {
  const start = events.findLastIndex(({ type }) => type === "restart") + 1;
  return events
    .slice(start)
    .map((event) => (event.type === "text-delta" ? event.text : ""))
    .join("");
}

/** What an answer fails with. */
export async function failureOf(answering: Promise<unknown>): Promise<ModelError> {
  const failure = await answering.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!ModelError.is(failure)) throw new Error(`It throws ${String(failure)}, which is no ModelError.`);
  strictEqual(`${failure.message} ${failure.hint}`.includes(apiKey), false, "The key is in the message.");
  return failure;
}
