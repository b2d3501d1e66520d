import { openAsBlob } from "node:fs";
import type { OutboundFile, SendOutcome } from "../platforms/platform.ts";

/** The file as a part of a form, read when it is sent; an outcome where it can't be. */
export async function openFile(
  { path, name, mimeType }: OutboundFile,
  { maxBytes, label }: { readonly maxBytes: number; readonly label: string },
): Promise<File | SendOutcome> {
  try {
    const blob = await openAsBlob(path, { type: mimeType });
    if (blob.size === 0) return { status: "failed", code: "bad-content", reason: `${name} is empty` };
    if (blob.size <= maxBytes) return new File([blob], name, { type: mimeType });
    const [has, takes] = [Math.ceil(blob.size / 1_000_000), Math.floor(maxBytes / 1_000_000)];
    const reason = `${name} has ${has} MB, and ${label} takes ${takes}`;
    return { status: "failed", code: "too-large", reason };
  } catch {
    return { status: "failed", code: "bad-content", reason: `${name} can't be read any more` };
  }
}
