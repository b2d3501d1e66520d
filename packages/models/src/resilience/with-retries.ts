import { pause } from "@hermes/registry/pause";
import { ModelError } from "../model-error.ts";
import type { Alternatives, Model, ModelEvent, ModelRequest, StreamOptions } from "../model.ts";
import type { Attempt, AttemptIterator } from "../providers/attempt.ts";
import { classifyError } from "./classify-error.ts";
import { type ErrorFacts, labelOf } from "./error-facts.ts";
import { isLocalUrl } from "./is-local-url.ts";
import { delayBeforeRetry, type RetryPolicy, stallLimits } from "./retry-policy.ts";
import { type Stall, StallWatch } from "./stall-watch.ts";

export interface RetryOptions extends ErrorFacts, RetryPolicy {}

/**
 * Makes a dependable stream of single attempts.
 *
 * Failures that may pass are tried again after a `retry` event and a wait. When an attempt breaks after something
 * was shown, a `restart` event declares it void before the next attempt begins, so that no text comes twice.
 * An attempt that goes silent, or ends without `finish`, has failed too.
 *
 * @throws {ModelError} from the stream, when the attempts are used up or another one can't help.
 * @throws the reason of the signal, untouched, also in the middle of a wait.
 */
export function withRetries(attempt: Attempt, options: RetryOptions): Model["stream"] {
  return (request, how) => ({
    [Symbol.asyncIterator]: () => new RetryingStream(attempt, options, request, how),
  });
}

type Result = IteratorResult<ModelEvent, undefined>;

const ended: Result = { done: true, value: undefined };

/** One attempt under way. */
interface Run {
  readonly iterator: AttemptIterator;
  readonly controller: AbortController;
  readonly watch: StallWatch;
  readonly onResult: (result: IteratorResult<ModelEvent>) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Written by hand, not as an async generator: every delta passes here, and a generator would cost each one
 * several more promise jobs.
 */
class RetryingStream implements AsyncIterator<ModelEvent, undefined> {
  readonly #attempt: Attempt;
  readonly #options: RetryOptions;
  readonly #request: ModelRequest;
  readonly #signal: AbortSignal;
  readonly #alternatives: Alternatives | undefined;
  #run: Run | undefined;
  /** What is left of an attempt after its `finish`. */
  #rest: AsyncIterator<ModelEvent> | undefined;
  #shown = false;
  #done = false;
  #failures = 0;
  #brokenStreams = 0;
  /** Said before the next attempt begins. */
  #announcements: ModelEvent[] = [];
  #delayMs = 0;
  #answer: Promise<Result> | undefined;
  #resolve: ((result: Result) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(attempt: Attempt, options: RetryOptions, request: ModelRequest, how: StreamOptions) {
    this.#attempt = attempt;
    this.#options = options;
    this.#request = request;
    this.#signal = how.signal;
    this.#alternatives = how.alternatives;
  }

  next(): Promise<Result> {
    if (this.#resolve !== undefined && this.#answer !== undefined) {
      const again = (): Promise<Result> => this.next();
      return this.#answer.then(again, again);
    }
    const run = this.#run;
    const event = run?.iterator.take?.();
    if (run !== undefined && event !== undefined) {
      this.#accept(run, event);
      return Promise.resolve({ done: false, value: event });
    }
    const answer = new Promise<Result>(this.#ask);
    this.#answer = answer;
    if (run === undefined) this.#proceed();
    else {
      run.watch.waiting = true;
      run.iterator.next().then(run.onResult, run.onError);
    }
    return answer;
  }

  /** The reader left. */
  async return(): Promise<Result> {
    const run = this.#run;
    const rest = run?.iterator ?? this.#rest;
    this.#finish();
    this.#give(ended);
    await rest?.return?.();
    run?.controller.abort();
    return ended;
  }

  readonly #ask = (resolve: (result: Result) => void, reject: (error: unknown) => void): void => {
    this.#resolve = resolve;
    this.#reject = reject;
  };

  #give(result: Result): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(result);
  }

  #throw(error: unknown): void {
    this.#finish();
    this.#resolve = undefined;
    this.#reject?.(error);
  }

  /** Answers a waiting reader while no attempt runs. */
  #proceed(): void {
    if (this.#done) return this.#close();
    const announcement = this.#announcements.shift();
    if (this.#signal.aborted) this.#throw(this.#signal.reason);
    else if (announcement !== undefined) this.#give({ done: false, value: announcement });
    else if (this.#delayMs > 0) this.#wait();
    else this.#begin();
  }

  #close(): void {
    const rest = this.#rest;
    this.#rest = undefined;
    const give = (): void => this.#give(ended);
    // The answer is complete: a connection that fails while it is closed changes nothing.
    if (rest?.return === undefined) give();
    else rest.return().then(give, give);
  }

  #wait(): void {
    const wait = this.#options.sleep ?? pause;
    wait(this.#delayMs, this.#signal).then(
      () => {
        // The reader may have left meanwhile.
        if (!this.#done) this.#begin();
      },
      (error: unknown) => this.#throw(error),
    );
  }

  #begin(): void {
    if (this.#signal.aborted) return this.#throw(this.#signal.reason);
    this.#delayMs = 0;
    this.#shown = false;
    try {
      const run = this.#start();
      this.#run = run;
      run.watch.waiting = true;
      run.iterator.next().then(run.onResult, run.onError);
    } catch (error) {
      this.#recover(error);
    }
  }

  #start(): Run {
    this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    const controller = new AbortController();
    const limits = stallLimits(this.#request, this.#options, this.#options.baseUrl);
    const watch = new StallWatch(limits, (stall) => this.#recover(this.#stalled(stall)));
    const iterator = this.#open(controller.signal, watch);
    const run: Run = {
      iterator,
      controller,
      watch,
      onResult: (result) => {
        if (this.#run !== run) return;
        if (result.done === true) return this.#recover(this.#endedEarly());
        this.#accept(run, result.value);
        this.#give(result);
      },
      onError: (error) => {
        if (this.#run === run) this.#recover(error);
      },
    };
    return run;
  }

  #open(signal: AbortSignal, watch: StallWatch): AsyncIterator<ModelEvent> {
    try {
      return this.#attempt(this.#request, { signal, onActivity: () => watch.alive() })[
        Symbol.asyncIterator
      ]();
    } catch (error) {
      watch.stop();
      throw error;
    }
  }

  #accept(run: Run, event: ModelEvent): void {
    // Said of the request, and no part of an answer.
    if (event.type === "unsupported") return;
    run.watch.touch();
    this.#shown = true;
    if (event.type !== "finish") return;
    this.#finish();
    this.#rest = run.iterator;
  }

  readonly #onAbort = (): void => {
    const { reason } = this.#signal;
    if (this.#run !== undefined) abandon(this.#run, reason);
    this.#finish();
    if (this.#resolve !== undefined) return this.#throw(reason);
    // Nobody waits at the moment: the next call learns of it.
    this.#done = false;
  };

  /** Decides what follows a failed attempt. */
  #recover(error: unknown): void {
    const run = this.#run;
    this.#finish();
    if (this.#signal.aborted) return this.#throw(this.#signal.reason);
    const failure = classifyError(error, this.#options);
    if (run !== undefined) abandon(run, failure);
    const count = this.#shown ? ++this.#brokenStreams : ++this.#failures;
    const tries = { shown: this.#shown, count, policy: this.#options, alternatives: this.#alternatives };
    const delayMs = delayBeforeRetry(failure, tries);
    if (delayMs === undefined) return this.#throw(failure);
    this.#done = false;
    const reason = failure.message;
    if (this.#shown) this.#announcements.push({ type: "restart", reason });
    this.#delayMs = delayMs;
    this.#announcements.push({
      type: "retry",
      attempt: this.#failures + this.#brokenStreams,
      delayMs: this.#delayMs,
      reason,
      ...(failure.status === undefined ? {} : { status: failure.status }),
      ...(failure.unsent ? { unsent: true } : {}),
    });
    this.#proceed();
  }

  #finish(): void {
    this.#done = true;
    this.#run?.watch.stop();
    this.#run = undefined;
    this.#signal.removeEventListener("abort", this.#onAbort);
  }

  #stalled({ silent, afterMs }: Stall): ModelError {
    const seconds = Math.round(afterMs / 100) / 10;
    const what = silent ? `sent nothing for ${seconds} s` : `did not answer within ${seconds} s`;
    // A local server that stopped in the middle does so again, after as long a wait.
    const again = !(silent && this.#shown && isLocalUrl(this.#options.baseUrl));
    return this.#failure("timeout", `${labelOf(this.#options)} ${what}.`, again);
  }

  #endedEarly(): ModelError {
    return this.#failure("server", `${labelOf(this.#options)} ended its answer early.`);
  }

  #failure(kind: "timeout" | "server", message: string, retryable = true): ModelError {
    const { provider, model } = this.#options;
    return new ModelError(message, {
      kind,
      provider,
      model,
      retryable,
      hint: retryable ? "Try again in a moment." : "Look whether the server still runs, and ask it to go on.",
    });
  }
}

/** Ends an attempt that nobody listens to any more; how it takes that is of no interest. */
function abandon(run: Run, reason: unknown): void {
  const ignore = (): void => {};
  run.controller.abort(reason);
  run.iterator.return?.().then(ignore, ignore);
}
