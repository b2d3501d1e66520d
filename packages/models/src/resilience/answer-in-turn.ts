import { ModelError } from "../model-error.ts";
import type { Alternatives, Model, ModelEvent, ModelFinish, ModelRequest, StreamOptions } from "../model.ts";
import type { RecoveryCause } from "./recovery.ts";

/** Who is asked next. */
export interface Candidate {
  readonly model: Model;
  /** Who else could answer after it. */
  readonly alternatives: Alternatives;
  /** Said before it is asked. */
  readonly announcements: readonly ModelEvent[];
  /** Looks at a complete answer: gives it, or why it does not count. Called once. */
  finish?(event: ModelFinish): Promise<ModelFinish | Rejected>;
}

/** An answer that came and does not count. */
export interface Rejected {
  readonly type: "rejected";
  readonly cause: RecoveryCause;
  readonly event: ModelFinish;
}

export interface Failed {
  readonly error: ModelError;
  /** Where an answer came that does not count. */
  readonly rejected?: Rejected | undefined;
}

/** @throws what the stream is to throw, when there is nobody left to ask. */
export type NextCandidate = (failed: Failed | undefined) => Promise<Candidate>;

/**
 * One answer from several candidates: the next is asked when the one before has failed. What that had shown is declared void
 * by `restart` first; where nobody is left, it stands.
 */
export async function* answerInTurn(
  request: ModelRequest,
  { signal, alternatives }: StreamOptions,
  next: NextCandidate,
): AsyncGenerator<ModelEvent, void> {
  let failed: Failed | undefined;
  let shown = false;
  for (;;) {
    const candidate = await next(failed);
    if (shown && failed !== undefined) yield { type: "restart", reason: failed.error.message };
    shown = false;
    yield* candidate.announcements;
    const options = { signal, alternatives: { ...alternatives, ...candidate.alternatives } };
    try {
      for await (const event of candidate.model.stream(request, options)) {
        if (event.type !== "finish") {
          const isShown = event.type !== "retry" && event.type !== "unsupported";
          shown = event.type !== "restart" && (shown || isShown);
          yield event;
          continue;
        }
        const finish = (await candidate.finish?.(event)) ?? event;
        if (finish.type === "finish") {
          yield finish;
          return;
        }
        failed = { error: rejection(candidate.model, finish), rejected: finish };
        shown = true;
      }
    } catch (error) {
      if (signal.aborted || !ModelError.is(error)) throw error;
      failed = { error };
    }
  }
}

function rejection({ id, provider }: Model, { cause }: Rejected): ModelError {
  const kind = cause === "content-policy" ? cause : "unknown";
  return new ModelError(`${provider} stopped the answer of ${id} with its content filter.`, {
    kind,
    provider,
    model: id,
    retryable: false,
    hint: "Put it in other words, or choose another model.",
  });
}
