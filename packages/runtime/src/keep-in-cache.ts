import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "./make-private-folder.ts";

export interface KeptInCache {
  /** Of Hermes. */
  readonly home: string;
  /** Below `cache`: the gateway sends files from there. */
  readonly folder: "audio" | "images";
  /** How its name begins, and its ending without the dot. */
  readonly prefix: string;
  readonly extension: string;
}

/** Keeps what a tool made for the person alone, under a name of its own. @returns Its path. */
export async function keepInCache(
  bytes: Uint8Array,
  { home, folder, prefix, extension }: KeptInCache,
): Promise<string> {
  const place = join(home, "cache", folder);
  await makePrivateFolder(place);
  const path = join(place, `${prefix}_${randomBytes(6).toString("hex")}.${extension}`);
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  return path;
}
