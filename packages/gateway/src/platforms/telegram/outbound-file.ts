import type { OutboundFile } from "../platform.ts";
import { telegramLimits } from "./telegram-limits.ts";

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
