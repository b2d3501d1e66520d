import type { MessagePage, SessionMessage } from "@hermes/client";
import { chunkSize } from "./entry.ts";
import type { SessionState } from "./session-state.ts";

/** The newest messages, or those around a hit, in place of all that was there. What was heard of calls stays. */
export function withFirstPage(state: SessionState, page: MessagePage): SessionState {
  const { messages, earlier, later } = page;
  // Whole chunks alone: what comes before them later changes nothing of what is there.
  const skip = (chunkSize - (earlier % chunkSize)) % chunkSize;
  const cut = skip < messages.length ? skip : 0;
  return {
    ...state,
    ...{
      stored: messages.slice(cut),
      earlier: earlier + cut,
      later,
      live: [],
      partial: [],
      phase: "unknown",
    },
  };
}

/** Messages kept at most; what is further from where the person reads is read again when it is wanted. */
const maxStored = 1_200;

export function withEarlier(state: SessionState, { messages, earlier }: MessagePage): SessionState {
  const all = [...messages, ...state.stored];
  const dropped = Math.max(0, all.length - maxStored);
  const stored = all.slice(0, all.length - dropped);
  return { ...state, stored, earlier, later: state.later + dropped };
}

export function withLater(state: SessionState, { messages, later }: MessagePage): SessionState {
  const all = [...state.stored, ...messages];
  const over = Math.max(0, all.length - maxStored);
  const dropped = over - (over % chunkSize);
  return { ...state, stored: all.slice(dropped), earlier: state.earlier + dropped, later };
}

/** Messages that were heard of, as the store has them: they take the place of as many. */
export function withTurnStored(state: SessionState, messages: readonly SessionMessage[]): SessionState {
  return { ...state, stored: [...state.stored, ...messages], live: state.live.slice(messages.length) };
}
