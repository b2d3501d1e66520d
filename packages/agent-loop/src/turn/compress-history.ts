import type { Message } from "@hermes/models";
import type { CompressionInput, CompressionPreparation, Compressor } from "../compressor.ts";
import type { HookWarning } from "../hooks/hook-runner.ts";
import { buildSystemPrompt, sourcesOfPrompt } from "../prompt/build-system-prompt.ts";
import type { NewPrompt } from "../session/session.ts";
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
  // A compressor that keeps nothing special did not ask; what would be lost is saved all the same.
  const { saved = [] } = await prepare(scope, reason);
  if (scope.signal.aborted) return false;

  const { session, events } = scope;
  const before = session.history.length;
  // A compressor may have cut between a call and its result.
  const { messages } = resumeHistory({ messages: shortened, startedCalls: [] });
  await session.compress(messages, await promptAnew(scope));
  scope.prepared = undefined;
  await tellCompressed(scope);
  events.push({
    type: "compression",
    before,
    after: messages.length,
    ...(saved.length === 0 ? {} : { saved }),
  });
  return true;
}

async function askCompressor(
  scope: TurnScope,
  compressor: Compressor,
  reason: CompressionInput["reason"],
): Promise<readonly Message[] | undefined> {
  const { settings, session, signal } = scope;
  const inputTokens = session.contextTokens === 0 ? estimateTokens(session.history) : session.contextTokens;
  const { contextWindow } = settings.model;
  try {
    return await compressor.compress({
      messages: session.history,
      inputTokens,
      contextWindow,
      reason,
      keep: async () => (await prepare(scope, reason)).keep,
      signal,
    });
  } catch (error) {
    if (!signal.aborted) warn(scope, "COMPRESSION_FAILED", "The conversation was not shortened", error);
    return undefined;
  }
}

/** Once until the history is shortened: a compressor that fails is asked again in the next round, and it takes a request. */
async function prepare(
  scope: TurnScope,
  reason: CompressionInput["reason"],
): Promise<CompressionPreparation> {
  scope.prepared ??= askBefore(scope, reason);
  return await scope.prepared;
}

async function askBefore(
  scope: TurnScope,
  reason: CompressionInput["reason"],
): Promise<CompressionPreparation> {
  const { hooks, session, signal, events } = scope;
  if (hooks === undefined) return {};
  const compression = { head: session.head, messages: [...session.history], reason };
  const prepared = await hooks.tell((hook, context) => hook.beforeCompression?.(compression, context), {
    signal,
    warn({ message }) {
      const what = "What would be lost was not saved before the conversation was shortened";
      events.push({ type: "warning", code: "COMPRESSION_UNPREPARED", message: `${what}: ${message}` });
    },
  });
  const keep = prepared.flatMap((each) => each.keep ?? []);
  return {
    ...(keep.length === 0 ? {} : { keep: keep.join("\n\n") }),
    saved: prepared.flatMap((each) => each.saved ?? []),
  };
}

async function tellCompressed({ hooks, session, signal, events }: TurnScope): Promise<void> {
  if (hooks === undefined) return;
  const { head, history: messages } = session;
  const warn = (warning: HookWarning): void => events.push({ type: "warning", ...warning });
  await hooks.tell((hook, context) => hook.afterCompression?.({ head, messages }, context), { signal, warn });
}

/** Undefined: it stays as it is. */
async function promptAnew(scope: TurnScope): Promise<NewPrompt | undefined> {
  const { settings, session, hooks, signal } = scope;
  try {
    const prompt = await settings.promptAfterCompression?.();
    if (prompt === undefined) return undefined;
    const hasTools = session.tools.length > 0;
    const system = typeof prompt === "string" ? prompt : buildSystemPrompt(prompt, { hasTools });
    const built = { text: system, provenance: sourcesOfPrompt(prompt) };
    return hooks === undefined ? built : await hooks.prompt(built, signal);
  } catch (error) {
    warn(scope, "COMPRESSION_PROMPT_STAYS", "The prompt stays as it was before the compression", error);
    return undefined;
  }
}

function warn({ events }: TurnScope, code: string, what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  events.push({ type: "warning", code, message: `${what}: ${reason}` });
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
