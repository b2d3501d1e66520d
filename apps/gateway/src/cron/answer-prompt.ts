import type { Message, TurnEnd } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop/controller";
import { slotKey } from "@hermes/cron";
import type { JobRun, JobWork } from "@hermes/cron";
import { finalAnswer, isSilence } from "@hermes/gateway";
import { HermesError } from "@hermes/registry";
import type { OpenSession, OpenSessionOptions } from "@hermes/runtime";
import { jobMessage } from "./job-message.ts";
import type { JobAnswer, JobParts } from "./job-parts.ts";
import { sessionTitle } from "./run-note.ts";

/** Of the sessions of jobs. */
export const jobEntryPoint = "cron";

export interface PromptRun {
  readonly work: Extract<JobWork, { readonly type: "prompt" }>;
  readonly folder: string;
}

/**
 * The answer of a model, in a session of the slot's own. Where a process died in it, the run goes on in the same session: what is done
 * there is not done again.
 *
 * @returns `nothing` where its script has nothing to say: no model is asked.
 * @throws the reason of the signal.
 */
export async function answerPrompt(
  parts: JobParts,
  run: JobRun,
  prompt: PromptRun,
): Promise<JobAnswer | "nothing"> {
  const { slot, signal } = run;
  const cutOff = slot.sessionId && (await reopened(parts, run, prompt, slot.sessionId));
  if (cutOff) return await closing(cutOff, async () => await goOn(parts, run, prompt, cutOff));
  const message = await jobMessage(parts, run, prompt);
  if (message === "nothing") return message;
  const session = await parts.runtime.openSession(choiceOf(run, prompt));
  return await closing(session, async () => {
    await session.agent.open();
    (await parts.runtime.store()).sessions.setTitle(session.id, sessionTitle(run, parts));
    await run.began(session.id);
    return await play(session, session.agent.run(message, { signal }), run);
  });
}

async function closing<Result>(session: OpenSession, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function goOn(
  parts: JobParts,
  run: JobRun,
  prompt: PromptRun,
  session: OpenSession,
): Promise<JobAnswer | "nothing"> {
  const { agent, id } = session;
  const { signal } = run;
  await run.began(id);
  const text = finalAnswer(agent.messages);
  if (text !== undefined) return answerOf({ reason: "answered", text }, session);
  if (agent.messages.some(isOfUser)) return await play(session, agent.continue({ signal }), run);
  const message = await jobMessage(parts, run, prompt);
  return message === "nothing" ? message : await play(session, agent.run(message, { signal }), run);
}

function isOfUser({ role }: Message): boolean {
  return role === "user";
}

/** Undefined: it is not there any more. */
async function reopened(
  { runtime }: JobParts,
  run: JobRun,
  prompt: PromptRun,
  resume: string,
): Promise<OpenSession | undefined> {
  try {
    // The process that had it is dead, or has lost the slot.
    return await runtime.openSession({ ...choiceOf(run, prompt), resume, takeOver: true });
  } catch (error) {
    if (HermesError.is(error) && error.code === "RUNTIME_NO_SESSION") return undefined;
    throw error;
  }
}

function choiceOf({ job, slot }: JobRun, { work, folder }: PromptRun): OpenSessionOptions {
  const { userId, chatId, threadId } = job.origin ?? {};
  const { usd, tokens, turns } = job.limits;
  return {
    origin: { platform: "cron", entryPoint: jobEntryPoint, userId, chatId, threadId },
    ...{ approver: null, clarifier: null, folder },
    ...{ model: work.model, provider: work.provider, toolsets: work.toolsets },
    ...{ job: slotKey(slot), maxBudgetUsd: usd, maxBudgetTokens: tokens, maxTurns: turns },
    // Rules of a project count where the job names its folder.
    skipContextFiles: job.folder === undefined ? true : undefined,
    unattended: true,
  };
}

async function play(
  session: OpenSession,
  turn: ReturnType<OpenSession["agent"]["run"]>,
  { signal, began }: JobRun,
): Promise<JobAnswer> {
  let end: TurnEnd | undefined;
  for await (const event of turn) if (event.type === "turn-end") end = event;
  if (end === undefined || end.reason === "interrupted") signal.throwIfAborted();
  // Who lost the slot meanwhile has nothing to say.
  await began(session.id);
  return answerOf(end ?? { reason: "interrupted", text: "" }, session);
}

function answerOf(
  end: Pick<TurnEnd, "reason" | "text" | "error">,
  { agent: { provenance } }: OpenSession,
): JobAnswer {
  const { reason, text, error } = end;
  // The final text at the end of the rounds is an answer, too.
  if (error === undefined && (reason === "answered" || (reason === "budget-exhausted" && text.trim() !== "")))
    return { outcome: isSilence(text) ? "silent" : "answered", text, provenance };
  const {
    code = "CRON_RUN_ENDED",
    message = `The run ended early: ${turnEndText(end) ?? reason}.`,
    hint,
  } = error ?? {};
  return { outcome: "failed", text, error: { code, message, hint }, provenance };
}
