import type { AgentHooks } from "@hermes/agent-loop";
import type { ImageData, UserMessage, UserPart } from "@hermes/models";
import type { RuntimeParts } from "../runtime-parts.ts";
import { sessionAuxiliary } from "../models/session-auxiliary.ts";
import { describePicture, whatItShows } from "./describe-picture.ts";
import type { SessionSight } from "./session-sight.ts";

const maxChars = 8_000;

/** Where the model of the session sees no pictures, those of messages get words of the model for pictures, if the settings name one. */
export function picturesInWords(parts: RuntimeParts, sight: SessionSight): AgentHooks {
  const describe = describePicture(sessionAuxiliary(parts));

  async function inWords(part: ImageData, sessionId: string, signal: AbortSignal): Promise<ImageData> {
    const asked = { bytes: Buffer.from(part.data, "base64"), question: whatItShows, sessionId, signal };
    try {
      const words = await describe(asked);
      if (words === "") throw new Error("The model for pictures said nothing.");
      return words === undefined ? part : { ...part, asText: words.slice(0, maxChars) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      // The person's own words are answered in any case.
      return { ...part, asText: `Nobody could look at it; tell the person. The reason: ${reason}` };
    }
  }

  return {
    name: "pictures in words",
    timeoutMs: 300_000,
    async messageIn(message, { sessionId, signal }) {
      if (!message.content.some(needsWords) || (await sight.sees())) return undefined;
      const content: UserMessage["content"][number][] = [];
      for (const part of message.content)
        // oxlint-disable-next-line no-await-in-loop -- large pictures, one at a time
        content.push(needsWords(part) ? await inWords(part, sessionId, signal) : part);
      return { ...message, content };
    },
  };
}

function needsWords(part: UserPart): part is ImageData {
  return part.type === "image" && part.data !== undefined && part.asText === undefined;
}
