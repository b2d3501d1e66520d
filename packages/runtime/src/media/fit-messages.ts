import type { Message } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { fitPictures } from "./fit-pictures.ts";

/**
 * The history that a client brings, with its pictures made such that the model takes them: no hook sees it.
 *
 * @throws {HermesError} `MEDIA_INVALID`
 */
export async function fitMessages(
  messages: readonly Message[] | undefined,
  { sight, warn }: Pick<RuntimeParts, "sight" | "warn">,
): Promise<readonly Message[] | undefined> {
  if (messages === undefined || sight === undefined) return messages;
  const { messageIn } = fitPictures(sight, warn);
  const { signal } = new AbortController();
  const fitted: Message[] = [];
  for (const message of messages) {
    const answer =
      // oxlint-disable-next-line no-await-in-loop -- large pictures, one at a time
      message.role === "user" ? await messageIn?.(message, { sessionId: "", signal }) : undefined;
    if (answer && "block" in answer) throw new HermesError(answer.block, { code: "MEDIA_INVALID" });
    fitted.push(answer || message);
  }
  return fitted;
}
