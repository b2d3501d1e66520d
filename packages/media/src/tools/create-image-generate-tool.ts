import { defineTool, HermesError, toolError } from "@hermes/registry";
import type { Tool, ToolContext } from "@hermes/registry";
import { z } from "zod";
import type { ImageMaker } from "../images/make/image-maker.ts";

export interface ImageGenerateToolOptions {
  /** A text: why there is none; the tool is not offered then. */
  readonly maker: ImageMaker | string;
  /** @throws {HermesError} for what is no picture. */
  readonly save: (bytes: Uint8Array, context: ToolContext) => Promise<KeptPicture>;
}

export interface KeptPicture {
  /** Where the person has it. */
  readonly path: string;
  /** Where commands of the agent and its other tools find it, if that is elsewhere. */
  readonly copy?: string | undefined;
}

const input = z.object({
  prompt: z.string().trim().min(1).max(10_000).describe("What the picture shows."),
  aspect_ratio: z.enum(["landscape", "square", "portrait"]).default("landscape"),
});

/** Has pictures made by a service. */
export function createImageGenerateTool({ maker, save }: ImageGenerateToolOptions): Tool {
  return defineTool({
    name: "image_generate",
    toolset: "image_gen",
    description: "Make a picture from a description. Gives the path of its file.",
    emoji: "🎨",
    rare: true,
    input,
    action: { name: "image.generate", summary: "have a picture made by a service, which costs money" },
    argument: ({ prompt }) => ({ kind: "text", text: prompt }),
    needsApproval: true,
    available: () => typeof maker !== "string" || maker,
    timeoutMs: 300_000,
    detail: ({ prompt }) => prompt,
    async execute({ prompt, aspect_ratio: aspectRatio }, context) {
      const { signal } = context;
      if (typeof maker === "string") return toolError(maker);
      const { provider, model } = maker;
      try {
        const { path: image, copy } = await save(await maker.make({ prompt, aspectRatio, signal }), context);
        const hint = `Show it to the person by a line of its own in your answer: MEDIA:${/\s/.test(image) ? `"${image}"` : image}`;
        const seen = copy === undefined ? {} : { agent_visible_image: copy };
        return { success: true, image, ...seen, provider, model, aspect_ratio: aspectRatio, hint };
      } catch (error) {
        signal.throwIfAborted();
        if (!HermesError.is(error)) throw error;
        return toolError(error.message, { hint: error.hint });
      }
    },
  });
}
