import type { ApprovalAnswer, ApprovalRequest, ApproverOptions } from "./approval.ts";
import type { Approval, ApprovalLog } from "./approval-log.ts";
import { statusAt } from "./approval-log.ts";
import { HermesError } from "./hermes-error.ts";
import { pause } from "./pause.ts";
import type { ToolContext } from "./tool.ts";

export interface AskApproverOptions {
  readonly log: ApprovalLog;
  /** What is shown. */
  readonly request: Omit<ApprovalRequest, "id" | "expiresAt">;
  /** What is kept of it, without secrets. @default the request */
  readonly kept?: AskApproverOptions["request"] | undefined;
  /** What an answer holds for. */
  readonly digest: string;
  readonly context: ToolContext;
  /** That of an earlier attempt of the same call; see `earlierApproval`. */
  readonly earlier?: Approval | undefined;
  readonly stage?: ApproverOptions["stage"];
  /** After so long without an answer it is a no. @default no end */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How often it is looked whether somebody else has answered. @default 500 */
  readonly watchMs?: number | undefined;
}

/** A question that is over. */
export type Answered =
  | { readonly by: "person"; readonly answer: ApprovalAnswer; readonly actor: string }
  | { readonly by: "nobody"; readonly reason: string };

/** What came of a question. */
export type Asked =
  | Answered
  /** The answer comes later. */
  | { readonly by: "later"; readonly id: string }
  /** There was a yes, to something else than what the call is now. */
  | { readonly by: "changed" };

/** The approval of a call that has waited before; undefined for every other call, without a look. */
export async function earlierApproval(
  log: ApprovalLog,
  { sessionId, callId, waits }: ToolContext,
): Promise<Approval | undefined> {
  return waits?.again === true ? await log.find(sessionId, callId) : undefined;
}

/** The no that an approval amounts to, whatever rules say meanwhile; undefined where it is a yes, or still open. */
export function refusalOf(approval: Approval, at: number): Answered | undefined {
  const status = statusAt(approval, at);
  if (status === "expired") return { by: "nobody", reason: "nobody answered in time" };
  if (status === "withdrawn") return { by: "nobody", reason: "the question was withdrawn" };
  const { answer, actor = "somebody" } = approval;
  return answer?.approved === false ? { by: "person", answer, actor } : undefined;
}

/** Why nobody answers where a session has nobody to ask. */
export const nobodyHere = "nobody can be asked here";

/**
 * Puts a question: it is in the log before anybody is asked, and the answer is before this returns. Whoever answers
 * first, here or in another process, has answered.
 *
 * @throws the reason of the context's signal when it is aborted meanwhile; the question is then withdrawn.
 * @throws what the log throws.
 */
export async function askApprover(options: AskApproverOptions): Promise<Asked> {
  const { log, earlier, digest, context, now } = options;
  const isSame = earlier?.digest === digest;
  if (earlier !== undefined) {
    const refusal = refusalOf(earlier, now());
    if (refusal !== undefined) return refusal;
    if (earlier.status === "answered") return isSame ? answered(earlier) : { by: "changed" };
    // What is asked about now is not what was shown.
    if (!isSame) await log.close(earlier.id, { status: "withdrawn", at: now() });
  }
  const { approve } = context;
  if (approve === undefined)
    return isSame ? { by: "later", id: earlier.id } : { by: "nobody", reason: nobodyHere };
  const asked = isSame ? earlier.request : await open(options);
  return await putQuestion({ ...options.request, id: asked.id, expiresAt: asked.expiresAt }, options);
}

async function open({
  log,
  request,
  kept,
  digest,
  timeoutMs,
  now,
}: AskApproverOptions): Promise<ApprovalRequest> {
  const askedAt = now();
  const expiresAt = timeoutMs === undefined ? {} : { expiresAt: askedAt + timeoutMs };
  const asked = {
    ...(kept ?? request),
    id: randomId(),
    ...expiresAt,
  };
  await log.open({ request: asked, digest, askedAt });
  return asked;
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const longestTimerMs = 2 ** 31 - 1;

async function putQuestion(request: ApprovalRequest, options: AskApproverOptions): Promise<Asked> {
  const { log, context, stage, now, timeoutMs } = options;
  const { approve, signal, waits } = context;
  const { id, expiresAt } = request;
  const patience =
    expiresAt === undefined
      ? []
      : [AbortSignal.timeout(Math.min(longestTimerMs, Math.max(0, expiresAt - now())))];
  const over = new AbortController();
  const waiting = AbortSignal.any([signal, ...patience]);
  const asking = AbortSignal.any([waiting, over.signal]);
  const withdraw = async (status: "expired" | "withdrawn") => await log.close(id, { status, at: now() });
  try {
    const said = await Promise.race([
      approve?.(request, { signal: asking, stage }),
      answeredElsewhere(id, options, asking),
      rejectionOf(waiting, over.signal),
    ]);
    signal.throwIfAborted();
    if (said !== undefined && (typeof (said as unknown) !== "object" || (said as unknown) === null))
      throw new TypeError(`the approver gave ${String(said)} in place of { approved } or { pending: true }`);
    if (said !== undefined && "approved" in said) return await keepAnswer(id, said, options);
    const approval = await log.get(id);
    if (approval === undefined || statusAt(approval, now()) !== "open") return settled(approval, now());
    if (said !== undefined && waits !== undefined) return { by: "later", id };
    await withdraw("withdrawn");
    return { by: "nobody", reason: "the answer would come later, and this call can't wait for it" };
  } catch (error) {
    if (signal.aborted) {
      await withdraw("withdrawn").finally(() => signal.throwIfAborted());
    }
    const isLate = patience.some(({ aborted }) => aborted);
    await withdraw(isLate ? "expired" : "withdrawn");
    const approval = await log.get(id);
    // Somebody answered in the last moment.
    if (approval?.status === "answered") return answered(approval);
    if (isLate) {
      const seconds = Math.round((timeoutMs ?? 0) / 1_000);
      return { by: "nobody", reason: `nobody answered within ${seconds} seconds` };
    }
    const why = error instanceof Error ? error.message : String(error);
    return { by: "nobody", reason: `the question could not be put (${why})` };
  } finally {
    over.abort();
  }
}

/** The first answer holds, so it is the log that says which one it is. */
async function keepAnswer(id: string, given: ApprovalAnswer, options: AskApproverOptions): Promise<Asked> {
  const { log, context, now } = options;
  const { userId, platform } = context.origin;
  const actor = given.actor ?? userId ?? platform;
  const answer = given.approved
    ? { approved: true as const, scope: given.scope }
    : { approved: false as const, reason: given.reason };
  try {
    await log.answer(id, { answer, actor, at: now() });
    return { by: "person", answer: given, actor };
  } catch (error) {
    if (!HermesError.is(error) || !["APPROVAL_CLOSED", "APPROVAL_EXPIRED"].includes(error.code)) throw error;
    return settled(await log.get(id), now());
  }
}

function settled(approval: Approval | undefined, at: number): Answered {
  if (approval === undefined) return { by: "nobody", reason: "the question is not kept any more" };
  return refusalOf(approval, at) ?? answered(approval);
}

function answered({ answer, actor = "somebody" }: Approval): Answered {
  if (answer === undefined) return { by: "nobody", reason: "nobody has answered" };
  return { by: "person", answer, actor };
}

/** Ends when the question is not open any more. */
async function answeredElsewhere(
  id: string,
  { log, watchMs = 500 }: AskApproverOptions,
  signal: AbortSignal,
): Promise<undefined> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a look now and then
    await pause(watchMs, signal, { keepsAlive: false });
    // oxlint-disable-next-line no-await-in-loop
    if (!(await isOpen(id, log))) return undefined;
  }
}

/** A look that fails changes nothing: whoever is asked here still answers, and the log has the last word on it. */
async function isOpen(id: string, log: ApprovalLog): Promise<boolean> {
  try {
    return (await log.get(id))?.status === "open";
  } catch {
    return true;
  }
}

/** An approver that forgets its signal must not hold the call. Listens until the second signal is aborted. */
function rejectionOf(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: over });
  });
}
