import { unsafePathReason } from "@hermes/scanner/package-path";

/** Why a path can't be a file of a skill, as a sentence; undefined when it can. */
export function whyNoPath(path: string): string | undefined {
  const parts = path.split("/");
  if (/\p{Surrogate}/u.test(path)) return "It holds half a character.";
  if (parts.some((part) => part === "" || part === ".")) return "A part of it is empty.";
  if (/[<>"|?*]/.test(path)) return "It holds a character that Windows can't store.";
  if (parts.some((part) => /^(?:conin|conout)\$$/i.test(part)))
    return "It is the name of a device on Windows.";
  if (parts.some((part) => Buffer.byteLength(part) > 200)) return "A part of it is too long.";
  return unsafePathReason(path);
}
