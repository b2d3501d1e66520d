import { pathToFileURL } from "node:url";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import type {
  McpElicitAnswer,
  McpElicitation,
  McpSamplingAnswer,
  McpSamplingRequest,
} from "../mcp-server.ts";
import { harmlessLine, harmlessText } from "../texts/harmless-text.ts";
import { readContent } from "../texts/read-content.ts";
import type { CallInFlight } from "./calls-in-flight.ts";
import { readFormFields } from "./form-fields.ts";

/** What a server is told where a question is not answered. */
const declined: McpElicitAnswer = { action: "decline" };

const maxMessageChars = 4_000;

const elicitation = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("form"), message: z.string(), requestedSchema: z.unknown() }),
  z.object({
    mode: z.literal("url"),
    message: z.string(),
    url: z.url({ protocol: /^https?$/u }).max(maxMessageChars),
  }),
]);

const sampling = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(["user", "assistant"]),
        content: z.union([z.array(z.unknown()), z.unknown()]),
      }),
    )
    .max(200),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().positive(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).max(20).optional(),
  modelPreferences: z
    .object({ hints: z.array(z.object({ name: z.string().optional() })).optional() })
    .optional()
    .catch(undefined),
});

/** Has a person asked what a server wants to know. Everything that can't be asked is declined. */
export async function elicit(
  raw: unknown,
  call: CallInFlight | undefined,
  options: { readonly server: string; readonly signal: AbortSignal },
): Promise<McpElicitAnswer> {
  const ask = call?.asks?.elicit?.bind(call.asks);
  const request = readElicitation(raw, options.server);
  if (call === undefined || ask === undefined || request === undefined || !call.mayAsk()) return declined;
  const signal = AbortSignal.any([options.signal, call.clock.signal]);
  try {
    const put = async (): Promise<McpElicitAnswer> => {
      const answer = await ask(request, { signal });
      if (answer.action === "cancel") call.enough();
      return answer;
    };
    return (await call.clock.pause(() => call.inTurn(put))) ?? { action: "cancel" };
  } catch {
    call.clock.signal.throwIfAborted();
    call.enough();
    // Nobody could be asked; why is not the server's business.
    return { action: "cancel" };
  }
}

function readElicitation(raw: unknown, server: string): McpElicitation | undefined {
  // A form says so since 2025-11-25; before there was nothing else.
  const parsed = elicitation.safeParse(
    typeof raw === "object" && raw !== null ? { mode: "form", ...raw } : raw,
  );
  if (!parsed.success) return undefined;
  const message = harmlessText(parsed.data.message, maxMessageChars);
  if (parsed.data.mode === "url") return { mode: "url", server, message, url: new URL(parsed.data.url).href };
  const fields = readFormFields(parsed.data.requestedSchema);
  return fields === undefined ? undefined : { mode: "form", server, message, fields };
}

/**
 * Has our model asked.
 *
 * @throws {HermesError} `MCP_REFUSED` where nobody answers, with the words of `asks.sample` where it refused.
 */
export async function sample(
  raw: unknown,
  call: CallInFlight | undefined,
  options: { readonly server: string; readonly maxTokens: number; readonly signal: AbortSignal },
): Promise<{ role: "assistant"; content: { type: "text"; text: string } } & Omit<McpSamplingAnswer, "text">> {
  const ask = call?.asks?.sample?.bind(call.asks);
  const parsed = sampling.safeParse(raw);
  if (call === undefined || ask === undefined)
    throw refused("Answers of the model are not offered to this server.");
  if (!parsed.success) throw refused("The request is none that can be answered.");
  if (!call.mayAsk()) throw refused("It was asked for too often in one call.");
  const { messages, systemPrompt, modelPreferences, maxTokens, ...rest } = parsed.data;
  const signal = AbortSignal.any([options.signal, call.clock.signal]);
  const request: McpSamplingRequest = {
    ...rest,
    server: options.server,
    systemPrompt: systemPrompt === undefined ? undefined : harmlessText(systemPrompt, 100_000),
    messages: messages.map(({ role, content }) => ({
      role,
      content: readContent(Array.isArray(content) ? content : [content]),
    })),
    maxTokens: Math.min(maxTokens, options.maxTokens),
    wanted: (modelPreferences?.hints ?? []).flatMap(({ name }) =>
      name === undefined ? [] : [harmlessLine(name, 100)],
    ),
  };
  const answer = await call.clock
    .pause(() => ask(request, { signal }))
    .catch((error: unknown) => {
      call.clock.signal.throwIfAborted();
      throw refused(error instanceof Error ? error.message : String(error));
    });
  return {
    role: "assistant",
    content: { type: "text", text: answer.text },
    model: answer.model,
    stopReason: answer.stopReason,
  };
}

/** The folder of the work, as servers of earlier revisions ask for it. */
export function roots(cwd: string): { roots: { uri: string; name: string }[] } {
  return { roots: [{ uri: pathToFileURL(cwd).href, name: "workspace" }] };
}

function refused(message: string): HermesError {
  return new HermesError(message, { code: "MCP_REFUSED" });
}
