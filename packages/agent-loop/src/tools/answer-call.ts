import type { ImagePart, ToolCallPart, ToolMessage } from "@hermes/models";
import type { TurnScope } from "../turn/turn-scope.ts";
import { fitResult } from "./fit-result.ts";

/** What the calls of one batch share. */
export interface BatchState {
  /** Characters that the results of this batch may still add to the conversation. */
  charsLeft: number;
  closingNoteOf(call: ToolCallPart): string | undefined;
}

export interface CallAnswer {
  readonly call: ToolCallPart;
  readonly content: string;
  readonly isError: boolean;
  readonly images?: readonly ImagePart[] | undefined;
  /** Characters from which on the result is spilled. Undefined: the default of the agent. */
  readonly maxChars?: number | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** Writes the final form of one result: fitted, with its notes. The caller takes it into the history. */
export async function answerCall(scope: TurnScope, batch: BatchState, answer: CallAnswer): Promise<ToolMessage> {
  const { call, isError, images } = answer;
  const content = await fitted(scope, batch, answer);
  batch.charsLeft -= content.length;
  const notes = notesFor(scope, batch, answer);
  const message: ToolMessage = {
    role: "tool",
    callId: call.id,
    name: call.name,
    content,
    ...(isError ? { isError } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    ...(images === undefined || images.length === 0 ? {} : { images }),
  };
  const written = scope.session.write(message);
  if (written !== undefined) await written;
  return message;
}

/** Results that would cost more than they are worth in the conversation go to a file. */
async function fitted(scope: TurnScope, batch: BatchState, { call, content, maxChars }: CallAnswer): Promise<string> {
  const { settings, events } = scope;
  const limit = maxChars ?? settings.maxResultChars;
  // A tool without a limit pages by itself: spilling its pages would send the model in circles.
  if (limit === Number.POSITIVE_INFINITY || content.length <= Math.min(limit, batch.charsLeft)) return content;
  const result = await fitResult({ callId: call.id, toolName: call.name, text: content }, settings.spill);
  if (result.problem !== undefined) events.push({ type: "warning", code: "SPILL_FAILED", message: result.problem });
  // What is left of the batch can be so little that the stand-in would be the longer one.
  return result.content.length < content.length ? result.content : content;
}

function notesFor({ steering }: TurnScope, batch: BatchState, { call, notes = [] }: CallAnswer): readonly string[] {
  const steer = steering.take();
  const closing = batch.closingNoteOf(call);
  return [
    ...notes,
    ...(steer === undefined ? [] : [`The user says while you work: ${steer}`]),
    ...(closing === undefined ? [] : [closing]),
  ];
}
