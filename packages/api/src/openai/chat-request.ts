import type { Message, ReasoningEffort, UserPart } from "@hermes/models";
import { fromChatCompletions } from "@hermes/models/convert";
import * as z from "zod";
import { refused } from "../errors/refusal.ts";
import type { ClientTools, StartRun } from "../ports/runs-port.ts";
import type { FunctionFields, SharedFields } from "./client-request.ts";
import {
  functionFields,
  given,
  sharedFields,
  toolChoiceOf,
  toolDefinition,
  wantedModel,
} from "./client-request.ts";

/** What is read of a request of Chat Completions; further fields are skipped. */
export interface ChatRequest extends SharedFields {
  readonly messages: readonly ChatMessage[];
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | null | undefined;
  readonly tools?:
    | readonly { readonly type: "function"; readonly function: FunctionFields }[]
    | null
    | undefined;
  readonly tool_choice?:
    | "auto"
    | "none"
    | "required"
    | { readonly type: "function"; readonly function: { readonly name: string } }
    | null
    | undefined;
  readonly stop?: string | readonly string[] | null | undefined;
  readonly seed?: number | null | undefined;
  readonly max_tokens?: number | null | undefined;
  readonly max_completion_tokens?: number | null | undefined;
  readonly reasoning_effort?: ReasoningEffort | "none" | null | undefined;
  readonly response_format?:
    | { readonly type: "text" }
    | { readonly type: "json_object" }
    | {
        readonly type: "json_schema";
        readonly json_schema: { readonly schema: Readonly<Record<string, unknown>> };
      }
    | null
    | undefined;
}

interface ChatMessage {
  readonly role: string;
}

const tokens = z.int().positive().nullish();

export const chatRequest: z.ZodType<ChatRequest> = z.looseObject({
  ...sharedFields,
  messages: z
    .array(z.looseObject({ role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]) }))
    .min(1)
    .max(10_000),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z
    .array(z.looseObject({ type: z.literal("function"), function: z.looseObject(functionFields) }))
    .max(128)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(["auto", "none", "required"]),
      z.looseObject({ type: z.literal("function"), function: z.looseObject({ name: z.string() }) }),
    ])
    .nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  logprobs: z.literal(false).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  reasoning_effort: z.enum(["none", "off", "minimal", "low", "medium", "high", "xhigh", "max"]).nullish(),
  response_format: z
    .union([
      z.looseObject({ type: z.enum(["text", "json_object"]) }),
      z.looseObject({
        type: z.literal("json_schema"),
        json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()) }),
      }),
    ])
    .nullish(),
}) as z.ZodType<ChatRequest>;

/** What a turn is started with, but for who starts it. */
export type WantedRun = Omit<StartRun, "isOwner" | "origin" | "signal" | "wait">;

/**
 * The turn that a request asks for. Without a session it begins with the messages; of a session that is named, what is behind the
 * last answer is new.
 *
 * @throws {HermesError} `API_BAD_REQUEST`, `API_UNSUPPORTED`, `MODEL_MESSAGES_INVALID`
 */
export function wantedRun(request: ChatRequest, sessionId: string | undefined): WantedRun {
  const definitions = (request.tools ?? []).map((tool) => toolDefinition(tool.function));
  const choice = request.tool_choice ?? undefined;
  const toolChoice = toolChoiceOf(typeof choice === "object" ? choice.function : choice, definitions);
  const { instructions, history, results, input } = wordsOf(request.messages, sessionId !== undefined);
  const clientTools: ClientTools = { definitions, results };
  const stop = typeof request.stop === "string" ? [request.stop] : (request.stop ?? undefined);
  const effort = request.reasoning_effort ?? undefined;
  return {
    ...{ sessionId, input, history, instructions },
    model: wantedModel(request.model),
    ...(definitions.length + results.length === 0 ? {} : { clientTools }),
    turn: given({
      ...{ toolChoice, stop, output: outputOf(request) },
      temperature: request.temperature ?? undefined,
      topP: request.top_p ?? undefined,
      seed: request.seed ?? undefined,
    }),
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    reasoningEffort: effort === "none" ? "off" : effort,
    isTemporary: sessionId === undefined,
  };
}

function outputOf({ response_format: format }: ChatRequest): Readonly<Record<string, unknown>> | undefined {
  if (format?.type === "json_object") return { type: "object" };
  return format?.type === "json_schema" ? format.json_schema.schema : undefined;
}

export interface Words extends Pick<StartRun, "history" | "input" | "instructions"> {
  readonly results: ClientTools["results"];
}

/** @param isKept The session has what was said before. */
export function wordsOf(messages: readonly ChatMessage[], isKept: boolean): Words {
  const isInstruction = ({ role }: ChatMessage): boolean => role === "system" || role === "developer";
  const orders = messages.filter(isInstruction);
  // To read none takes as long as to read many.
  const instructions = orders.length === 0 ? undefined : fromChatCompletions(orders).system;
  const said = messages.filter((message) => !isInstruction(message));
  const { messages: all, left } = fromChatCompletions(said);
  const [lost] = left;
  if (lost !== undefined)
    throw refused("API_UNSUPPORTED", `A message has a ${lost.what}, which can't be taken.`, {
      param: `messages[${messages.indexOf(said[lost.index] ?? { role: "" })}]`,
    });
  const answered = all.findLastIndex(({ role }) => role === "assistant");
  const behind = all.slice(answered + 1);
  if (behind.length === 0)
    throw refused("API_BAD_REQUEST", "The last message has to be one of the user, or the result of a call.", {
      param: "messages",
    });
  const words = behind.filter((message) => message.role === "user");
  const input: readonly UserPart[] = words.flatMap(({ content }) => content);
  const results = behind.flatMap((message) =>
    message.role === "tool"
      ? [{ callId: message.callId, content: message.content, isError: message.isError }]
      : [],
  );
  const spoken = { instructions, ...(input.length === 0 ? {} : { input }) };
  if (isKept) return { ...spoken, results };
  const history: readonly Message[] = all.filter(
    (message) => !words.includes(message as (typeof words)[number]) || all.indexOf(message) <= answered,
  );
  return { ...spoken, history, results: [] };
}
