import type { QuestionInfo } from "@hermes/client";
import { signal } from "@preact/signals";
import { activity } from "../home/activity.ts";
import type { ChatSession } from "./chat-session.ts";

export interface WaitingApproval {
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly reason: string;
}

/** What this page has answered: it is not asked again while others have not heard of it yet. */
const answered = signal<ReadonlySet<string>>(new Set());

export function markAnswered(id: string): void {
  answered.value = new Set([...answered.value, id]);
}

/** An answer that did not arrive. */
export function markOpen(id: string): void {
  answered.value = new Set([...answered.value].filter((each) => each !== id));
}

/** Questions about permission of a session, as they were heard of or asked for. */
export function openApprovals({ id, state }: ChatSession): readonly WaitingApproval[] {
  const listed = activity.value.approvals.filter(({ sessionId }) => sessionId === id.value);
  return unanswered([...state.value.approvals, ...listed]);
}

/** Questions of the agent to the person. */
export function openQuestions({ id, state }: ChatSession): readonly QuestionInfo[] {
  const listed = activity.value.questions.filter(({ sessionId }) => sessionId === id.value);
  return unanswered([...state.value.questions, ...listed]);
}

function unanswered<Each extends { readonly id: string }>(all: readonly Each[]): readonly Each[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  return [...byId.values()].filter((each) => !answered.value.has(each.id));
}
