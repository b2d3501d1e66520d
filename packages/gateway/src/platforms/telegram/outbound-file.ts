import { openAsBlob } from "node:fs";
import type { OutboundFile, SendOutcome } from "../platform.ts";
import { telegramLimits } from "./telegram-limits.ts";

/** The file as a part of a form, read when it is sent; an outcome where it can't be. */
export async function openFile({ path, name, mimeType }: OutboundFile): Promise<File | SendOutcome> {
  try {
    const blob = await openAsBlob(path, { type: mimeType });
    if (blob.size === 0) return { status: "failed", code: "bad-content", reason: `${name} is empty` };
    if (blob.size <= telegramLimits.fileBytes) return new File([blob], name, { type: mimeType });
    const megabytes = Math.ceil(blob.size / 1_000_000);
    return {
      status: "failed",
      code: "too-large",
      reason: `${name} has ${megabytes} MB, and Telegram takes 50`,
    };
  } catch {
    return { status: "failed", code: "bad-content", reason: `${name} can't be read any more` };
  }
}

/** Photos above 10 MB go as documents, and voice only as what Telegram plays in a bubble. */
export function methodOf(
  { as, mimeType }: OutboundFile,
  bytes: number,
): { readonly method: string; readonly field: string } {
  if (
    as === "image" &&
    mimeType !== "image/gif" &&
    mimeType !== "image/svg+xml" &&
    bytes <= telegramLimits.photoBytes
  )
    return { method: "sendPhoto", field: "photo" };
  if (as === "image" && mimeType === "image/gif") return { method: "sendAnimation", field: "animation" };
  if (as === "voice" && /ogg|opus/.test(mimeType)) return { method: "sendVoice", field: "voice" };
  if (as === "voice" || as === "audio") return { method: "sendAudio", field: "audio" };
  if (as === "video") return { method: "sendVideo", field: "video" };
  return { method: "sendDocument", field: "document" };
}
