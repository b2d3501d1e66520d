import { z } from "zod";
import type { PluginManifest } from "../manifest/plugin-manifest.ts";

const text = z.string();
const nothing = z.union([z.undefined(), z.null()]);
const extension = z.enum(["wav", "mp3", "ogg"]);
const words = text.array().min(1);

const message = z.looseObject({ role: z.enum(["user", "assistant", "tool"]) });
const history = z
  .array(message)
  .min(1)
  .refine(([first]) => first?.role === "user", "a history begins with a message of the user");

const modelEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text-delta"), text }),
  z.object({ type: z.literal("reasoning-delta"), text }),
  z.object({ type: z.literal("tool-call-start"), id: text, name: text }),
  z.object({ type: z.literal("tool-call-delta"), id: text, arguments: text }),
  z.looseObject({
    type: z.literal("finish"),
    message: z.looseObject({ role: z.literal("assistant"), content: z.array(z.unknown()) }),
    finishReason: z.enum(["stop", "length", "tool-calls", "refusal"]),
    usage: z.object({ inputTokens: z.number().min(0), outputTokens: z.number().min(0) }),
  }),
]);

const inbound = z.looseObject({
  chatId: text,
  messageId: text,
  chatKind: z.enum(["dm", "group", "channel"]),
  sender: z.looseObject({ userId: text }),
  text,
});

/** What the functions of parts give, by kind and function. Of streams: each item. */
const forms: Readonly<Record<string, z.ZodType>> = {
  "commands.run": z.object({ text: text.optional(), prompt: text.optional() }),
  "programs.run": text,
  "sections.text": text,
  "models.stream": modelEvent,
  "memory.check": nothing,
  "memory.promptBlock": text,
  "memory.prefetch": text,
  "memory.sync": nothing,
  "search.search": z.array(z.object({ url: text, title: text.optional(), description: text.optional() })),
  "speakers.speak": z.object({ bytes: z.instanceof(Uint8Array), extension }),
  "transcribers.transcribe": text,
  "backends.open": nothing,
  "backends.command": words,
  "backends.close": nothing,
  "platforms.check": z.object({ as: text.optional() }),
  "platforms.listen": inbound,
  "platforms.send": z.discriminatedUnion("status", [
    z.object({ status: z.literal("sent"), messageId: text }),
    z.object({ status: z.literal("retry"), reason: text, afterMs: z.number().optional() }),
    z.object({
      status: z.literal("failed"),
      reason: text,
      code: z.enum(["forbidden", "no-such-chat", "too-large", "bad-content", "unauthorised"]).optional(),
    }),
  ]),
  "contextEngines.compress": z.union([nothing, history]),
};

const streams = new Set(["programs.run", "models.stream", "platforms.listen"]);

export function isStream([kind = "", , part = ""]: readonly string[]): boolean {
  return streams.has(`${kind}.${part}`);
}

/** What is wrong with an answer, or with an item of a stream. */
export function formProblem(
  { may }: PluginManifest,
  [kind = "", , part = ""]: readonly string[],
  answer: unknown,
): string | undefined {
  const read = forms[`${kind}.${part}`]?.safeParse(answer);
  const [issue] = read?.error?.issues ?? [];
  if (issue !== undefined)
    return `The answer is not of its form: ${[...issue.path, ""].join(".")} ${issue.message}`;
  if (kind !== "backends" || !Array.isArray(answer)) return undefined;
  const program = String(answer[0]);
  return may.run.includes(program) ? undefined : `It wants to start ${program}, which is not under may.run.`;
}
