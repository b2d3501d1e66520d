import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contentType } from "../media/content-type.ts";
import type { OutboundFile } from "../platforms/platform.ts";

/** When answers are spoken beside their text: never, to voice messages, always. */
export const voiceModes = ["off", "voice_only", "all"] as const;
export type VoiceMode = (typeof voiceModes)[number];

/** Speaks answers. */
export interface SpokenReplies {
  /** In chats where nobody has chosen by /voice. */
  readonly mode: VoiceMode;
  /** A sentence why nothing can be spoken here; undefined: it can. */
  readonly missing?: string | undefined;
  /** Speaks a Markdown text into a file that is sent. @throws where it can't, or where the sound is larger */
  speak(
    markdown: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundFile>;
}

export interface CreateSpokenRepliesOptions {
  /** Files come into `outgoing` below it. */
  readonly cache: string;
  readonly mode: VoiceMode;
  readonly missing?: string | undefined;
  /** Ogg where that can be made, so that chats show a voice message. */
  readonly speak: (
    markdown: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<{ readonly bytes: Uint8Array; readonly extension: string }>;
}

/** Spoken answers as files of the cache. */
export function createSpokenReplies({
  cache,
  mode,
  missing,
  ...options
}: CreateSpokenRepliesOptions): SpokenReplies {
  return {
    ...{ mode, missing },
    async speak(markdown, { maxBytes, signal }) {
      const { bytes, extension } = await options.speak(markdown, { signal });
      const { mimeType, kind } = contentType(bytes);
      if (kind !== "audio") throw new Error(`What speaks gave no sound, but ${mimeType}.`);
      if (bytes.length > maxBytes)
        throw new Error(`The sound has ${bytes.length} bytes; at most ${maxBytes} are sent here.`);
      const folder = join(cache, "outgoing");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `reply.${extension}`;
      const path = join(folder, `${randomBytes(6).toString("hex")}_${name}`);
      await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
      // Voice messages are Ogg alone.
      return { path, name, mimeType, as: mimeType === "audio/ogg" ? "voice" : "audio" };
    },
  };
}
