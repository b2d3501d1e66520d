import type { Message } from "@hermes/models";
import type { RuntimeParts } from "../runtime-parts.ts";
import { pictureFitter } from "./fit-pictures.ts";

/** The history that a client brings, with its pictures made such that the model takes them: no hook sees it. */
export async function fitMessages(
  messages: readonly Message[] | undefined,
  { sight, warn }: Pick<RuntimeParts, "sight" | "warn">,
): Promise<readonly Message[] | undefined> {
  if (messages === undefined || sight === undefined) return messages;
  const fit = pictureFitter(sight, warn);
  const { signal } = new AbortController();
  const fitted: Message[] = [];
  for (const message of messages)
    // oxlint-disable-next-line no-await-in-loop -- large pictures, one at a time
    fitted.push(message.role === "user" ? await fit(message, signal) : message);
  return fitted;
}
