import type { PlannedAnswer } from "./server-answer.ts";
import type { WireEvents } from "./wire-events.ts";

/** An answer as OpenAI Responses stream it. */
export function responsesEvents(answer: PlannedAnswer): WireEvents {
  const deltas: string[] = [];
  const output: object[] = [];
  let sequence = 0;
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  const say = (type: string, fields: object): void => {
    deltas.push(event(type, fields));
  };
  const item = (started: object, finished: object, parts: readonly (readonly [string, object])[]): void => {
    const output_index = output.length;
    say("response.output_item.added", { output_index, item: started });
    for (const [type, fields] of parts) say(type, { output_index, ...fields });
    say("response.output_item.done", { output_index, item: finished });
    output.push(finished);
  };

  say("response.created", { response: response(answer, "in_progress", []) });
  if (answer.reasoning !== "") {
    const reasoning = { type: "reasoning", id: `rs_${answer.id}`, encrypted_content: `enc_${answer.id}` };
    const fields = { item_id: reasoning.id, summary_index: 0 };
    item(
      { ...reasoning, summary: [] },
      { ...reasoning, summary: [{ type: "summary_text", text: answer.reasoning }] },
      [["response.reasoning_summary_text.delta", { ...fields, delta: answer.reasoning }]],
    );
  }
  if (answer.deltas.length > 0) {
    const message = { type: "message", id: `msg_${answer.id}`, role: "assistant" };
    const part = { type: "output_text", text: answer.deltas.join(""), annotations: [] };
    const fields = { item_id: message.id, content_index: 0 };
    item(
      { ...message, status: "in_progress", content: [] },
      { ...message, status: "completed", content: [part] },
      [
        ["response.content_part.added", { ...fields, part: { ...part, text: "" } }],
        ...answer.deltas.map(
          (delta) => ["response.output_text.delta", { ...fields, delta, logprobs: [] }] as const,
        ),
        ["response.output_text.done", { ...fields, text: part.text }],
      ],
    );
  }
  for (const call of answer.calls) {
    const made = { type: "function_call", id: `fc_${call.id}`, call_id: call.id, name: call.name };
    const done = { ...made, arguments: call.arguments, status: "completed" };
    const fields = { item_id: made.id };
    item({ ...made, arguments: "", status: "in_progress" }, done, [
      ["response.function_call_arguments.delta", { ...fields, delta: call.arguments }],
      ["response.function_call_arguments.done", { ...fields, arguments: call.arguments }],
    ]);
  }
  return { deltas, ending: [event(...lastEvent(answer, output))] };
}

function lastEvent(answer: PlannedAnswer, output: readonly object[]): [string, object] {
  const reason = { length: "max_output_tokens", "content-filter": "content_filter" } as const;
  if (answer.finishReason === "length" || answer.finishReason === "content-filter") {
    const incomplete_details = { reason: reason[answer.finishReason] };
    return [
      "response.incomplete",
      { response: { ...response(answer, "incomplete", output), incomplete_details } },
    ];
  }
  return ["response.completed", { response: response(answer, "completed", output) }];
}

function response(answer: PlannedAnswer, status: string, output: readonly object[]): object {
  return {
    id: `resp_${answer.id}`,
    object: "response",
    created_at: 1_700_000_000,
    model: answer.model,
    status,
    output,
    error: null,
    incomplete_details: null,
    usage: status === "in_progress" ? null : usageOf(answer),
  };
}

function usageOf({ usage }: PlannedAnswer): object {
  const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: input + usage.outputTokens,
  };
}
