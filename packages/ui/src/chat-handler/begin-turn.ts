import { HermesError } from "@hermes/agent-loop";
import type { Agent } from "@hermes/agent-loop";
import type { SessionStreams } from "../follow/session-streams.ts";
import { isWhole } from "../follow/stored-events.ts";
import type { UserMessage } from "../follow/stored-events.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { refused } from "./refusal.ts";

/** What a person answers to a question. */
export interface PersonsAnswer {
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string | undefined;
}

export type TurnRequest =
  | { readonly type: "words"; readonly parts: UserMessage["content"] }
  | { readonly type: "answers"; readonly answers: readonly PersonsAnswer[] }
  /** An answer that was cut off goes on. */
  | { readonly type: "again" };

export interface TurnRequestOf {
  readonly sessionId: string;
  readonly turn: TurnRequest;
  readonly request: Request;
  /** Who answers questions. */
  readonly actor: string;
}

/** What came of it. Without a cursor the newest answer is to be told from its beginning. */
export interface BegunTurn {
  readonly cursor?: string | undefined;
  readonly model?: string | undefined;
  /** Ids of the questions that were answered, by those of their calls. */
  readonly approvals?: ReadonlyMap<string, string> | undefined;
}

/** @throws {HermesError} `SESSION_BUSY`, `APPROVAL_NOT_FOUND`, `APPROVAL_CLOSED`, `UI_REGENERATE_WHOLE`; what agent and journal throw. */
export async function beginTurn(
  streams: SessionStreams,
  options: HandlerOptions,
  asked: TurnRequestOf,
): Promise<BegunTurn> {
  const { turn, sessionId } = asked;
  if (turn.type === "words") return await say(streams, options, { ...asked, parts: turn.parts });
  if (turn.type === "answers") return await answer(streams, options, { ...asked, answers: turn.answers });
  const stored = await options.journal.load(sessionId);
  if (stored === undefined || isWhole(stored))
    throw refused("UI_REGENERATE_WHOLE", "The answer is complete, and a session keeps what was said.");
  const { model } = await goOn(streams, options, asked);
  return { model };
}

async function say(
  streams: SessionStreams,
  options: HandlerOptions,
  { sessionId, request, parts }: TurnRequestOf & { readonly parts: UserMessage["content"] },
): Promise<BegunTurn> {
  const running = streams.running(sessionId);
  if (running !== undefined && options.whenBusy === "steer") {
    const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    if (parts.every(({ type }) => type === "text") && running.steer(text)) return {};
  }
  const wait = options.whenBusy === "queue";
  if (wait) while (streams.running(sessionId) !== undefined) await streams.idle(sessionId);
  // Before anything is made for it.
  if (streams.running(sessionId) !== undefined) throw refused("SESSION_BUSY", "A turn is running.");
  const agent = await agentOf(sessionId, request, options);
  const { cursor } = await streams.start(agent, (signal) => agent.run(parts, { signal }), { wait });
  return { cursor, model: agent.model.model.id };
}

async function answer(
  streams: SessionStreams,
  options: HandlerOptions,
  asked: TurnRequestOf & { readonly answers: readonly PersonsAnswer[] },
): Promise<BegunTurn> {
  const approvals = new Map<string, string>();
  for (const given of asked.answers) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that an error leaves those before it answered
    const callId = await keepAnswer(given, options, asked);
    approvals.set(callId, given.id);
  }
  // The call itself may be waiting for the answer.
  if (streams.running(asked.sessionId) !== undefined) return {};
  const stored = await options.journal.load(asked.sessionId);
  const results = new Set(stored?.messages.map((each) => (each.role === "tool" ? each.callId : "")));
  if ([...approvals.keys()].every((callId) => results.has(callId)))
    throw refused("APPROVAL_CLOSED", "What was asked about is done.");
  return { ...(await goOn(streams, options, asked)), approvals };
}

/** @returns The id of the call. */
async function keepAnswer(
  { id, approved, reason = "The person said no." }: PersonsAnswer,
  { approvals: log, now = Date.now }: HandlerOptions,
  { sessionId, actor }: TurnRequestOf,
): Promise<string> {
  const approval = await log?.get(id);
  if (log === undefined || approval?.request.sessionId !== sessionId)
    throw refused("APPROVAL_NOT_FOUND", `No question "${id}" in the session "${sessionId}".`);
  const decision = approved ? { approved, scope: "once" as const } : { approved, reason };
  try {
    await log.answer(id, { answer: decision, actor, at: now() });
  } catch (error) {
    // The first answer holds; the turn may still have to go on with it.
    if (!HermesError.is(error) || error.code !== "APPROVAL_CLOSED") throw error;
  }
  return approval.request.callId;
}

async function goOn(
  streams: SessionStreams,
  options: HandlerOptions,
  { sessionId, request }: TurnRequestOf,
): Promise<BegunTurn> {
  const agent = await agentOf(sessionId, request, options);
  const { cursor } = await streams.start(agent, (signal) => agent.continue({ signal }));
  return { cursor, model: agent.model.model.id };
}

async function agentOf(sessionId: string, request: Request, { agent: make }: HandlerOptions): Promise<Agent> {
  const agent = await make(sessionId, request);
  if (agent.sessionId === sessionId) return agent;
  throw new HermesError(`The agent for the session "${sessionId}" has the session "${agent.sessionId}".`, {
    code: "UI_WRONG_SESSION",
    hint: "Pass the id that `agent` is called with as `sessionId`.",
  });
}
