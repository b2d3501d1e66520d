import type { AgentEvent, TurnEndReason } from "@hermes/agent-loop";
import type { OpenSession } from "@hermes/runtime";
import { oneLine } from "../render/fit.ts";

export interface FinishBackgroundOptions {
  /** Ends the waiting; what runs is then interrupted with the session. */
  readonly signal: AbortSignal;
  readonly play: (events: AsyncIterable<AgentEvent>) => Promise<TurnEndReason>;
  readonly say: (line: string) => void;
}

/**
 * After the turn that answers a single question: waits for the agents in the background, and lets the model go on with what they
 * brought, until none is left. After a turn that failed nothing is waited for.
 *
 * @returns How the last turn ended.
 */
export async function finishBackground(
  { agent, children }: Pick<OpenSession, "agent" | "children">,
  first: TurnEndReason,
  { signal, play, say }: FinishBackgroundOptions,
): Promise<TurnEndReason> {
  let reason = first;
  while (reason === "answered" || reason === "awaiting-approval") {
    const { running } = children;
    if (running.length > 0) say(waitingLine(running.map(({ goal }) => goal)));
    // oxlint-disable-next-line no-await-in-loop -- one turn after another
    await Promise.race([children.settled(), aborted(signal)]);
    if (signal.aborted) return running.length > 0 ? "interrupted" : reason;
    // oxlint-disable-next-line no-await-in-loop -- the same
    const brought = (await agent.waitingNotices()).filter(({ source }) => source === "child");
    // A turn that waits for an approval is told of it when it goes on.
    if (brought.length === 0 || reason === "awaiting-approval") return reason;
    // oxlint-disable-next-line no-await-in-loop -- the same
    reason = await play(agent.continue({ signal, becauseOfNotices: true }));
  }
  return reason;
}

function waitingLine(goals: readonly string[]): string {
  const what = goals.length === 1 ? "an agent" : `${goals.length} agents`;
  return `Waiting for ${what} in the background: ${oneLine(goals.join("; "))} (Ctrl-C interrupts)`;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
