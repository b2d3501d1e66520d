import { resumeHistory } from "@hermes/agent-loop";
import type { AgentEvent } from "@hermes/agent-loop";
import { toUIMessageStreamResponse } from "../ai-sdk/to-ui-message-stream.ts";
import { messageId, toUIMessages } from "../ai-sdk/to-ui-messages.ts";
import { parseCursor } from "../follow/cursor.ts";
import { createSessionStreams } from "../follow/session-streams.ts";
import type { FollowedEvent, SessionStreams } from "../follow/session-streams.ts";
import { isOfPerson, newestAnswer } from "../follow/stored-events.ts";
import { toEventStream } from "../sse/to-event-stream.ts";
import { authorize, checkOrigin } from "./admit-request.ts";
import { beginTurn } from "./begin-turn.ts";
import type { BegunTurn } from "./begin-turn.ts";
import { readChatRequest } from "./chat-body.ts";
import type { ChatRequest } from "./chat-body.ts";
import { checkHandlerOptions } from "./handler-options.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { routeOf } from "./route-of.ts";
import { refusalOf, refused } from "./refusal.ts";

/** Web handlers; both take any request below the path at which they are mounted, and never throw. */
export interface ChatHandler {
  /**
   * `POST /` of `useChat`: words, answers to questions, or an answer that was cut off and is to go on; answered by the stream of
   * the turn. `POST /:id/stop` interrupts the turn that this process runs: `{ stopped }`.
   */
  readonly POST: (request: Request) => Promise<Response>;
  /**
   * `GET /:id/stream` of `useChat`: the answer under way from its beginning, or 204. `GET /:id/messages`: `{ messages, running }` for the first
   * render; of an answer under way it has nothing, the stream has it all. `GET /:id/events`: `AgentEvent`s behind the `Last-Event-ID`, or the
   * `cursor` of the query.
   */
  readonly GET: (request: Request) => Promise<Response>;
}

/**
 * A chat for `useChat` of the AI SDK. What a client says of the past is not believed: the journal is.
 *
 * @throws {HermesError} `UI_OPTION_INVALID`
 */
export function createChatHandler(options: HandlerOptions): ChatHandler {
  checkHandlerOptions(options);
  const streams = options.streams ?? createSessionStreams(options);
  const answerWith = async (request: Request, answer: () => Promise<Response>): Promise<Response> => {
    try {
      checkOrigin(request, options);
      return await answer();
    } catch (error) {
      return refusalOf(error, options.onError);
    }
  };
  return {
    POST: (request) =>
      answerWith(request, async () => {
        const route = routeOf(request);
        if (route?.name === "stop") {
          await authorize(request, route.sessionId, options);
          return Response.json({ stopped: streams.stop(route.sessionId) });
        }
        const chat = await readChatRequest(request, options);
        const actor = await authorize(request, chat.sessionId, options);
        const begun = await beginTurn(streams, options, { ...chat, request, actor });
        return await answerTo(streams, options, { chat, begun });
      }),
    GET: (request) =>
      answerWith(request, async () => {
        const route = routeOf(request);
        if (route === undefined || route.name === "stop") throw refused("UI_NO_ROUTE", "Nothing here.");
        await authorize(request, route.sessionId, options);
        return await getters[route.name](streams, options, { sessionId: route.sessionId, request });
      }),
  };
}

interface Asked {
  readonly sessionId: string;
  readonly request: Request;
}

const getters = { stream: getStream, messages: getMessages, events: getEvents } as const;

async function getStream(
  streams: SessionStreams,
  options: HandlerOptions,
  { sessionId }: Asked,
): Promise<Response> {
  if (!(await streams.isRunning(sessionId))) return new Response(null, { status: 204 });
  return await replay(streams, options, {
    sessionId,
    heartbeatMs: options.heartbeatMs,
    exposeErrors: options.exposeErrors,
  });
}

async function getMessages(
  streams: SessionStreams,
  { journal, approvals: log }: HandlerOptions,
  { sessionId }: Asked,
): Promise<Response> {
  const running = await streams.isRunning(sessionId);
  const stored = (await journal.load(sessionId)) ?? { messages: [], startedCalls: [] };
  const approvals = await log?.list({ sessionId });
  const asked = new Set(approvals?.map(({ request }) => request.callId));
  // Where the process of a turn has died, what it had shown is not a message yet, and its calls have no results.
  const messages = running
    ? stored.messages.slice(0, newestAnswer(stored.messages).message)
    : resumeHistory(stored, asked).messages;
  return Response.json(
    { messages: toUIMessages(messages, { approvals }), running },
    { headers: { "cache-control": "no-store" } },
  );
}

async function getEvents(
  streams: SessionStreams,
  { heartbeatMs, exposeErrors, journal }: HandlerOptions,
  { sessionId, request }: Asked,
): Promise<Response> {
  const query = new URL(request.url).searchParams.get("cursor");
  const cursor = request.headers.get("last-event-id") ?? query ?? undefined;
  // What is wrong with either is an answer of its own, not the end of a stream.
  if (cursor !== undefined) parseCursor(cursor);
  if ((await journal.load(sessionId)) === undefined) throw refused("SESSION_NOT_FOUND", "No such session.");
  return toEventStream((signal) => streams.follow(sessionId, { cursor, signal }), {
    heartbeatMs,
    exposeErrors,
  });
}

async function answerTo(
  streams: SessionStreams,
  options: HandlerOptions,
  { chat, begun }: { readonly chat: ChatRequest; readonly begun: BegunTurn },
): Promise<Response> {
  const { sessionId, turn } = chat;
  const { cursor, model, approvals } = begun;
  const { heartbeatMs, exposeErrors } = options;
  const stops = options.onDisconnect === "stop";
  const onDisconnect = stops ? (): void => void streams.stop(sessionId) : undefined;
  const writing = { model, approvals, heartbeatMs, exposeErrors, onDisconnect };
  if (cursor === undefined) return await replay(streams, options, { sessionId, ...writing });
  if (turn.type !== "words") {
    return toUIMessageStreamResponse((signal) => eventsOf(streams.follow(sessionId, { cursor, signal })), {
      ...writing,
      messageId: chat.messageId,
    });
  }
  const answer = new NewAnswer();
  return toUIMessageStreamResponse((signal) => answer.events(streams.follow(sessionId, { cursor, signal })), {
    ...writing,
    messageId: () => answer.messageId,
  });
}

/** The newest answer from its beginning. */
async function replay(
  streams: SessionStreams,
  { journal }: HandlerOptions,
  { sessionId, ...writing }: { readonly sessionId: string } & Parameters<typeof toUIMessageStreamResponse>[1],
): Promise<Response> {
  const stored = await journal.load(sessionId);
  const { message } = newestAnswer(stored?.messages ?? []);
  return toUIMessageStreamResponse((signal) => eventsOf(streams.follow(sessionId, { signal })), {
    ...writing,
    messageId: messageId(message),
  });
}

/** The answer to new words. What comes before them in their turn ends calls of the answer before. */
class NewAnswer {
  messageId: string | undefined;

  async *events(followed: AsyncIterable<FollowedEvent>): AsyncGenerator<AgentEvent, undefined> {
    for await (const { cursor, event } of followed) {
      if (event.type === "message" && isOfPerson(event.message))
        this.messageId = messageId(parseCursor(cursor).position.message);
      const isOfAnswer = this.messageId !== undefined || !("callId" in event || event.type === "message");
      if (isOfAnswer) yield event;
    }
    return undefined;
  }
}

async function* eventsOf(followed: AsyncIterable<FollowedEvent>): AsyncGenerator<AgentEvent, undefined> {
  for await (const { event } of followed) yield event;
  return undefined;
}
