import { HermesError } from "@hermes/registry";
import type { SaveContent } from "@hermes/mcp";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "../make-private-folder.ts";

const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "application/pdf": "pdf",
  "application/json": "json",
  "text/plain": "txt",
  "text/html": "html",
};

/** Keeps what a server sends beside text as files, each under the hash of what it holds. */
export function saveContent(folder: string | undefined): SaveContent {
  return async (bytes, mimeType) => {
    if (folder === undefined)
      throw new HermesError("The server sent a file, and there is no place for it here.", {
        code: "MCP_BAD_ANSWER",
        hint: "Call it in a session.",
      });
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const path = join(folder, `${name}.${endings[mimeType] ?? "bin"}`);
    await makePrivateFolder(folder);
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  };
}
