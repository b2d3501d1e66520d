import type { ControllerEvent } from "@hermes/agent-loop/controller";
import type { ChatSession } from "./chat-sessions.ts";

export interface SignsOfLifeOptions {
  /** One sign that somebody is writing. */
  readonly typing: () => Promise<unknown>;
  readonly stillWorking: () => void;
  /** How often it is said that the turn goes on, in milliseconds. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

const typingEveryMs = 4_000;

/** Shows that a turn goes on: as typing, except while a person is asked something, and as a message after a while. */
export function signsOfLife({ typing, stillWorking, everyMs, signal }: SignsOfLifeOptions): {
  see(event: ControllerEvent<ChatSession>): void;
  stop(): void;
} {
  let asked = 0;
  let isTurn = false;
  const show = (): void => {
    // Of no consequence, and said to never throw; an adapter that does so all the same disturbs no turn.
    if (isTurn && asked === 0 && !signal.aborted) typing().catch(() => undefined);
  };
  const timers = [setInterval(show, typingEveryMs), setInterval(() => isTurn && stillWorking(), everyMs)];
  return {
    see({ type }) {
      if (type === "turn-start") {
        isTurn = true;
        show();
      } else if (type === "turn-end") isTurn = false;
      else if (type === "approval-request") asked += 1;
      else if (type === "approval-end") asked = Math.max(0, asked - 1);
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
