import type { RunEvent, TurnEndEvent } from "@hermes/client";
import type { AgentEvent } from "@hermes/agent-loop";
import type { Message } from "@hermes/models";
import { strings } from "../strings/strings.ts";
import type { CallFacts, NoteEntry } from "./entry.ts";
import { resultOf, steeredWords, textOfParts } from "./session-entries.ts";
import type { PendingWords, SessionState } from "./session-state.ts";

const maxNotes = 50;

/** What an event changes. Types that are not known change nothing. */
export function withEvent(state: SessionState, told: RunEvent): SessionState {
  // The contract names what every client needs; these are all there are. What is none of them falls through.
  const event = told as AgentEvent | Extract<RunEvent, { readonly type: "question" | "question-end" }>;
  switch (event.type) {
    case "turn-start":
      return { ...running(state), end: undefined, partial: [] };
    case "request-start":
      return { ...running(state), partial: [] };
    case "text-delta":
      return withWords(state, "text", event.text);
    case "reasoning-delta":
      return withWords(state, "reasoning", event.text);
    case "text-restart":
      return { ...state, partial: [] };
    case "tool-call-delta":
      return withArguments(state, event);
    case "message":
      return withMessage(running(state), event.message);
    case "tool-call-start": {
      const { callId, emoji, detail } = event;
      const known = state.calls.get(callId)?.result !== undefined ? undefined : true;
      return withCall(running(state), callId, {
        ...(emoji === "" || emoji === undefined ? {} : { emoji }),
        ...(detail === undefined ? {} : { detail }),
        ...(known && { isStarted: true }),
      });
    }
    case "tool-call-progress":
      return withProgress(state, event);
    case "tool-call-end":
      return withCallEnd(state, event);
    case "approval-request": {
      const { request } = event;
      const approvals = [...state.approvals.filter(({ id }) => id !== request.id), request];
      return { ...state, approvals };
    }
    case "approval-end":
      return { ...state, approvals: state.approvals.filter(({ id }) => id !== event.id) };
    case "question": {
      const questions = [...state.questions.filter(({ id }) => id !== event.question.id), event.question];
      return { ...running(state), questions };
    }
    case "question-end":
      return { ...state, questions: state.questions.filter(({ id }) => id !== event.id) };
    case "retry":
      return { ...running(state), retry: { delayMs: event.delayMs, reason: event.reason } };
    case "compression-start":
      return { ...state, isCondensing: true };
    case "compression":
      return withNote(
        { ...state, isCondensing: false },
        "event",
        strings.chat.condensed(event.before, event.after),
      );
    case "switch":
      return withNote(state, "event", strings.chat.switched(event.to.model));
    case "mention":
      return withNote(state, event.attached ? "event" : "warning", event.line);
    case "warning":
      return withNote({ ...state, isCondensing: false }, "warning", event.message);
    case "turn-end":
      return withEnd(state, event);
    default:
      return state;
  }
}

function running(state: SessionState): SessionState {
  return state.phase === "running" && state.retry === undefined
    ? state
    : { ...state, phase: "running", retry: undefined };
}

function withWords(state: SessionState, type: "text" | "reasoning", text: string): SessionState {
  const last = state.partial.at(-1);
  const partial =
    last?.type === type
      ? [...state.partial.slice(0, -1), { ...last, text: last.text + text }]
      : [...state.partial, { type, text }];
  return { ...running(state), partial };
}

function withArguments(
  state: SessionState,
  { callId: id, name, arguments: more }: Extract<AgentEvent, { readonly type: "tool-call-delta" }>,
): SessionState {
  const known = state.partial.some((part) => part.type === "tool-call" && part.id === id);
  const partial = known
    ? state.partial.map((part) =>
        part.type === "tool-call" && part.id === id ? { ...part, arguments: part.arguments + more } : part,
      )
    : [...state.partial, { type: "tool-call" as const, id, name, arguments: more }];
  return { ...running(state), partial };
}

function withMessage(state: SessionState, message: Message): SessionState {
  const live = [...state.live, message];
  if (message.role === "assistant") return { ...state, live, partial: [] };
  if (message.role === "user") {
    const pending = withoutSaid(state.pending, textOfParts(message.content));
    return { ...state, live, partial: [], pending };
  }
  const said = steeredWords(message).join("\n");
  const pending = said === "" ? state.pending : state.pending.filter((words) => !isSteered(words, said));
  const heard = withCall({ ...state, live, pending }, message.callId, { result: resultOf(message) });
  return heard;
}

/** The words that were said now; where hooks have changed them, the first that wait to begin a turn. */
function withoutSaid(pending: readonly PendingWords[], said: string): readonly PendingWords[] {
  const same = pending.findIndex(({ content }) => textOfParts(content) === said);
  if (same !== -1) return pending.toSpliced(same, 1);
  // What a turn has not taken is said after it, all of it together.
  const rest = pending.filter((words) => !isSteered(words, said));
  if (rest.length < pending.length) return rest;
  return pending.filter((words) => words !== pending.find(({ kind }) => kind !== "steer"));
}

function isSteered({ kind, content }: PendingWords, said: string): boolean {
  return kind === "steer" && said.includes(textOfParts(content));
}

function withCall(state: SessionState, callId: string, more: Partial<CallFacts>): SessionState {
  const calls = new Map(state.calls);
  calls.set(callId, { ...state.calls.get(callId), ...more });
  return { ...state, calls };
}

function withProgress(
  state: SessionState,
  { callId, text, lines = [], subject }: Extract<AgentEvent, { readonly type: "tool-call-progress" }>,
): SessionState {
  const before = state.calls.get(callId)?.progress ?? [];
  const told = { subject, text, lines };
  const progress = before.some((each) => each.subject === subject)
    ? before.map((each) => (each.subject === subject ? told : each))
    : [...before, told];
  return withCall(running(state), callId, { progress });
}

function withCallEnd(
  state: SessionState,
  event: Extract<AgentEvent, { readonly type: "tool-call-end" }>,
): SessionState {
  const { callId, content, isError, durationMs, notRun, shown } = event;
  const known = state.calls.get(callId);
  const isNotRun = notRun !== undefined;
  const images = known?.result?.images ?? [];
  const approvals = state.approvals.filter((each) => each.callId !== callId);
  return withCall({ ...state, approvals }, callId, {
    isStarted: false,
    result: { content, isError, images, isNotRun },
    ...(durationMs === 0 ? {} : { durationMs }),
    ...(isNotRun && { notRun }),
    ...(shown !== undefined && { diff: shown.diff }),
  });
}

function withNote(state: SessionState, note: NoteEntry["note"], text: string): SessionState {
  const ordinal = Math.max(0, state.earlier + state.stored.length + state.later + state.live.length - 1);
  const key = `n${(Number(state.notes.at(-1)?.key.slice(1)) || 0) + 1}`;
  const entry: NoteEntry = { kind: "note", key, ordinal, note, text };
  return { ...state, notes: [...state.notes.slice(1 - maxNotes), entry] };
}

function withEnd(state: SessionState, end: TurnEndEvent): SessionState {
  const awaited = new Set(end.awaiting);
  return {
    ...state,
    ...{ end, phase: "ended", partial: [], retry: undefined, isCondensing: false, questions: [] },
    approvals: state.approvals.filter(({ id }) => awaited.has(id)),
  };
}
