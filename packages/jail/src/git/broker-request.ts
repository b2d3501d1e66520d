import { z } from "zod";

const maxText = 400_000;

export interface SshRequest {
  readonly kind: "ssh";
  /** As git gives them to the program for ssh. */
  readonly words: readonly string[];
  readonly protocol?: string | undefined;
}

export interface SettingsRequest {
  readonly kind: "settings";
  /** Folder of git that has them. */
  readonly repository: string;
  readonly before: string;
  readonly after: string;
}

const request: z.ZodType<SshRequest | SettingsRequest> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ssh"),
    words: z.array(z.string().max(8_000)).max(12),
    protocol: z
      .string()
      .regex(/^version=\d$/)
      .optional()
      .catch(undefined),
  }),
  z.object({
    kind: z.literal("settings"),
    repository: z.string().max(8_000),
    before: z.string().max(maxText),
    after: z.string().max(maxText),
  }),
]);

/** Longest line with a request, in bytes. */
export const maxRequestBytes = 1_000_000;

/** @returns Undefined for what is no request. */
export function parseRequest(line: string): SshRequest | SettingsRequest | undefined {
  try {
    return request.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // No JSON.
  }
}

/** What goes back: parts of both streams, then how it ended. */
export const frames = { output: 1, errors: 2, exit: 3 } as const;

/** A kind in one byte, the length in four, then the bytes. */
export function frame(kind: keyof typeof frames, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head[0] = frames[kind];
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
