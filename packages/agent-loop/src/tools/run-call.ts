import type { ImageData, ToolCallPart, ToolMessage } from "@hermes/models";
import type { Approver, ShownResult, ToolContext } from "@hermes/registry";
import type { ToolCallEnd } from "../agent-event.ts";
import type { TurnScope } from "../turn/turn-scope.ts";
import { warningsTo } from "../turn/warnings-to.ts";
import { answerCall } from "./answer-call.ts";
import type { BatchState, CallAnswer } from "./answer-call.ts";
import type { CallRemark } from "./call-remarks.ts";
import type { PlannedCall } from "./plan-calls.ts";

const cancelledBefore = JSON.stringify({ error: "Cancelled by the user before it ran." });
const cancelledWhile = JSON.stringify({
  error:
    "Cancelled by the user while it ran: it may or may not have taken effect; check before repeating it.",
});

/** A call that has no result yet: it waits for the approval with this id. */
export interface AwaitingCall {
  readonly awaiting: string;
}

/**
 * Runs one call. That it starts is in the journal before it acts, and after whoever had to be asked has said yes; its
 * end is the tool message with its outcome.
 */
export async function runCall(
  scope: TurnScope,
  batch: BatchState,
  planned: PlannedCall,
): Promise<ToolMessage | AwaitingCall> {
  const { call, tool, answer } = planned;
  if (scope.signal.aborted) return await cancel(scope, batch, planned);
  const detail = answer === undefined ? tool?.detail?.(planned.args) : undefined;
  const input = answer === undefined ? inputOf(planned) : undefined;
  scope.events.push({
    type: "tool-call-start",
    callId: call.id,
    name: call.name,
    emoji: tool?.emoji ?? "",
    ...(detail === undefined ? {} : { detail }),
    arguments: call.arguments,
    ...(input === undefined ? {} : { input }),
  });
  const asking = new AskingTime();
  const startedAt = performance.now();
  const result: CallResult | AwaitingCall = answer ?? (await dispatch(scope, batch, planned, asking));
  if ("awaiting" in result) return result;
  const durationMs = Math.max(0, performance.now() - startedAt - asking.totalMs);
  if (batch.again) await withdrawApproval(scope, call.id);
  const remarks = await remarksOn(scope, planned, result);
  const { content: whole, isError, images, provenance, tells } = result;
  const message = await answerCall(scope, batch, {
    ...{ call, content: whole, isError, images, provenance, tells },
    maxChars: tool?.maxResultChars,
    notes: remarks.map(({ text }) => text),
    ofNotes: remarks.map(({ provenance }) => provenance),
    // What was not run has no words of others in it.
    isData: tool?.provenance !== undefined && provenance !== undefined,
  });
  const { content } = message;
  scope.events.push({
    type: "tool-call-end",
    callId: call.id,
    name: call.name,
    isError,
    durationMs,
    content,
    ...outputOf(result, answer !== undefined),
    ...(result.notRun === undefined ? {} : { notRun: result.notRun }),
    ...(result.shown === undefined ? {} : { shown: result.shown }),
  });
  return message;
}

/** The arguments as the tool will be given them, unless a hook changes them; undefined where they do not fit. */
function inputOf({ tool, args }: PlannedCall): unknown {
  const parsed = tool?.parse(args);
  return parsed?.ok === true ? parsed.value : undefined;
}

/** What the tool returned, before it is fitted into the session. */
function outputOf(
  { content, isError, notRun, isWrapped }: CallResult,
  isPlanned: boolean,
): Pick<ToolCallEnd, "output"> {
  if (isPlanned || isError || notRun !== undefined) return {};
  const value: unknown = JSON.parse(content);
  // A result that is wrapped is an object with this field.
  return { output: isWrapped === true ? (value as { readonly result: unknown }).result : value };
}

async function cancel(scope: TurnScope, batch: BatchState, { call }: PlannedCall): Promise<ToolMessage> {
  if (batch.again) await withdrawApproval(scope, call.id);
  return await answerCall(scope, batch, { call, content: cancelledBefore, isError: true });
}

/** A call that gets its result waits for nothing any more: an answer that comes later is refused. */
export async function withdrawApproval(
  { session, settings: { approvals } }: TurnScope,
  callId: string,
): Promise<void> {
  const approval = await approvals?.find(session.head.id, callId);
  if (approval?.status !== "open") return;
  await approvals?.close(approval.id, { status: "withdrawn", at: session.now() });
}

interface CallResult extends Pick<CallAnswer, "content" | "isError" | "images" | "provenance" | "tells"> {
  readonly notRun?: ToolCallEnd["notRun"];
  readonly shown?: ShownResult | undefined;
  readonly isWrapped?: true | undefined;
}

/** How long people were asked about a call; questions of one call may overlap. */
class AskingTime {
  #open = 0;
  #since = 0;
  totalMs = 0;

  async of<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await ask();
    } finally {
      if (--this.#open === 0) this.totalMs += performance.now() - this.#since;
    }
  }
}

async function dispatch(
  scope: TurnScope,
  batch: BatchState,
  { call, args }: PlannedCall,
  asking: AskingTime,
): Promise<CallResult | AwaitingCall> {
  const { settings, signal } = scope;
  const start = new CallStart(scope, call);
  const waits = settings.approvals === undefined ? undefined : { again: batch.again };
  // What waited is judged by what its question was asked with.
  const earlier = batch.again ? scope.session.contextBeforeCalls() : undefined;
  const approve = settings.approver && announced(scope, settings.approver, asking);
  const told: string[] = [];
  const tells = (ids: readonly string[]): void => {
    scope.notices.claim(ids);
    told.push(...ids);
  };
  const context = { ...contextOf(scope, call, () => start.write()), ...earlier, approve, waits, tells };
  try {
    const result = await settings.registry.dispatch(call.name, args, context);
    // The registry makes a result of it, but a call that can't be written down is no matter of the model.
    if (start.failure !== undefined) throw start.failure.error;
    const { images, awaiting, ...rest } = result;
    if (awaiting !== undefined && waits !== undefined) return { awaiting };
    return {
      ...rest,
      // What was withheld, or could not be said, is told by the notices themselves.
      ...(rest.isError ? {} : { tells: told }),
      images: images?.map((image): ImageData => ({ type: "image", ...image })),
    };
  } catch (error) {
    if (start.failure !== undefined) throw start.failure.error;
    // Dispatch turns every failure of a tool into a result, and waits for nobody after an abort.
    if (!signal.aborted) throw error;
    return start.isBegun
      ? { content: cancelledWhile, isError: true }
      : { content: cancelledBefore, isError: true, notRun: "cancelled" };
  }
}

/** The entry of the journal that a call starts. */
class CallStart {
  readonly #scope: TurnScope;
  readonly #call: ToolCallPart;
  isBegun = false;
  /** What the journal threw. */
  failure: { readonly error: unknown } | undefined;

  constructor(scope: TurnScope, call: ToolCallPart) {
    this.#scope = scope;
    this.#call = call;
  }

  /** A promise only where the journal gives one. */
  write(): void | Promise<void> {
    const { session } = this.#scope;
    const { id: callId, name, arguments: args } = this.#call;
    this.isBegun = true;
    try {
      return session
        .append({ type: "tool-start", callId, name, arguments: args, at: session.now() })
        ?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    this.failure = { error };
    throw error;
  }
}

function contextOf(
  scope: TurnScope,
  { id: callId, name }: ToolCallPart,
  onStart: NonNullable<ToolContext["onStart"]>,
): ToolContext {
  const { session, settings, signal, events, userTask, hooks } = scope;
  const { parent } = settings;
  return {
    taskId: parent?.taskId ?? session.head.id,
    sessionId: session.head.id,
    callId,
    signal,
    userTask: parent === undefined ? userTask : parent.transcript().person.at(-1),
    origin: settings.origin,
    progress: (progress) => events.push({ type: "tool-call-progress", callId, name, ...progress }),
    onStart,
    offered: session.offered,
    provenance: session.provenance,
    transcript: () => session.transcript,
    ...(hooks === undefined ? {} : { hooks: hooks.ofTools }),
  };
}

function announced({ events, hooks }: TurnScope, approver: Approver, asking: AskingTime): Approver {
  const ask: Approver = async (request, options) => {
    const { id, callId } = request;
    const askedAt = performance.now();
    events.push({ type: "approval-request", request });
    try {
      return await asking.of(async () => await approver(request, options));
    } finally {
      events.push({ type: "approval-end", id, callId, waitedMs: performance.now() - askedAt });
    }
  };
  return hooks === undefined ? ask : hooks.around(ask, warningsTo(events));
}

/** The loop's remarks on a result; none once the person has stopped the turn, none for a pointer to another result. */
async function remarksOn(
  scope: TurnScope,
  { call, tool, answer }: PlannedCall,
  result: CallResult,
): Promise<readonly CallRemark[]> {
  if (scope.signal.aborted || answer?.isError === false) return [];
  const { content, isError } = result;
  const ended = {
    name: call.name,
    arguments: call.arguments,
    content,
    isError,
    readOnly: tool?.readOnly ?? false,
  };
  const { todo, remarks } = scope.settings;
  const said: CallRemark[] = [];
  const add = (text: string | undefined): void => void (text !== undefined && said.push({ text }));
  for (const each of answer === undefined ? remarks : []) {
    const remark = each.noteAfterCall({ callId: call.id, name: call.name });
    if (typeof remark === "object") said.push(...(await remark));
    else add(remark);
  }
  add(scope.guardrails.observe(ended));
  add(todo?.noteAfterCall(ended));
  return said;
}
