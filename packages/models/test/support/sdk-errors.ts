import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

/** What the openai SDK throws, also while it reads the stream. */
export function openaiError(origin: string, apiKey = "sk-test"): Promise<unknown> {
  const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
  return thrownBy(async () => {
    const stream = await client.chat.completions.create({ model: "gpt-5", messages: [], stream: true });
    for await (const _ of stream);
  });
}

/** What the Anthropic SDK throws. */
export function anthropicError(origin: string): Promise<unknown> {
  const client = new Anthropic({ apiKey: "sk-ant-test", baseURL: origin, maxRetries: 0 });
  return thrownBy(async () => {
    const stream = await client.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true });
    for await (const _ of stream);
  });
}

/** The body of an error in OpenAI's form. */
export function openaiBody(
  message: string,
  code: string | null = null,
  type = "invalid_request_error",
): unknown {
  return { error: { message, type, code } };
}

/** The body of an error in Anthropic's form. */
export function anthropicBody(type: string, message: string): unknown {
  return { type: "error", error: { type, message } };
}
