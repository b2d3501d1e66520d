import type { ReasoningEffort } from "@hermes/models";
import * as z from "zod";
import type { ClientTools } from "../ports/runs-port.ts";
import { wordsOf } from "./chat-request.ts";
import type { WantedRun } from "./chat-request.ts";
import type { FunctionFields, SharedFields } from "./client-request.ts";
import {
  functionFields,
  given,
  sharedFields,
  toolChoiceOf,
  toolDefinition,
  wantedModel,
} from "./client-request.ts";

/** What is read of a request of Responses; further fields are skipped. */
export interface ResponseRequest extends SharedFields {
  /** What its items are is read by `readItems`. */
  readonly input: string | readonly { readonly type?: string | undefined }[];
  readonly instructions?: string | null | undefined;
  readonly previous_response_id?: string | null | undefined;
  readonly store?: boolean | null | undefined;
  readonly background?: boolean | null | undefined;
  readonly tools?: readonly ({ readonly type: "function" } & FunctionFields)[] | null | undefined;
  readonly tool_choice?:
    | "auto"
    | "none"
    | "required"
    | { readonly type: "function"; readonly name: string }
    | null
    | undefined;
  readonly max_output_tokens?: number | null | undefined;
  readonly reasoning?: { readonly effort?: ReasoningEffort | "none" | null | undefined } | null | undefined;
  readonly text?:
    | {
        readonly format?:
          | { readonly type: "text" | "json_object" }
          | {
              readonly type: "json_schema";
              readonly schema: Readonly<Record<string, unknown>>;
              readonly name?: string | undefined;
              readonly description?: string | null | undefined;
              readonly strict?: boolean | null | undefined;
            }
          | undefined;
      }
    | null
    | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
}

const item = z.looseObject({ type: z.string().optional() });

export const responseRequest: z.ZodType<ResponseRequest> = z.looseObject({
  ...sharedFields,
  input: z.union([z.string().min(1), z.array(item).min(1).max(10_000)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(200).nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  tools: z
    .array(z.looseObject({ type: z.literal("function"), ...functionFields }))
    .max(128)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(["auto", "none", "required"]),
      z.looseObject({ type: z.literal("function"), name: z.string() }),
    ])
    .nullish(),
  max_output_tokens: z.int().positive().nullish(),
  reasoning: z
    .looseObject({
      effort: z.enum(["none", "off", "minimal", "low", "medium", "high", "xhigh", "max"]).nullish(),
    })
    .nullish(),
  text: z
    .looseObject({
      format: z
        .union([
          z.looseObject({ type: z.enum(["text", "json_object"]) }),
          z.looseObject({
            type: z.literal("json_schema"),
            schema: z.record(z.string(), z.unknown()),
            name: z.string().optional(),
            description: z.string().nullish(),
            strict: z.boolean().nullish(),
          }),
        ])
        .optional(),
    })
    .nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  conversation: z.null().optional(),
}) as z.ZodType<ResponseRequest>;

/**
 * As `wantedRun` of Chat Completions.
 *
 * @param messages Those of `input`, in the form of Chat Completions.
 */
export function wantedResponse(
  request: ResponseRequest,
  messages: readonly { readonly role: string }[],
  sessionId: string | undefined,
): WantedRun {
  const definitions = (request.tools ?? []).map(toolDefinition);
  const toolChoice = toolChoiceOf(request.tool_choice ?? undefined, definitions);
  const { instructions, history, results, input } = wordsOf(messages, sessionId !== undefined);
  const clientTools: ClientTools = { definitions, results };
  const layers = [request.instructions ?? "", instructions ?? ""].filter((layer) => layer !== "");
  const effort = request.reasoning?.effort ?? undefined;
  const format = request.text?.format;
  return {
    ...{ sessionId, input, history },
    model: wantedModel(request.model),
    instructions: layers.length === 0 ? undefined : layers.join("\n\n"),
    ...(definitions.length + results.length === 0 ? {} : { clientTools }),
    turn: given({
      toolChoice,
      output:
        format?.type === "json_schema"
          ? format.schema
          : format?.type === "json_object"
            ? { type: "object" }
            : undefined,
      temperature: request.temperature ?? undefined,
      topP: request.top_p ?? undefined,
    }),
    maxOutputTokens: request.max_output_tokens ?? undefined,
    reasoningEffort: effort === "none" ? "off" : effort,
    isTemporary: request.store === false,
  };
}
