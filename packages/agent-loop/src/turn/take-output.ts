import type { ToolCallPart, ToolMessage } from "@hermes/models";
import type { TurnEnd } from "../agent-event.ts";
import type { OutputForm, ReadOutput } from "../output/output-form.ts";
import { refuseCalls } from "../tools/tool-batch.ts";
import { endTurn } from "./turn-end.ts";
import type { TurnScope } from "./turn-scope.ts";

/** What there is of an answer that is to be data. */
export interface WrittenOutput {
  readonly form: OutputForm;
  /** As the model wrote it. */
  readonly text: string;
  /** The last answer of a budget that is used up. */
  readonly isFinal: boolean;
  /** Whether it may be asked to write it again. */
  readonly mayRepair: boolean;
  /** The tool that takes it. Undefined: it is to be a text. */
  readonly answerTool: string | undefined;
}

/** The end of the turn, or what the model has to be told. */
export type TakenOutput = { readonly end: TurnEnd } | { readonly repair: string };

/** Reads an answer that is a text. */
export async function takeOutput(
  scope: TurnScope,
  { form, text, isFinal, mayRepair, answerTool }: WrittenOutput,
): Promise<TakenOutput> {
  const read = await form.read(text);
  if (read.ok)
    return {
      end: { ...endTurn(scope, isFinal ? "budget-exhausted" : "answered", text), output: read.value },
    };
  if (!mayRepair) return { end: endTurn(scope, "invalid-output", text, invalidText(read.problems)) };
  return { repair: repairText(form, read, answerTool) };
}

/** Reads the call of the tool that takes the answer. Each call of that answer has a result when it returns. */
export async function takeAnswerCall(
  scope: TurnScope,
  calls: readonly ToolCallPart[],
  answer: ToolCallPart,
  written: Omit<WrittenOutput, "text">,
): Promise<TurnEnd | undefined> {
  const taken = await takeOutput(scope, { ...written, text: answer.arguments });
  const others = calls.filter((call) => call !== answer);
  const reason = `Not run: ${answer.name} ends the work. Call it alone, when everything else is done.`;
  if ("end" in taken) {
    const content = taken.end.reason === "invalid-output" ? { error: "It does not fit." } : { ok: true };
    for (const call of calls) await close(scope, call, call === answer ? content : { error: reason });
    return taken.end;
  }
  await refuseCalls(scope, others, reason);
  await refuseCalls(scope, [answer], taken.repair);
  return undefined;
}

/** A result at the end of a turn: words of the person that wait are left for the next one. */
async function close({ session, events }: TurnScope, call: ToolCallPart, content: object): Promise<void> {
  const message: ToolMessage = {
    role: "tool",
    callId: call.id,
    name: call.name,
    content: JSON.stringify(content),
    ...("error" in content ? { isError: true } : {}),
  };
  const written = session.write(message);
  if (written !== undefined) await written;
  session.adoptResults([message]);
  events.push({ type: "message", message });
}

function invalidText(problems: readonly string[]): string {
  return `The answer is not of the form that was asked for: ${listed(problems)}`;
}

/** A model that wrote no JSON may not have been told the schema: it is told now. */
function repairText(
  form: OutputForm,
  { problems, isJson }: Extract<ReadOutput, { ok: false }>,
  answerTool: string | undefined,
): string {
  const how = answerTool === undefined ? "as one JSON value and nothing else" : `in a call of ${answerTool}`;
  const schema = isJson ? "" : ` The JSON Schema: ${JSON.stringify(form.schema.schema)}`;
  return `Your answer is not of the form that was asked for: ${listed(problems)} Give the whole answer again, ${how}.${schema}`;
}

const mostListed = 20;

function listed(problems: readonly string[]): string {
  const more = problems.length > mostListed ? ` (${problems.length - mostListed} more.)` : "";
  return problems.slice(0, mostListed).join(" ") + more;
}
