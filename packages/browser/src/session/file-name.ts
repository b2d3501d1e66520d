import { constants } from "node:fs";
import { chmod, copyFile, mkdir, open } from "node:fs/promises";
import { basename, extname, join } from "node:path";

const maxChars = 120;

/** A name that lies in the folder, whatever a page suggests: no path, no control characters, no name that a system takes for its own. */
export function safeFileName(suggested: string): string {
  const plain = suggested
    .normalize("NFC")
    .replaceAll("\\", "/")
    .split("/")
    .at(-1)
    // Control characters, those that turn the direction of writing, and those that Windows forbids.
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const name = plain === undefined || plain === "" ? "download" : plain;
  const end = extname(name).slice(0, 20);
  const start = [...basename(name, extname(name))].slice(0, maxChars - end.length).join("");
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(start) ? `_${start}${end}` : `${start}${end}`;
}

/** Copies a file into a folder under a name that is free there. @returns Its path. */
export async function copyInto(folder: string, name: string, source: string): Promise<string> {
  const path = await withFreeName(folder, name, async (free) => {
    await copyFile(source, free, constants.COPYFILE_EXCL);
  });
  await chmod(path, 0o600);
  return path;
}

/** Writes a new file under a name that is free. @returns Its path. */
export async function writeInto(folder: string, name: string, content: Uint8Array): Promise<string> {
  return await withFreeName(folder, name, async (free) => {
    const file = await open(free, "wx", 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  });
}

async function withFreeName(
  folder: string,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const end = extname(name);
  const start = basename(name, end);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${start} (${number})${end}`);
    try {
      await make(path);
      return path;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken || number > 10_000) throw error;
    }
  }
}
