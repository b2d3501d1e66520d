import * as z from "zod";
import { modelMessage } from "./ai-sdk-model-message.ts";
import { uiMessage } from "./ai-sdk-ui-message.ts";
import { Conversion, type Converted } from "./conversion.ts";

/**
 * Messages of the AI SDK 7, told apart by their shape: those of its models (`content`), and those of its user interfaces
 * (`parts`), such as `useChat` sends and apps store.
 *
 * @throws {HermesError} `MODEL_MESSAGES_INVALID`, with the index of the message and its field.
 */
export function fromAiSdk(messages: readonly unknown[]): Converted {
  const ofUi = z.looseObject({ parts: z.array(z.unknown()) });
  const conversion = new Conversion("the AI SDK");
  const fromModel = modelMessage(conversion);
  const fromUi = uiMessage(conversion);
  return conversion.each(messages, (message) =>
    (ofUi.safeParse(message).success ? fromUi : fromModel)(message),
  );
}
