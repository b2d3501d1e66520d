import type { AgentHooks } from "@hermes/agent-loop";
import type { ImageData, UserMessage } from "@hermes/models";
import { HermesError, withImages } from "@hermes/registry";
import type { ToolImage } from "@hermes/registry";
import { fitPicture } from "./fit-picture.ts";
import type { SessionSight } from "./session-sight.ts";

/**
 * Makes pictures of messages and of tools such that the model takes them, before the journal has them. One that nobody takes is left
 * out, and said so: in the history it would make every later request fail.
 *
 * @param warn Told for the person. @default nobody is
 */
export function fitPictures(
  sight: SessionSight,
  warn: (message: string) => void = () => undefined,
): AgentHooks {
  const fitMessage = pictureFitter(sight, warn);
  return {
    name: "pictures",
    timeoutMs: 120_000,
    messageIn: async (message, { signal }) => await fitMessage(message, signal),
    async afterToolCall({ result }, { signal }) {
      if (result.images === undefined || result.images.length === 0) return undefined;
      const images: ToolImage[] = [];
      const leftOut: string[] = [];
      for (const image of result.images) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const fitted = await fit(image, sight, signal);
        if (HermesError.is(fitted)) leftOut.push(fitted.message);
        else images.push(fitted);
      }
      if (
        images.length === result.images.length &&
        images.every((image, at) => image === result.images?.[at])
      )
        return undefined;
      return { value: withImages(telling(result.content, leftOut), images) };
    },
  };
}

/** Fits the pictures of one message. */
export function pictureFitter(
  sight: SessionSight,
  warn: (message: string) => void,
): (message: UserMessage, signal: AbortSignal) => Promise<UserMessage> {
  return async (message, signal) => {
    if (!message.content.some(isPicture)) return message;
    const content: UserMessage["content"][number][] = [];
    const leftOut: string[] = [];
    for (const part of message.content) {
      // oxlint-disable-next-line no-await-in-loop -- large pictures, one at a time
      const fitted = isPicture(part) ? await fit(part, sight, signal) : part;
      if (HermesError.is(fitted)) leftOut.push(whyNot(fitted));
      else content.push(fitted);
    }
    // A model may keep it to itself.
    for (const why of leftOut) warn(why);
    if (leftOut.length === 0) return { ...message, content };
    return { ...message, content, notes: [...(message.notes ?? []), ...leftOut] };
  };
}

function whyNot({ message, hint }: HermesError): string {
  return ["A picture of this message was left out.", message, hint ?? ""].join(" ").trim();
}

function isPicture(part: UserMessage["content"][number]): part is ImageData {
  return part.type === "image" && "data" in part && part.data !== undefined;
}

/** @returns The very same image where it fits, and why there is none. */
async function fit<Image extends ToolImage>(
  image: Image,
  sight: SessionSight,
  signal: AbortSignal,
): Promise<Image | HermesError> {
  try {
    const fitted = await fitPicture(Buffer.from(image.data, "base64"), sight.provider, signal);
    return fitted.data === image.data && fitted.mediaType === image.mediaType
      ? image
      : { ...image, ...fitted };
  } catch (error) {
    signal.throwIfAborted();
    if (!HermesError.is(error)) throw error;
    return error;
  }
}

/** What a tool gave, with why pictures of it are missing. */
function telling(content: string, leftOut: readonly string[]): unknown {
  const value = parsed(content);
  if (leftOut.length === 0) return value;
  const note = { pictures_left_out: leftOut };
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value, ...note }
    : { result: value, ...note };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    // A hook before this one may have written what is no JSON.
    return content;
  }
}
