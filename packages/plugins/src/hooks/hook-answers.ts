import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { HookAnswers } from "./hook-events.ts";

/** Longest text of an answer, in characters. */
const maxAnswerChars = 100_000;

const text = z.string().max(maxAnswerChars);
const block = z.object({ decision: z.literal("block"), reason: text.default("It gave no reason.") });
const context = z.object({ context: text });

type AnsweredEvent =
  | "on_session_start"
  | "pre_llm_call"
  | "pre_tool_call"
  | "post_tool_call"
  | "pre_compress"
  | "pre_approval_request";

/** Of the events that can be answered; what is said to the others counts for nothing. */
const schemas = {
  on_session_start: context,
  pre_llm_call: z.union([block, context]),
  pre_tool_call: z.union([block, z.object({ tool_input: z.record(z.string(), z.unknown()) })]),
  post_tool_call: z.object({ tool_response: text }),
  pre_compress: z.object({ keep: text }),
  pre_approval_request: block,
} as const satisfies { readonly [Event in AnsweredEvent]: z.ZodType<HookAnswers[Event]> };

type HookAnswerParsers = {
  readonly [Event in AnsweredEvent]: (given: unknown) => HookAnswers[Event] | undefined;
};

/**
 * Reads what a program or a plug-in answered. Nothing, `null` and `{}` leave all as it is.
 *
 * @throws {HermesError} `HOOK_BAD_ANSWER`
 */
export const hookAnswers: HookAnswerParsers = {
  on_session_start: (given) => parsed("on_session_start", schemas.on_session_start, given),
  pre_llm_call: (given) => parsed("pre_llm_call", schemas.pre_llm_call, given),
  pre_tool_call: (given) => parsed("pre_tool_call", schemas.pre_tool_call, given),
  post_tool_call: (given) => parsed("post_tool_call", schemas.post_tool_call, given),
  pre_compress: (given) => parsed("pre_compress", schemas.pre_compress, given),
  pre_approval_request: (given) => parsed("pre_approval_request", schemas.pre_approval_request, given),
};

function parsed<Answer>(event: AnsweredEvent, schema: z.ZodType<Answer>, given: unknown): Answer | undefined {
  if (given === undefined || given === null || isEmpty(given)) return undefined;
  const answer = schema.safeParse(given);
  if (answer.success) return answer.data;
  throw new HermesError(`It answered ${event} with what is no answer to it: ${excerpt(given)}`, {
    code: "HOOK_BAD_ANSWER",
    hint: "See docs/hooks.md for what each event can be answered with.",
  });
}

function isEmpty(given: unknown): boolean {
  return typeof given === "object" && given !== null && Object.keys(given).length === 0;
}

function excerpt(given: unknown): string {
  try {
    return (JSON.stringify(given) ?? typeof given).slice(0, 200);
  } catch {
    return typeof given;
  }
}
