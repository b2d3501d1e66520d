import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** A longer one is no script that anybody reads. */
const maxBytes = 100_000;

/** What a file holds, up to one byte more than a script may have, so that the longer one shows. */
export interface Beginning {
  /** Of the bytes that were read. */
  readonly sha256: string;
  /** Asked after they were read, so that what changes them meanwhile counts. Milliseconds since 1970. */
  readonly ctimeMs: number;
  /** Undefined: `problem` tells why. */
  readonly text: string | undefined;
  readonly problem: "no-text" | "too-long" | undefined;
}

/** Undefined: it can't be read. */
export async function readBeginning(path: string): Promise<Beginning | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(maxBytes + 1), 0, maxBytes + 1, 0);
      const { ctimeMs } = await file.stat();
      return { ...beginningOf(buffer.subarray(0, bytesRead)), ctimeMs };
    } finally {
      await file.close();
    }
  } catch {
    return undefined; // told of as a problem of this file
  }
}

/** Of a file that would hold a text. */
export function beginningOf(given: Uint8Array): Omit<Beginning, "ctimeMs"> {
  const bytes = given.subarray(0, maxBytes + 1);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isLong = bytes.length > maxBytes;
  const text = isLong ? undefined : textOf(bytes);
  if (text !== undefined) return { sha256, text, problem: undefined };
  return { sha256, text, problem: isLong && !bytes.subarray(0, 8_000).includes(0) ? "too-long" : "no-text" };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") || text.includes("\uFFFF") ? undefined : text;
  } catch {
    return undefined; // told of as a problem of this file
  }
}
