import type { Message, Model, ModelFinish, ToolCallPart } from "@hermes/models";
import type { Agent, AgentHooks, HookContext, SessionHead } from "@hermes/agent-loop";
import { untrustedSources } from "@hermes/registry";
import type { Origin, ToolRegistry } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { OpenSession } from "../session/opened-session.ts";

/** How long somebody who leaves waits for the model to save what it learned. */
const leavingTakesMs = 6_000;
/** How long a turn waits for it before its history is shortened. */
const shorteningTakesMs = 30_000;
/** As estimated; the rest is for what the estimate is wrong by. */
const mostOfWindow = 0.9;

type FactParts = Pick<RuntimeParts, "options" | "origin">;

interface FactSource {
  readonly model: Model;
  readonly tools: ToolRegistry;
}

/** What `saveFacts` of a session does. Never throws. */
export async function saveFactsOf(
  parts: FactParts,
  session: FactSource & {
    readonly agent: Agent;
    /** In this run of the program. */
    readonly said: readonly Message[];
  },
  { signal }: Parameters<OpenSession["saveFacts"]>[0],
): Promise<readonly string[]> {
  const { agent, said } = session;
  const { head, messages } = agent;
  // A history with calls that wait for permission is for no request.
  if (head === undefined || agent.openCalls.length > 0 || !mayHoldFacts(said)) return [];
  const question = `The conversation ends here. ${ask}`;
  return await saveIfWanted(parts, session, { head, messages, question, signal, takesMs: leavingTakesMs });
}

/**
 * What the model would lose with a compression, saved in one request beside the session. Never throws.
 *
 * @returns The entries that were written.
 */
export async function saveFactsBefore(
  parts: FactParts,
  session: FactSource,
  {
    head,
    messages,
    reason,
    signal,
  }: Parameters<NonNullable<AgentHooks["beforeCompression"]>>[0] & Pick<HookContext, "signal">,
): Promise<readonly string[]> {
  const asked = await newestThatFit(session.model, { head, messages, isRefused: reason === "overflow" });
  const question = `The conversation is about to be shortened, and details of it will be lost. ${ask} Then it goes on.`;
  return await saveIfWanted(parts, session, {
    head,
    messages: asked,
    question,
    signal,
    takesMs: shorteningTakesMs,
  });
}

/** A session may have grown with a model of a larger window; and what a provider refused for its size, it would refuse again. */
async function newestThatFit(
  model: Model,
  asked: Pick<SaveFactsOptions, "head" | "messages"> & { readonly isRefused: boolean },
): Promise<readonly Message[]> {
  const { head, messages, isRefused } = asked;
  const { estimateMessageTokens, estimateRequestTokens } = await import("@hermes/models");
  const tokens = estimateRequestTokens({ ...head, messages });
  let over = tokens - Math.min(model.contextWindow * mostOfWindow, isRefused ? tokens / 2 : tokens);
  for (const [index, message] of messages.entries()) {
    // A result without its call would be refused too.
    if (over <= 0 && message.role !== "tool") return messages.slice(index);
    over -= estimateMessageTokens(message);
  }
  return [];
}

async function saveIfWanted(
  { options, origin }: FactParts,
  { model, tools }: FactSource,
  {
    signal,
    takesMs,
    ...asked
  }: Pick<SaveFactsOptions, "head" | "messages" | "question" | "signal"> & { readonly takesMs: number },
): Promise<readonly string[]> {
  const { loaded, flags = {} } = options;
  const isOff =
    (flags.skipMemory ?? loaded.settings.agent.ignore_rules) || !loaded.settings.memory.save_at_end;
  if (isOff || asked.messages.length === 0 || asked.head.tools.every(({ name }) => name !== "memory"))
    return [];
  try {
    return await saveFacts({
      ...asked,
      model,
      tools,
      origin,
      hooks: options.hooks ?? [],
      signal: AbortSignal.any([signal, AbortSignal.timeout(takesMs)]),
    });
  } catch {
    // Nobody is to be kept from leaving or from going on by it.
    return [];
  }
}

interface SaveFactsOptions {
  readonly model: Model;
  readonly tools: ToolRegistry;
  /** What every request of the session begins with. */
  readonly head: Pick<SessionHead, "id" | "system" | "tools" | "provenance">;
  readonly messages: readonly Message[];
  readonly question: string;
  readonly origin: Origin;
  /** Of the session: what they have against a call holds here too. */
  readonly hooks: readonly AgentHooks[];
  readonly signal: AbortSignal;
}

/**
 * Lets the model save what it would otherwise lose, in one request that begins like all others of the session.
 * Neither the question nor the answer becomes part of it; of what the model calls, only `memory` is run.
 *
 * @returns The entries that were written.
 */
async function saveFacts(options: SaveFactsOptions): Promise<readonly string[]> {
  const { head, messages, tools, origin, signal } = options;
  const { toolHooksOf } = await import("@hermes/agent-loop");
  const hooks = toolHooksOf(options.hooks);
  const provenance = untrustedSources(head.provenance, ...messages.map((message) => message.provenance));
  const saved: string[] = [];
  for (const call of await askForCalls(options)) {
    if (call.name !== "memory") continue;
    const by = { taskId: head.id, sessionId: head.id, callId: call.id, signal, origin };
    const context = { ...by, hooks, provenance };
    // oxlint-disable-next-line no-await-in-loop -- one entry after the other, as the model put them
    const { content, isError } = await tools.dispatch("memory", parse(call.arguments), context);
    const entry = isError ? undefined : writtenBy(content);
    if (entry !== undefined) saved.push(entry);
  }
  return saved;
}

const ask =
  "If the person said something durable that you have not saved, or you learned something that will spare work in later conversations, save it now with memory, in one answer. Otherwise answer with the single word: nothing.";

async function askForCalls({
  model,
  head,
  messages,
  question,
  signal,
}: SaveFactsOptions): Promise<readonly ToolCallPart[]> {
  const note: Message = { role: "user", content: [{ type: "text", text: `[${question}]` }] };
  let finish: ModelFinish | undefined;
  const request = { system: head.system, messages: [...messages, note], tools: head.tools };
  for await (const event of model.stream(request, { signal })) if (event.type === "finish") finish = event;
  if (finish === undefined) return [];
  return finish.message.content.filter((part) => part.type === "tool-call");
}

/** So many things said since memory was last written are worth a look. */
const manyMessages = 3;

function mayHoldFacts(messages: readonly Message[]): boolean {
  const last = messages.findLastIndex(
    (message) =>
      message.role === "assistant" &&
      message.content.some((part) => part.type === "tool-call" && part.name === "memory"),
  );
  return messages.slice(last + 1).filter(({ role }) => role === "user").length >= manyMessages;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The entry, when the answer of the tool says that something was written. */
function writtenBy(content: string): string | undefined {
  const answer = parse(content);
  if (typeof answer !== "object" || answer === null || !("change" in answer) || !("entry" in answer))
    return undefined;
  const { change, entry } = answer;
  return (change === "added" || change === "replaced") && typeof entry === "string" ? entry : undefined;
}
