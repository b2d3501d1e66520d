import { fileURLToPath } from "node:url";
import { defineTool, HermesError, toolError, untrustedValue, withImages } from "@hermes/registry";
import type { Provenance, Tool, ToolContext, ToolError, ToolImage } from "@hermes/registry";
import { z } from "zod";

/** The bytes of a picture, or why there are none. */
export type PictureBytes =
  | { readonly bytes: Uint8Array; readonly source?: Provenance | undefined }
  | ToolError;

export interface VisionToolOptions {
  readonly fetchPicture: (url: string, context: ToolContext) => Promise<PictureBytes>;
  readonly readPicture: (path: string, context: ToolContext) => Promise<PictureBytes>;
  /** As the model of the session takes it. */
  readonly fit: (bytes: Uint8Array, context: ToolContext) => Promise<ToolImage>;
  /** Whether the model of the session sees. */
  readonly sees: () => Promise<boolean>;
  /** An answer by a model that sees; undefined where there is none. */
  readonly look: (image: Uint8Array, question: string, context: ToolContext) => Promise<string | undefined>;
}

const input = z.object({
  image_url: z.string().trim().min(1).describe("http(s) address, path of a file, file:// or data: URL."),
  question: z.string().min(1).describe("What to find out from the picture."),
});

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);
const isData = (url: string): boolean => /^data:/i.test(url);

/** Looks at pictures: by the model of the session where it sees, else by the one for pictures. */
export function createVisionAnalyzeTool(options: VisionToolOptions): Tool {
  return defineTool({
    name: "vision_analyze",
    toolset: "vision",
    description: "Look at a picture on the web or in a file, and answer a question about it.",
    emoji: "👁️",
    rare: true,
    input,
    action: {
      // As the tools for pages and files have them: a rule for those holds here too.
      of: [
        { name: "web.fetch", summary: "read a page of the web", readOnly: true },
        { name: "file.read", summary: "read a file, list or search a folder", readOnly: true },
        { name: "vision.look", summary: "look at a picture that is in the call", readOnly: true },
      ],
      choose: ({ image_url: url }) => (isWeb(url) ? "web.fetch" : isData(url) ? "vision.look" : "file.read"),
    },
    argument({ image_url: url, question }) {
      if (isWeb(url)) return { kind: "url", urls: [url] };
      if (isData(url)) return { kind: "text", text: question };
      return { kind: "path", paths: [{ path: pathIn(url), access: "read" }] };
    },
    timeoutMs: 180_000,
    detail: ({ image_url: url }) => (isData(url) ? "a picture in the call" : url),
    async execute({ image_url: url, question }, context) {
      try {
        const picture = isWeb(url)
          ? await options.fetchPicture(url, context)
          : isData(url)
            ? bytesIn(url)
            : await options.readPicture(pathIn(url), context);
        if ("error" in picture) return picture;
        const { source } = picture;
        const answer = await answerOf(picture.bytes, question, { options, context });
        return source === undefined ? answer : untrustedValue(answer, [source]);
      } catch (error) {
        context.signal.throwIfAborted();
        if (!HermesError.is(error)) throw error;
        return toolError(error.message, { hint: error.hint });
      }
    },
  });
}

interface Look {
  readonly options: VisionToolOptions;
  readonly context: ToolContext;
}

async function answerOf(bytes: Uint8Array, question: string, { options, context }: Look): Promise<unknown> {
  // A script gets words: pictures are for the model alone.
  if (context.origin.entryPoint !== "sandbox" && (await options.sees()))
    return withImages({ success: true, question }, [await options.fit(bytes, context)]);
  const analysis = await options.look(bytes, question, context);
  if (analysis !== undefined) return { success: true, analysis };
  return toolError("The model of this conversation sees no pictures, and there is no other one for them.", {
    hint: "The person can name one with auxiliary.vision in the settings, or choose a model that sees.",
  });
}

function pathIn(url: string): string {
  try {
    return /^file:\/\//i.test(url) ? fileURLToPath(url) : url;
  } catch {
    // Of another host, or broken: such a file is not there.
    return url;
  }
}

function bytesIn(url: string): PictureBytes {
  const [, base64, data] = /^data:[^,]*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (base64 === undefined || data === undefined) return toolError("The data: URL is not in Base64.");
  return { bytes: Buffer.from(data, "base64") };
}
