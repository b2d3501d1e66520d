import type { PluginModelEvent } from "@hermes/plugins";
import { z } from "zod";

const text = z.object({ type: z.literal("text"), text: z.string() });
const reasoning = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  signature: z.string().optional(),
  provider: z.string().optional(),
});
const toolCall = z.object({
  type: z.literal("tool-call"),
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  arguments: z.string(),
  providerFields: z.object({ provider: z.string(), fields: z.record(z.string(), z.unknown()) }).optional(),
});
const own = z.object({ type: z.literal("provider"), provider: z.string(), item: z.unknown() });

const content = z
  .array(z.discriminatedUnion("type", [text, reasoning, toolCall, own]))
  .max(10_000)
  .refine((parts) => {
    const ids = parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    return new Set(ids).size === ids.length;
  }, "two calls have the same id");

const tokens = z.number().int().min(0).max(1_000_000_000);

/** What a model of a plug-in may say. */
export type AnswerEvent = PluginModelEvent;

export const answerEvent: z.ZodType<AnswerEvent> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text-delta"), text: z.string() }),
  z.object({ type: z.literal("reasoning-delta"), text: z.string() }),
  z.object({ type: z.literal("tool-call-start"), id: z.string(), name: z.string() }),
  z.object({ type: z.literal("tool-call-delta"), id: z.string(), arguments: z.string() }),
  z.object({
    type: z.literal("finish"),
    message: z.object({ role: z.literal("assistant"), content }),
    finishReason: z.enum(["stop", "length", "tool-calls", "refusal"]),
    usage: z.object({ inputTokens: tokens, outputTokens: tokens }),
  }),
]);
