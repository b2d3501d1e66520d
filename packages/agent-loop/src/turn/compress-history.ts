import type { Message } from "@hermes/models";
import type { CompressionInput, Compressor } from "../compressor.ts";
import { resumeHistory } from "../session/resume-history.ts";
import type { TurnScope } from "./turn-scope.ts";

/** Lets the compressor shorten the history; false when there is none or it leaves the history as it is. */
export async function compressHistory(
  scope: TurnScope,
  reason: CompressionInput["reason"],
): Promise<boolean> {
  const { compressor } = scope.settings;
  if (compressor === undefined || scope.signal.aborted) return false;
  const shortened = await askCompressor(scope, compressor, reason);
  if (shortened === undefined || scope.signal.aborted) return false;

  const { session, events } = scope;
  const before = session.history.length;
  // A compressor may have cut between a call and its result.
  const { messages } = resumeHistory({ messages: shortened, startedCalls: [] });
  const written = session.append({ type: "compression", messages, at: session.now() });
  if (written !== undefined) await written;
  session.replaceHistory(messages);
  events.push({ type: "compression", before, after: messages.length });
  return true;
}

async function askCompressor(
  { settings, session, signal, events }: TurnScope,
  compressor: Compressor,
  reason: CompressionInput["reason"],
): Promise<readonly Message[] | undefined> {
  const inputTokens = session.contextTokens === 0 ? estimateTokens(session.history) : session.contextTokens;
  const { contextWindow } = settings.model;
  try {
    return await compressor.compress({
      messages: session.history,
      inputTokens,
      contextWindow,
      reason,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    const text = error instanceof Error ? error.message : String(error);
    events.push({
      type: "warning",
      code: "COMPRESSION_FAILED",
      message: `The conversation was not shortened: ${text}`,
    });
    return undefined;
  }
}

/** About four characters to a token: enough to decide whether a resumed history needs shortening. */
function estimateTokens(messages: readonly Message[]): number {
  let chars = 0;
  for (const message of messages) {
    if (message.role === "tool") chars += message.content.length;
    else for (const part of message.content) chars += "text" in part ? part.text.length : 0;
  }
  return Math.ceil(chars / 4);
}
