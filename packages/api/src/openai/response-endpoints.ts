import * as z from "zod";
import type { Endpoint, EndpointRequest } from "../endpoint.ts";
import { checkInput } from "../errors/check-input.ts";
import { openAiError, tellable } from "../errors/error-response.ts";
import type { SentEvent } from "../http/event-stream.ts";
import { readJson } from "../http/read-json.ts";
import { memoryResponses } from "./memory-responses.ts";
import type { OpenAiOptions } from "./openai-options.ts";
import { lastEventNumber } from "./read-run.ts";
import { responseRequest } from "./response-request.ts";
import { lastEvent } from "./response-writer.ts";
import { ResponseRuns } from "./response-runs.ts";
import type { ResponseRun } from "./response-runs.ts";

const params = z.object({ id: z.string().regex(/^resp_[0-9a-f]{32}$/) });
const query = z.looseObject({
  stream: z.stringbool().optional(),
  starting_after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("`sequence_number` of the last event that arrived."),
});
const object = z.looseObject({ id: z.string(), object: z.literal("response"), status: z.string() });
const keptResponses = 100;

/** `/v1/responses`: stateful, streaming, in the background. */
export function responseEndpoints(options: OpenAiOptions): readonly Endpoint[] {
  const { maxBodyBytes, idempotency, home, streams } = options;
  const responses = new ResponseRuns(options, home.responses ?? memoryResponses(keptResponses));
  const ofId = { path: "/v1/responses/{id}", access: "speak", params } as const;
  return [
    {
      ...{ method: "POST", path: "/v1/responses", access: "speak", name: "createResponse" },
      summary: "A turn of the agent, as Responses of OpenAI.",
      ...{ body: responseRequest, response: object, stream: "text/event-stream" },
      async handle({ request, caller }) {
        const { value, text } = await readJson(request, maxBodyBytes);
        const asked = checkInput(responseRequest, value);
        return await idempotency.once({ request, caller, body: text }, async () => {
          const live = await responses.start(asked, request, caller);
          if (asked.stream === true) return (again) => streamed(live, lastEventNumber(again), options);
          const { sessionId } = live.run;
          if (asked.background === true)
            return () => jsonOf(JSON.stringify(live.writer().response()), sessionId);
          const body = await waitedFor(live, request);
          return () => jsonOf(body, sessionId);
        });
      },
    },
    {
      ...{
        ...ofId,
        method: "GET",
        name: "getResponse",
        query,
        response: object,
        stream: "text/event-stream",
      },
      summary: "A response, or its events behind one of them.",
      async handle({ request, url, params: given, caller }: EndpointRequest) {
        const stored = await responses.get(checkInput(params, given).id, caller);
        const { stream, starting_after: after } = checkInput(query, Object.fromEntries(url.searchParams));
        const live = await responses.live(stored, caller);
        if (stream !== true)
          return jsonOf(live ? JSON.stringify(live.writer().response()) : stored.body, stored.sessionId);
        const from = after === undefined ? lastEventNumber(request) : after + 1;
        if (live !== undefined) return streamed(live, from, options);
        const headers = { "x-hermes-session-id": stored.sessionId };
        return streams.open(() => endOf(stored.body, from), { headers });
      },
    },
    {
      ...{
        ...ofId,
        method: "DELETE",
        name: "deleteResponse",
        response: z.looseObject({ deleted: z.boolean() }),
      },
      summary: "Forgets a response. What was said in its session stays.",
      async handle({ params: given, caller }: EndpointRequest) {
        const { id } = await responses.get(checkInput(params, given).id, caller);
        await responses.delete(id);
        return Response.json({ id, object: "response", deleted: true });
      },
    },
    {
      ...{
        ...ofId,
        path: "/v1/responses/{id}/cancel",
        method: "POST",
        name: "cancelResponse",
        response: object,
      },
      summary: "Ends a response that is being written.",
      async handle({ params: given, caller }: EndpointRequest) {
        const stored = await responses.get(checkInput(params, given).id, caller);
        const live = await responses.live(stored, caller);
        await responses.stop(stored);
        return jsonOf(live === undefined ? stored.body : await live.whole, stored.sessionId);
      },
    },
  ];
}

function jsonOf(body: string, sessionId: string): Response {
  return new Response(body, {
    headers: { "content-type": "application/json", "x-hermes-session-id": sessionId },
  });
}

async function waitedFor({ run, whole }: ResponseRun, request: Request): Promise<string> {
  const leave = run.enter();
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    return await whole;
  } finally {
    leave();
    request.signal.removeEventListener("abort", leave);
  }
}

/** @param from Number of the first event that is sent. */
function streamed(live: ResponseRun, from: number, { streams, onError }: OpenAiOptions): Response {
  const leave = live.run.enter();
  return streams.open((signal) => eventsOf(live, from, signal), {
    headers: { "x-hermes-session-id": live.run.sessionId },
    onClose: leave,
    onFailure: (error) => {
      const told = openAiError(tellable(error, onError));
      // Clients of OpenAI look for its fields at the top, those of Open Responses below `error`.
      const event = { ...told, type: "error", error: told, sequence_number: 0 };
      return { event: "error", data: JSON.stringify(event) };
    },
  });
}

async function* eventsOf(live: ResponseRun, from: number, signal: AbortSignal): AsyncGenerator<SentEvent> {
  const writer = live.writer();
  let number = 0;
  for await (const { event } of live.run.events(signal)) {
    // Whoever reads the last event may go on from it at once.
    if (event.type === "turn-end") await live.whole;
    for (const written of writer.take(event)) if (number++ >= from) yield sent(written, number);
  }
  yield { data: "[DONE]" };
}

/** Of one that is whole, the events before the last are not kept. */
async function* endOf(body: string, from: number): AsyncGenerator<SentEvent> {
  const response = await Promise.resolve(JSON.parse(body) as Readonly<Record<string, unknown>>);
  yield sent({ ...lastEvent(response), sequence_number: from }, from + 1);
  yield { data: "[DONE]" };
}

function sent(event: Readonly<Record<string, unknown>>, number: number): SentEvent {
  return { id: String(number), event: String(event["type"]), data: JSON.stringify(event) };
}
