import type { ApprovalAnswer, ApprovalRequest, StagedRun, ToolContext } from "@hermes/registry";
import type { Stager, Staging } from "../staging/stager.ts";
import { canBeStaged } from "./can-be-staged.ts";
import type { Subject } from "./subject.ts";

export interface AskPersonOptions {
  readonly subject: Subject;
  readonly request: ApprovalRequest;
  readonly context: ToolContext;
  readonly stager?: Stager | undefined;
  /** Folders whose changes a trial shows. */
  readonly roots: readonly string[];
  /** After so long without an answer it is a no. */
  readonly timeoutMs?: number | undefined;
}

/** What came of a question. */
export type Asked =
  | { readonly by: "nobody"; readonly reason: string }
  | { readonly by: "person"; readonly answer: ApprovalAnswer; readonly staged?: Staging | undefined };

/**
 * Asks the person of a call, or says at once that nobody is there. A trial run that is not part of the answer is thrown
 * away before this returns.
 *
 * @throws the reason of the call's signal when it is aborted meanwhile.
 */
export async function askPerson(options: AskPersonOptions): Promise<Asked> {
  const { context, request, timeoutMs } = options;
  const { approve, signal } = context;
  if (approve === undefined) return { by: "nobody", reason: "nobody can be asked here" };
  const trials: Staging[] = [];
  const stage = await stageFor(options, trials);
  const patience = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const waiting = patience === undefined ? signal : AbortSignal.any([signal, patience]);
  try {
    const answer = await settled(approve(request, { signal: waiting, stage }), waiting);
    signal.throwIfAborted();
    const chosen = answer.approved ? trials.find(({ run }) => run === answer.staged) : undefined;
    if (answer.approved && answer.staged !== undefined && chosen === undefined)
      return { by: "nobody", reason: "the answer named a trial run that never was" };
    if (chosen !== undefined) trials.splice(trials.indexOf(chosen), 1);
    return { by: "person", answer, staged: chosen };
  } catch (error) {
    signal.throwIfAborted();
    if (patience?.aborted === true)
      return {
        by: "nobody",
        reason: `nobody answered within ${Math.round((timeoutMs ?? 0) / 1_000)} seconds`,
      };
    return {
      by: "nobody",
      reason: `the question could not be put (${error instanceof Error ? error.message : String(error)})`,
    };
  } finally {
    await Promise.all(trials.map((trial) => trial.discard()));
  }
}

/** An approver that forgets its signal must not hold the call. */
async function settled(answer: Promise<ApprovalAnswer>, signal: AbortSignal): Promise<ApprovalAnswer> {
  const over = new AbortController();
  try {
    return await Promise.race([answer, rejectionOf(signal, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Rejects when the first signal is aborted; listens until the second is. */
function rejectionOf(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: over });
  });
}

async function stageFor(
  { subject, stager, context, roots }: AskPersonOptions,
  trials: Staging[],
): Promise<(() => Promise<StagedRun>) | undefined> {
  const { command } = subject;
  if (stager === undefined || command === undefined || !canBeStaged(subject)) return undefined;
  if ((await stager.unavailable()) !== undefined) return undefined;
  return async () => {
    const { taskId, signal } = context;
    const trial = await stager.stage(command.text, { cwd: command.cwd, roots, taskId, signal });
    trials.push(trial);
    return trial.run;
  };
}
