import { basename } from "node:path";

const maxChars = 80;

/** A file name of somebody else as one that can't lead anywhere: no folders, no hidden files, no control signs. */
export function cleanName(name: string | undefined, otherwise: string): string {
  const clean = basename((name ?? "").normalize("NFC").replaceAll("\\", "/"))
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .replace(/^[._ -]+|[ .]+$/g, "");
  if (clean === "") return otherwise;
  if (clean.length <= maxChars) return clean;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? "";
  return `${[...clean.slice(0, maxChars - extension.length)].filter((sign) => !/\p{Surrogate}/u.test(sign)).join("")}${extension}`;
}
