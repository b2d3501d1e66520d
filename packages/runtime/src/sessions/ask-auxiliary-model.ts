import type { Message, Model } from "@hermes/models";

export interface AuxiliaryQuestion {
  readonly instructions: string;
  readonly text: string;
  /** Shown beside the text. */
  readonly image?: { readonly mediaType: string; readonly data: string } | undefined;
  readonly signal: AbortSignal;
}

/** Asks a model one question outside of any session. @returns Empty when it said nothing. */
export async function askAuxiliaryModel(
  model: Model,
  { instructions, text, image, signal }: AuxiliaryQuestion,
): Promise<string> {
  const picture = image === undefined ? [] : [{ type: "image", ...image } as const];
  const messages: readonly Message[] = [{ role: "user", content: [...picture, { type: "text", text }] }];
  const events = model.stream({ system: instructions, messages, tools: [] }, { signal });
  for await (const event of events) {
    if (event.type !== "finish") continue;
    const said = event.message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return said.join("\n").trim();
  }
  return "";
}
