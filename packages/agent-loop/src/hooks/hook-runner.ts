import type { ModelRequest, UserMessage } from "@hermes/models";
import { HermesError, untrustedSources } from "@hermes/registry";
import type { Approver, ToolContext, ToolHooks } from "@hermes/registry";
import type { TurnEnd } from "../agent-event.ts";
import type { SessionHead } from "../journal/session-journal.ts";
import type { AgentHooks, HookAnswer, HookContext, HookedPrompt, HookRefusal } from "./agent-hooks.ts";
import { throughTurnHooks } from "./around-turn.ts";
import type { AskedRequest, BegunTurn } from "./held-work.ts";
import { hookFailure } from "./hook-failure.ts";
import { HookedRequest } from "./hooked-request.ts";
import type { CountedRequest } from "./hooked-request.ts";

const defaultTimeoutMs = 10_000;

export interface HookWarning {
  readonly code: string;
  readonly message: string;
}

export interface HookRunnerOptions {
  readonly hooks: readonly AgentHooks[];
  readonly sessionId: string;
}

export interface HookCall {
  readonly signal: AbortSignal;
  /** Told of a hook that fails where it can stop nothing. */
  readonly warn: (warning: HookWarning) => void;
}

type Callback<Answer> = (hook: AgentHooks, context: HookContext) => HookAnswer<Answer>;

/** Calls the hooks of one session: in order, within their time, and with a failure that means what their contract says. */
export class HookRunner {
  readonly #options: HookRunnerOptions;
  #hasBegun = false;
  /** For the registry, which calls these hooks behind its own. */
  readonly ofTools: readonly ToolHooks[];

  constructor(options: HookRunnerOptions) {
    this.#options = options;
    this.ofTools = toolHooksOf(options.hooks);
  }

  /** Tells that the session begins, once. */
  async begin(
    session: { readonly head: SessionHead; readonly resumed: boolean },
    call: HookCall,
  ): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    await this.tell((hook, context) => hook.sessionStart?.(session, context), call);
  }

  /** Tells that the session ends, where it was told that it begins. */
  async end(head: SessionHead | undefined, warn: HookCall["warn"]): Promise<void> {
    if (!this.#hasBegun || head === undefined) return;
    const { signal } = new AbortController();
    await this.tell((hook, context) => hook.sessionEnd?.({ head }, context), { signal, warn });
  }

  /** Those that only watch. Never rejects. @returns What they gave. */
  async tell<Answer>(
    callback: Callback<Answer>,
    { signal, warn }: HookCall,
    code = "HOOK_FAILED",
  ): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const hook of this.#options.hooks) {
      try {
        const answer = await this.#call(hook, callback, signal);
        if (answer !== undefined) answers.push(answer);
      } catch (error) {
        // An interrupt is no failure of the hook.
        if (!signal.aborted) warn({ code, message: hookFailure(hook, error).message });
      }
    }
    return answers;
  }

  /** @returns Why it must not happen, of the first that refuses or fails; undefined also after an abort. */
  async refusal(callback: Callback<HookRefusal>, signal: AbortSignal): Promise<string | undefined> {
    for (const hook of this.#options.hooks) {
      try {
        const answer = await this.#call(hook, callback, signal);
        if (answer !== undefined) return refused(hook, answer);
      } catch (error) {
        return signal.aborted ? undefined : hookFailure(hook, error).message;
      }
    }
    return undefined;
  }

  /** The words that begin a turn as the hooks leave them, and why it must not begin. */
  async messageIn(
    message: UserMessage,
    signal: AbortSignal,
  ): Promise<{ readonly words: UserMessage; readonly refusal: string | undefined }> {
    let words = message;
    const refusal = await this.refusal(async (hook, context) => {
      const answer = await hook.messageIn?.(words, context);
      if (!answer || "block" in answer) return answer;
      words = answer;
      return undefined;
    }, signal);
    return { words, refusal };
  }

  /** @throws {HermesError} `HOOK_FAILED`. */
  async prompt({ text, provenance }: HookedPrompt, signal: AbortSignal): Promise<HookedPrompt> {
    let current = text;
    let sources = untrustedSources(provenance);
    for (const hook of this.#options.hooks) {
      try {
        const answer = await this.#call(hook, (each, context) => each.prompt?.(current, context), signal);
        if (answer === undefined) continue;
        current = typeof answer === "string" ? answer : answer.text;
        if (typeof answer !== "string") sources = untrustedSources(sources, answer.provenance);
      } catch (error) {
        signal.throwIfAborted();
        throw hookFailure(hook, error);
      }
    }
    return { text: current, provenance: sources };
  }

  /** Asks a person unless a hook refuses; whichever of them answered, the hooks hear of it. An answer that comes later they don't. */
  around(approver: Approver, warn: HookCall["warn"]): Approver {
    return async (request, options) => {
      const { signal } = options;
      const why = await this.refusal((hook, context) => hook.approvalRequest?.(request, context), signal);
      signal.throwIfAborted();
      const answer =
        why === undefined
          ? await approver(request, options)
          : { approved: false as const, reason: why, actor: "hook" };
      if ("pending" in answer) return answer;
      await this.tell((hook, context) => hook.approvalAnswer?.({ request, answer }, context), {
        signal,
        warn,
      });
      return answer;
    };
  }

  /** A turn with what hooks do around it. @throws as `throughTurnHooks` does. */
  async aroundTurn(
    turn: BegunTurn,
    run: () => Promise<TurnEnd>,
    { signal, warn }: HookCall,
  ): Promise<TurnEnd> {
    const { hooks, sessionId } = this.#options;
    return await throughTurnHooks(hooks, turn, { context: { sessionId, signal }, run, warn });
  }

  /** A request of a turn with what hooks do around it. */
  aroundModelRequest(asked: AskedRequest, send: (request: ModelRequest) => CountedRequest): CountedRequest {
    const { hooks, sessionId } = this.#options;
    if (!hooks.some(({ aroundModelRequest }) => aroundModelRequest !== undefined)) return send(asked.request);
    return new HookedRequest({ hooks, sessionId, asked, send });
  }

  async #call<Answer>(
    hook: AgentHooks,
    callback: Callback<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const { sessionId } = this.#options;
    return (
      (await inTime(hook, signal, (limited) => callback(hook, { sessionId, signal: limited }))) ?? undefined
    );
  }
}

/** What hooks have to say about calls, as `ToolContext.hooks`: for a call that is made for a session beside its turns. */
export function toolHooksOf(hooks: readonly AgentHooks[]): readonly ToolHooks[] {
  return hooks
    .filter(
      ({ beforeToolCall, afterToolCall, aroundToolCall }) =>
        beforeToolCall !== undefined || afterToolCall !== undefined || aroundToolCall !== undefined,
    )
    .map(toToolHooks);
}

/** The callbacks of the registry, within the same time as every other, but for the one that holds the call itself. */
function toToolHooks(hook: AgentHooks): ToolHooks {
  const limit = (context: ToolContext, signal: AbortSignal): ToolContext => ({ ...context, signal });
  return {
    name: hook.name,
    around: hook.aroundToolCall,
    before: (call, context) =>
      inTime(hook, context.signal, (signal) => hook.beforeToolCall?.(call, limit(context, signal))),
    after: (call, context) =>
      inTime(hook, context.signal, (signal) => hook.afterToolCall?.(call, limit(context, signal))),
  };
}

/** Rejects when `outer` is aborted or the time is up, whether the work heeds its signal or not. */
async function inTime<Result>(
  { name, timeoutMs = defaultTimeoutMs }: AgentHooks,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  outer.throwIfAborted();
  const own = new AbortController();
  const abort = (): void => own.abort(outer.reason);
  outer.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => own.abort(timedOut(name, timeoutMs)), timeoutMs);
  const stopped = new Promise<never>((_, reject) => {
    own.signal.addEventListener("abort", () => reject(own.signal.reason), { once: true });
  });
  try {
    return await Promise.race([(async () => await work(own.signal))(), stopped]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", abort);
  }
}

function refused({ name }: AgentHooks, { block }: HookRefusal): string {
  return `The hook "${name}" refused it: ${block}`;
}

function timedOut(name: string, ms: number): HermesError {
  return new HermesError(`The hook "${name}" took longer than ${ms} ms.`, {
    code: "HOOK_TIMED_OUT",
    hint: "Let it heed its signal, or give it more time with timeoutMs.",
  });
}
