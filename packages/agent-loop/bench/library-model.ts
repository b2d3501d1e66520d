// What the model of the support desk answers, whoever asks: by what is in the request.
import type { ServerFunction } from "@hermes/models/testing";

export const statusText = "It is lost in transit. ";
export const refundText = "I have paid you back. ";
export const report = { summary: "A lost order was refunded.", mood: "calm" };

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly call_id?: string;
  readonly content?: unknown;
}

export const deskScript: ServerFunction = ({ body }) => {
  // Requests of OpenAI's Responses; the server takes no others here.
  const {
    input,
    stream,
    tools = [],
  } = body as {
    readonly input: readonly Item[];
    readonly stream?: boolean;
    readonly tools?: readonly { readonly name?: string }[];
  };
  const last = input.at(-1);
  if (last?.type === "function_call_output")
    return { text: last.call_id?.startsWith("call_refund") ? refundText : statusText };
  const words = JSON.stringify(last?.content ?? "");
  if (words.includes("Where is"))
    return { calls: [{ id: "call_status", name: "orderStatus", arguments: { order: "7" } }] };
  if (words.includes("refund"))
    return { calls: [{ id: "call_refund", name: "refund", arguments: { order: "7", euros: 20 } }] };
  if (!words.includes("Sum this")) return { text: "Hello, how can I help you today?" };
  if (tools.some(({ name }) => name === "report")) return { calls: [{ name: "report", arguments: report }] };
  const text = JSON.stringify(report);
  return stream === true ? { text } : { raw: JSON.stringify(whole(text)) };
};

/** An answer that is not streamed. */
function whole(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    ...{ id: "resp_1", object: "response", created_at: 1_700_000_000, model: "gpt-5.2", status: "completed" },
    output: [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
