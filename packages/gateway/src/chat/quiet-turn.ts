import type { AgentEvent } from "@hermes/agent-loop";
import type { InboundRow } from "../store/inbox-store.ts";
import type { GatewayParts } from "./gateway-parts.ts";

/** What a model answers where nothing needs the person: it is never sent. */
export const nothingToSay = "HEARTBEAT_OK";

/** Why a message of the program was dropped that was never said, and can be said later. */
export const putOffReason = "put-off";

/** Whether nobody waits for what is done for these: nothing is shown but an answer that says something. */
export function isQuiet(rows: readonly Pick<InboundRow, "wake">[]): boolean {
  return rows.some(({ wake }) => wake !== undefined);
}

/** The answer of a quiet turn as it is sent: without the token at its start or end; empty where nothing of substance is left. */
export function quietAnswer(answer: string): string {
  const marks = "[*_`~\"'>\\s]*";
  const rest = answer
    .replace(new RegExp(`^${marks}${nothingToSay}\\b${marks}[.:;,!–—-]*\\s*`, "u"), "")
    .replace(new RegExp(`${marks}\\b${nothingToSay}${marks}[.!]*\\s*$`, "u"), "");
  return rest === answer || /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

/** Whether a turn ended otherwise than it should. */
export function hasFailed({ reason }: Extract<AgentEvent, { readonly type: "turn-end" }>): boolean {
  return !["answered", "empty-answer", "interrupted", "stopped", "awaiting-approval"].includes(reason);
}

const scope = "quiet-failure";
const toldEveryMs = 86_400_000;

/** Whether a chat is told that a quiet turn failed: once a day. */
export async function tellsFailure(
  { store, now }: Pick<GatewayParts, "store" | "now">,
  chat: string,
): Promise<boolean> {
  const last = Number((await store.memory.read(scope, chat)) ?? Number.NEGATIVE_INFINITY);
  if (Math.abs(now() - last) < toldEveryMs) return false;
  await store.memory.write(scope, chat, String(now()));
  return true;
}
