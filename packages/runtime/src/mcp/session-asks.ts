import { elicitPerson } from "@hermes/mcp";
import type { McpAsks, McpSamplingRequest, McpSamplingAnswer, McpServer } from "@hermes/mcp";
import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { Message, Model } from "@hermes/models";
import { randomBytes } from "node:crypto";
import type { RuntimeParts } from "../runtime-parts.ts";

/** Who answers what servers ask back in one session. */
export type SessionAsks = (server: McpServer) => (context: ToolContext) => McpAsks;

const minuteMs = 60_000;

/** @param now Milliseconds since 1970. */
export function sessionAsks(
  parts: Pick<RuntimeParts, "options" | "models" | "meters" | "env" | "credentials" | "givenProviders">,
  now: () => number = Date.now,
): SessionAsks {
  const { flags, clarifier } = parts.options;
  const ask = flags?.unattended === true ? undefined : clarifier;
  /** Servers that the person agreed to answer, in this session. */
  const agreed = new Map<string, Promise<boolean>>();
  const recent = new Map<string, readonly number[]>();
  return (server) => (context) => ({
    elicit: async (request, { signal }) =>
      await elicitPerson(request, { ask, signal: AbortSignal.any([signal, context.signal]) }),
    ...(server.entry.sampling.enabled && {
      sample: async (request: McpSamplingRequest, { signal }: { readonly signal: AbortSignal }) => {
        const { name, sampling } = server.entry;
        const last = (recent.get(name) ?? []).filter((at) => at > now() - minuteMs);
        if (last.length >= sampling.maxPerMinute)
          throw refusal(`The server asked more than ${sampling.maxPerMinute} times in a minute.`);
        recent.set(name, [...last, now()]);
        const answer = agreed.get(name) ?? isAgreed(server, request, context);
        agreed.set(name, answer);
        // Who could not be asked has not answered.
        answer.catch(() => agreed.delete(name));
        if (!(await answer)) throw refusal("The person did not agree.");
        return await sample(parts, server, request, {
          sessionId: context.sessionId,
          signal: AbortSignal.any([signal, context.signal, AbortSignal.timeout(sampling.timeoutMs)]),
        });
      },
    }),
  });
}

/** Once for each server and session. */
async function isAgreed(
  { entry: { name, sampling } }: McpServer,
  { messages }: McpSamplingRequest,
  { approve, sessionId, callId, origin, signal }: ToolContext,
): Promise<boolean> {
  const first = messages[0]?.content.find((part) => part.type === "text");
  const answer = await approve?.(
    {
      ...{ sessionId, callId, userId: origin.userId, id: randomBytes(5).toString("hex") },
      tool: `mcp-${name}`,
      action: "mcp.sample",
      summary: `let the MCP server "${name}" ask your model: ${first?.type === "text" ? first.text.slice(0, 400) : ""}`,
      reason: `Its questions are paid for by you; at most ${sampling.maxPerMinute} in a minute, each answered with at most ${sampling.maxTokens} tokens, in this session.`,
    },
    { signal },
  );
  return answer !== undefined && "approved" in answer && answer.approved;
}

async function sample(
  parts: Pick<RuntimeParts, "options" | "models" | "meters" | "env" | "credentials" | "givenProviders">,
  { entry: { sampling } }: McpServer,
  request: McpSamplingRequest,
  { sessionId, signal }: { readonly sessionId: string; readonly signal: AbortSignal },
): Promise<McpSamplingAnswer> {
  const model = await modelFor(parts, sampling.model);
  if (sampling.allowedModels.length > 0 && !sampling.allowedModels.includes(model.id))
    throw refusal(`The model ${model.id} is not among those that this server may have asked.`);
  const metered = (await parts.meters.of(sessionId)).metered(model, "mcp");
  const events = metered.stream(
    {
      system: request.systemPrompt ?? "",
      messages: request.messages.map(toMessage),
      tools: [],
      maxOutputTokens: Math.min(request.maxTokens, sampling.maxTokens),
    },
    { signal },
  );
  for await (const event of events) {
    if (event.type !== "finish") continue;
    const texts = event.message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return {
      model: model.id,
      text: texts.join("\n"),
      stopReason: event.finishReason === "length" ? "maxTokens" : "endTurn",
    };
  }
  throw refusal("The model gave no answer.");
}

/** The one that the entry names, else that of the side task `mcp`, else that of the conversation. */
async function modelFor(
  parts: Pick<RuntimeParts, "options" | "models" | "env" | "credentials" | "givenProviders">,
  named: string | undefined,
): Promise<Model> {
  const { makeAuxiliaryModel } = await import("../models/auxiliary-model.ts");
  const { loaded } = parts.options;
  const { auxiliary } = loaded.settings;
  const settings =
    named === undefined
      ? loaded.settings
      : { ...loaded.settings, auxiliary: { ...auxiliary, mcp: { ...auxiliary["mcp"], model: named } } };
  const options = { ...parts.options, loaded: { ...loaded, settings } };
  const [first] = await parts.models();
  return (await makeAuxiliaryModel("mcp", { ...parts, options })) ?? first.model;
}

function toMessage({ role, content }: McpSamplingRequest["messages"][number]): Message {
  const text = content
    .map((part) =>
      part.type === "text" ? part.text : part.type === "resource" ? (part.text ?? "") : `[${part.type}]`,
    )
    .join("\n");
  if (role === "user") return { role, content: [{ type: "text", text }] };
  return { role, content: [{ type: "text", text }], finishReason: "stop" };
}

function refusal(message: string): HermesError {
  return new HermesError(message, { code: "MCP_REFUSED", hint: "Answer without it." });
}
