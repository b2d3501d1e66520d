import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Endpoint } from "../endpoint.ts";
import { checkInput } from "../errors/check-input.ts";
import { openAiError, tellable } from "../errors/error-response.ts";
import { refused } from "../errors/refusal.ts";
import type { SentEvent } from "../http/event-stream.ts";
import { readJson } from "../http/read-json.ts";
import type { Caller } from "../trust/caller.ts";
import { chatRequest, wantedRun } from "./chat-request.ts";
import type { ChatRequest } from "./chat-request.ts";
import { ChatWriter } from "./chat-writer.ts";
import { clientCalls } from "./client-calls.ts";
import { sessionHeader } from "./client-request.ts";
import type { Replay } from "./idempotency.ts";
import type { OpenAiOptions } from "./openai-options.ts";
import type { OpenAiRun } from "./openai-runs.ts";
import { lastEventNumber, readAll } from "./read-run.ts";
import { turnFailure } from "./turn-failure.ts";

/** How long a turn waits for a client that may come back with the same `Idempotency-Key`. */
export const comesBackMs = 30_000;

/** `POST /v1/chat/completions` */
export function chatEndpoint(options: OpenAiOptions): Endpoint {
  const { maxBodyBytes, idempotency } = options;
  return {
    ...{ method: "POST", path: "/v1/chat/completions", access: "speak", name: "createChatCompletion" },
    summary: "A turn of the agent, as Chat Completions of OpenAI.",
    ...{ body: chatRequest, response: z.looseObject({ id: z.string() }), stream: "text/event-stream" },
    async handle({ request, caller }) {
      const { value, text } = await readJson(request, maxBodyBytes);
      const chat = checkInput(chatRequest, value);
      return await idempotency.once({ request, caller, body: text }, async () => {
        const run = await start(chat, request, { ...options, caller });
        return chat.stream === true
          ? streamed(chat, run, { ...options, caller })
          : await whole(chat, run, { ...options, caller, request });
      });
    },
  };
}

interface Asked extends OpenAiOptions {
  readonly caller: Caller;
}

async function start(chat: ChatRequest, request: Request, options: Asked): Promise<OpenAiRun> {
  const { runs, sessions, caller } = options;
  const sessionId = sessionHeader(request);
  if (sessionId !== undefined) await sessions.enter(caller, sessionId);
  const comesBack = request.headers.has("idempotency-key");
  return await runs.start(
    {
      ...wantedRun(chat, sessionId),
      origin: { platform: "api", userId: caller.name, entryPoint: "openai-chat" },
      isOwner: caller.role === "owner",
      wait: false,
      signal: request.signal,
    },
    { aloneMs: comesBack ? comesBackMs : 0 },
  );
}

async function whole(
  chat: ChatRequest,
  run: OpenAiRun,
  { caller, request, now }: Asked & { readonly request: Request },
): Promise<Replay> {
  const writer = writersOf(chat, run, now)();
  await readAll(run, request, (event) => writer.take(event));
  const { end } = writer;
  if (end === undefined) throw refused("API_CLOSED", "The turn ended without a word.");
  const failure = turnFailure(end, caller);
  const body = JSON.stringify(
    failure === undefined ? writer.completion(end) : { error: openAiError(failure) },
  );
  const headers = { "content-type": "application/json", "x-hermes-session-id": run.sessionId };
  return () => new Response(body, { status: failure?.status ?? 200, headers });
}

function streamed(chat: ChatRequest, run: OpenAiRun, { streams, caller, onError, now }: Asked): Replay {
  const create = writersOf(chat, run, now);
  return (request) => {
    const after = lastEventNumber(request);
    const leave = run.enter();
    return streams.open((signal) => chunks(create(), run, { caller, after, signal }), {
      headers: { "x-hermes-session-id": run.sessionId },
      onClose: leave,
      onFailure: (error) => ({ data: JSON.stringify({ error: openAiError(tellable(error, onError)) }) }),
    });
  };
}

/** The chunks are the same each time, so that their numbers say where a client goes on. */
async function* chunks(
  writer: ChatWriter,
  run: OpenAiRun,
  {
    caller,
    after,
    signal,
  }: { readonly caller: Caller; readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<SentEvent> {
  let number = 0;
  for await (const { event } of run.events(signal)) {
    const failure = event.type === "turn-end" ? turnFailure(event, caller) : undefined;
    const written = failure === undefined ? writer.take(event) : [{ error: openAiError(failure) }];
    for (const chunk of written)
      if (++number > after) yield { id: String(number), data: JSON.stringify(chunk) };
  }
  yield { data: "[DONE]" };
}

function writersOf(chat: ChatRequest, run: OpenAiRun, now: () => number): () => ChatWriter {
  const options = {
    id: `chatcmpl-${randomUUID().replaceAll("-", "")}`,
    model: run.model,
    created: Math.floor(now() / 1_000),
    calls: clientCalls(
      chat.tools?.map((tool) => tool.function),
      chat,
    ),
    isData: (chat.response_format?.type ?? "text") !== "text",
    includeUsage: chat.stream_options?.include_usage === true,
  };
  return () => new ChatWriter(options);
}
