import type { Message } from "@hermes/models";
import { measureRequest } from "../compression/request-size.ts";
import type { CompressionInput, CompressionPreparation, Compressor } from "../compressor.ts";
import { composePrompt, layoutAfterHooks } from "../prompt/build-system-prompt.ts";
import type { NewPrompt } from "../session/session.ts";
import { resumeHistory } from "../session/resume-history.ts";
import { knownCall } from "../tools/known-call.ts";
import type { TurnScope } from "./turn-scope.ts";
import { warningsTo } from "./warnings-to.ts";

/** What the person asked for, where they did. */
type Focus = Pick<CompressionInput, "focus">;

/** Lets the compressor shorten the history; false when there is none or it leaves the history as it is. */
export async function compressHistory(
  scope: TurnScope,
  reason: CompressionInput["reason"],
  { focus }: Focus = {},
): Promise<boolean> {
  const { compressor } = scope.settings;
  if (compressor === undefined || scope.signal.aborted) return false;
  const input = inputFor(scope, reason, focus);
  const shortened = await askCompressor(scope, compressor, input);
  if (shortened === undefined || scope.signal.aborted) return false;
  // A compressor that keeps nothing special did not ask; what would be lost is saved all the same.
  const { saved = [] } = await prepare(scope, reason);
  if (scope.signal.aborted) return false;

  const { session, events } = scope;
  const before = session.history.length;
  const size = measureRequest(input);
  // A compressor may have cut between a call and its result.
  const { messages } = resumeHistory({ messages: shortened, startedCalls: [] });
  await session.compress(messages, await promptAnew(scope));
  scope.prepared = undefined;
  await tellCompressed(scope);
  events.push({
    type: "compression",
    before,
    after: messages.length,
    tokens: { before: size.tokens, after: size.of(messages) },
    ...(saved.length === 0 ? {} : { saved }),
  });
  return true;
}

/** Shortens the history because a person asked for it, between two turns. What came of it is told by events. */
export async function compressNow(scope: TurnScope, focus: string | undefined): Promise<void> {
  const say = (code: string, message: string): void => scope.events.push({ type: "warning", code, message });
  if (scope.session.openCalls().open.length > 0)
    return say("COMPRESSION_FAILED", "The conversation was not shortened: calls of it wait for permission.");
  await compressHistory(scope, "manual", { focus });
  if (scope.signal.aborted) say("COMPRESSION_INTERRUPTED", "Interrupted: the conversation is as it was.");
}

function inputFor(
  scope: TurnScope,
  reason: CompressionInput["reason"],
  focus: string | undefined,
): CompressionInput {
  const { settings, session, signal, events } = scope;
  const { head, history: messages, contextTokens } = session;
  const counted = contextTokens > 0;
  return {
    messages,
    ...{ head, counted, reason, signal, focus, model: settings.meter.metered(scope.model, "compression") },
    inputTokens: counted ? contextTokens : estimateTokens(messages),
    contextWindow: scope.model.contextWindow,
    describe: (call) => knownCall(settings.registry, session.waiting, call),
    keep: async () => (await prepare(scope, reason)).keep,
    warn: (code, message) => events.push({ type: "warning", code, message }),
  };
}

async function askCompressor(
  scope: TurnScope,
  compressor: Compressor,
  input: CompressionInput,
): Promise<readonly Message[] | undefined> {
  try {
    const shortened = await compressor.compress(input);
    if (shortened === undefined && input.reason === "manual")
      input.warn("COMPRESSION_FAILED", "The conversation was not shortened: there is nothing to leave out.");
    return shortened;
  } catch (error) {
    if (!scope.signal.aborted) warn(scope, "COMPRESSION_FAILED", "The conversation was not shortened", error);
    return undefined;
  }
}

/** Once until the history is shortened: a compressor that fails is asked again in the next round, and it takes a request. */
async function prepare(
  scope: TurnScope,
  reason: CompressionInput["reason"],
): Promise<CompressionPreparation> {
  if (scope.prepared === undefined) scope.events.push({ type: "compression-start", reason });
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
  await hooks.tell((hook, context) => hook.afterCompression?.({ head, messages }, context), {
    signal,
    warn: warningsTo(events),
  });
}

/** Undefined: it stays as it is. */
async function promptAnew(scope: TurnScope): Promise<NewPrompt | undefined> {
  const { settings, session, hooks, signal, events } = scope;
  try {
    const prompt = await settings.promptAfterCompression?.();
    if (prompt === undefined) return undefined;
    const hasTools = session.tools.length > 0;
    const { contextWindow } = settings.model;
    const built = composePrompt(prompt, { hasTools, contextWindow });
    const message = settings.shortenedWarning(built.shortened);
    if (message !== undefined)
      events.push({ type: "warning", code: "COMPRESSION_PROMPT_SHORTENED", message });
    if (hooks === undefined) return built;
    const hooked = await hooks.prompt(built, signal);
    return { ...hooked, layout: layoutAfterHooks(built, hooked.text) };
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
