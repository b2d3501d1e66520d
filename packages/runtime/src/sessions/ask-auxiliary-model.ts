import type { Message, Model, ModelFinish } from "@hermes/models";

export interface AuxiliaryQuestion {
  readonly instructions: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

export interface AuxiliaryAnswer {
  /** Empty when the model said nothing. */
  readonly text: string;
  readonly usage?: ModelFinish["usage"] | undefined;
  readonly durationMs: number;
}

/** Asks a model one question outside of any session. */
export async function askAuxiliaryModel(
  model: Model,
  { instructions, text, signal }: AuxiliaryQuestion,
): Promise<AuxiliaryAnswer> {
  const messages: readonly Message[] = [{ role: "user", content: [{ type: "text", text }] }];
  const startedAt = performance.now();
  const events = model.stream({ system: instructions, messages, tools: [] }, { signal });
  for await (const event of events) {
    if (event.type !== "finish") continue;
    const said = event.message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return {
      text: said.join("\n").trim(),
      usage: event.usage,
      durationMs: performance.now() - startedAt,
    };
  }
  return { text: "", durationMs: performance.now() - startedAt };
}
