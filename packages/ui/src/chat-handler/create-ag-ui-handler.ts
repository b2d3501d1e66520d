import type { AgentEvent } from "@hermes/agent-loop";
import * as z from "zod";
import { toAgUiResponse } from "../ag-ui/to-ag-ui.ts";
import { createSessionStreams } from "../follow/session-streams.ts";
import type { FollowedEvent } from "../follow/session-streams.ts";
import type { UserMessage } from "../follow/stored-events.ts";
import { authorize, checkOrigin } from "./admit-request.ts";
import { beginTurn } from "./begin-turn.ts";
import type { TurnRequest } from "./begin-turn.ts";
import { checkHandlerOptions } from "./handler-options.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { filePart, idSchema, mediaPart, mediaTypeSchema, someParts } from "./message-parts.ts";
import { parseWith, readBody } from "./read-body.ts";
import { refusalOf, refused } from "./refusal.ts";

/** Takes one AG-UI run; never throws. The thread is the session. */
export interface AgUiHandler {
  readonly POST: (request: Request) => Promise<Response>;
}

const runSchema = z.object({
  threadId: idSchema,
  runId: idSchema,
  messages: z.array(z.looseObject({ id: z.string(), role: z.string() })),
  resume: z
    .array(
      z.object({
        interruptId: idSchema,
        status: z.enum(["resolved", "cancelled"]),
        payload: z.unknown(),
      }),
    )
    .nullish(),
});

const payloadSchema = z.object({ approved: z.boolean(), reason: z.string().max(2_000).optional() });

const sourceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("data"), value: z.string(), mimeType: mediaTypeSchema }),
  z.object({ type: z.literal("url"), value: z.string(), mimeType: mediaTypeSchema.optional() }),
]);

const contentSchema = z.union([
  z.string().transform((text) => [{ type: "text" as const, text }]),
  z.array(
    z.union([
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({ type: z.enum(["image", "document", "audio", "video"]), source: sourceSchema }),
    ]),
  ),
]);

/**
 * An agent for AG-UI clients. Of the messages, the last words of the person are taken, and nothing else: the journal knows the rest.
 * Questions end a run as interrupts, and the next one resumes them.
 *
 * @throws {HermesError} `UI_OPTION_INVALID`
 */
export function createAgUiHandler(options: HandlerOptions): AgUiHandler {
  checkHandlerOptions(options);
  const streams = options.streams ?? createSessionStreams(options);
  return {
    async POST(request) {
      try {
        checkOrigin(request, options);
        const run = await readBody(request, runSchema, options.maxBodyBytes ?? 20_000_000);
        const { threadId: sessionId, runId, messages } = run;
        const turn = turnOf(run, options.maxParts ?? 50);
        const actor = await authorize(request, sessionId, options);
        const { cursor, model } = await beginTurn(streams, options, { sessionId, turn, request, actor });
        const stops = options.onDisconnect === "stop";
        return toAgUiResponse((signal) => eventsOf(streams.follow(sessionId, { cursor, signal })), {
          ...{ threadId: sessionId, runId, messages, model, heartbeatMs: options.heartbeatMs },
          exposeErrors: options.exposeErrors,
          onDisconnect: stops ? () => void streams.stop(sessionId) : undefined,
        });
      } catch (error) {
        return refusalOf(error, options.onError);
      }
    },
  };
}

function turnOf({ messages, resume }: z.output<typeof runSchema>, maxParts: number): TurnRequest {
  if (resume !== undefined && resume !== null && resume.length > 0) {
    if (resume.length > maxParts) throw refused("UI_TOO_LARGE", `At most ${maxParts} answers at once.`);
    const answers = resume.map(({ interruptId: id, status, payload }) => {
      if (status === "cancelled") return { id, approved: false };
      return { id, ...parseWith(payloadSchema, payload) };
    });
    return { type: "answers", answers };
  }
  const last = messages.at(-1);
  if (last?.role !== "user") throw refused("UI_BAD_REQUEST", "The last message is not a person's.");
  const content = parseWith(contentSchema, last["content"]);
  if (content.length > maxParts) throw refused("UI_TOO_LARGE", `A message has at most ${maxParts} parts.`);
  return { type: "words", parts: someParts(content.map(partOf)) };
}

function partOf(
  part: Exclude<z.output<typeof contentSchema>, string>[number],
): UserMessage["content"][number] {
  if (part.type === "text") return part;
  const { source } = part;
  const { mimeType = part.type === "image" ? "image/*" : "application/octet-stream" } = source;
  if (source.type === "url") return filePart(mimeType, source.value);
  return mediaPart(mimeType, { data: source.value });
}

async function* eventsOf(followed: AsyncIterable<FollowedEvent>): AsyncGenerator<AgentEvent, undefined> {
  for await (const { event } of followed) yield event;
  return undefined;
}
