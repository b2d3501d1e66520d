import type { GatewayParts, ServedPlatform } from "../chat/gateway-parts.ts";
import { isQuiet } from "../chat/quiet-turn.ts";
import type { TurnRows } from "../chat/turn-output.ts";
import type { Chat } from "../store/chat-store.ts";
import type { InboundRow } from "../store/inbox-store.ts";
import { readVoiceMode } from "./voice-mode.ts";

export interface SpeakAnswerOptions {
  readonly parts: GatewayParts;
  readonly served: ServedPlatform;
  readonly chat: Chat;
  readonly turn: string;
  /** The messages that are answered. */
  readonly rows: readonly InboundRow[];
  /** What was put into the outbox. */
  readonly answer: TurnRows;
  readonly signal: AbortSignal;
}

const speakMs = 60_000;

/**
 * Puts a spoken version of an answer behind its text, where the chat wants it. The text is settled before, and the sound has a key of its
 * turn: a crash costs the sound at most, and nothing is said twice. Never throws: what goes wrong is logged.
 */
export async function speakAnswer(options: SpeakAnswerOptions): Promise<void> {
  const { parts, served, chat, turn, answer, signal } = options;
  const { spokenReplies, store, log, redact, now } = parts;
  try {
    if (spokenReplies === undefined || !(await isWanted(options))) return;
    const { fileBytes: maxBytes } = served.platform.limits;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(speakMs)]);
    // Whoever listens sees that something comes.
    await served.connection?.typing?.(chat.at);
    const file = await spokenReplies.speak(answer.text, { maxBytes, signal: limit });
    await store.outbox.put([{ key: `${turn}:v`, to: chat.at, kind: "file", text: "", file }], now());
  } catch (error) {
    if (signal.aborted) return;
    log("warn", "An answer was not spoken.", { chat: chat.key, error: redact(String(error)) });
  }
}

async function isWanted({ parts, served, chat, rows, answer }: SpeakAnswerOptions): Promise<boolean> {
  const { spokenReplies, store } = parts;
  if (spokenReplies === undefined || answer.text === "" || isQuiet(rows) || !served.platform.can.files)
    return false;
  // The model has spoken by itself.
  if (answer.outbound.some(({ file }) => file?.as === "voice" || file?.as === "audio")) return false;
  const mode = (await readVoiceMode(store.memory, chat.key)) ?? spokenReplies.mode;
  if (mode === "off" || spokenReplies.missing !== undefined) return false;
  return mode === "all" || rows.some(({ message }) => message.files.some(({ kind }) => kind === "voice"));
}
