import type { Tool, ToolContext, ToolError } from "@hermes/registry";
import { defineTool, HermesError, toolError } from "@hermes/registry";
import { extname } from "node:path";
import { z } from "zod";
import type { Speaker } from "./create-speaker.ts";

export interface TextToSpeechToolOptions {
  readonly speaker: Speaker;
  /** Keeps the sound: at the given path, else in a cache. An error where that path may not be written. */
  readonly save: (
    sound: { readonly bytes: Buffer; readonly extension: string; readonly path: string | undefined },
    context: ToolContext,
  ) => Promise<string | ToolError>;
}

/** Chats that show Ogg files as voice messages. */
const voiceChats: ReadonlySet<string> = new Set(["telegram", "whatsapp", "signal", "matrix"]);

const input = z.object({
  text: z
    .string()
    .min(1)
    .describe("What is spoken. Markdown is read as text; code blocks and addresses are left out."),
  output_path: z.string().min(1).optional().describe("File for the sound. Without it, one in the cache."),
});

/** Speaks a text into a file that an answer can send. */
export function createTextToSpeechTool({ speaker, save }: TextToSpeechToolOptions): Tool {
  return defineTool({
    name: "text_to_speech",
    toolset: "tts",
    description:
      "Speak a text into a sound file. To send it to the person, put the media_tag of the result into your answer, on a line of its own.",
    emoji: "🔊",
    rare: true,
    input,
    available: () => (typeof speaker.provider === "string" ? true : speaker.provider.missing),
    action: { name: "speech.make", summary: "speak a text into a sound file" },
    argument: ({ text, output_path: path }) =>
      path === undefined ? { kind: "text", text } : { kind: "path", paths: [{ path, access: "write" }] },
    // As other services that cost money.
    needsApproval: speaker.asksService === true,
    detail: ({ text }) => text,
    async execute({ text, output_path: path }, context) {
      const voiceMessage = path === undefined ? voiceChats.has(context.origin.platform) : isOgg(path);
      try {
        const spoken = await speaker.speak(text, { voiceMessage, signal: context.signal });
        const { bytes, extension, provider, spokenChars, leftOutChars } = spoken;
        if (path !== undefined && !fits(path, extension))
          return toolError(`${path} was not written: the sound is ${extension}.`, {
            hint: `Give a path that ends in .${extension}.`,
          });
        const saved = await save({ bytes, extension, path }, context);
        if (typeof saved !== "string") return saved;
        const isVoice = extension === "ogg";
        const named = /[\s`"'<>]/.test(saved) ? `\`${saved}\`` : saved;
        return {
          success: true,
          file_path: saved,
          media_tag: `${isVoice ? "[[audio_as_voice]]\n" : ""}MEDIA:${named}`,
          provider,
          voice_compatible: isVoice,
          ...(leftOutChars > 0 && {
            cut: `Only the first ${spokenChars} characters are spoken; ${leftOutChars} at the end are left out. Speak the rest in a further call.`,
          }),
        };
      } catch (error) {
        context.signal.throwIfAborted();
        if (HermesError.is(error)) return toolError(error.message, { hint: error.hint });
        throw error;
      }
    },
  });
}

function isOgg(path: string): boolean {
  return /^\.(?:ogg|oga|opus)$/i.test(extname(path));
}

function fits(path: string, extension: string): boolean {
  return extension === "ogg" ? isOgg(path) : extname(path).toLowerCase() === `.${extension}`;
}
