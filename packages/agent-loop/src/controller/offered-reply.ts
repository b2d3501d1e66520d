import type { ControllerEvent } from "./controller-event.ts";
import type { ControllerPorts, OfferedReply } from "./controller-ports.ts";

/** What is typed as a skill is and enters no message by itself. Undefined where there is none of that name. */
export async function offeredReply(
  { skills }: ControllerPorts,
  { name, rest }: { readonly name: string; readonly rest: string },
  at: { readonly sessionId: string; readonly signal: AbortSignal },
): Promise<OfferedReply | undefined> {
  try {
    return await skills?.replyOf?.(name, rest, at);
  } catch (error) {
    if (at.signal.aborted) return { lines: ["Interrupted."] };
    throw error;
  }
}

export function eventOf(reply: OfferedReply | undefined, name: string): ControllerEvent<never> {
  return reply === undefined
    ? { type: "unknown-command", typed: name, near: undefined, fits: [] }
    : { type: "command-reply", command: name, reply: { lines: reply.lines } };
}
