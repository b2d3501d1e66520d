import { posix } from "node:path";
import type { ToolError } from "@hermes/registry";
import { HermesError, toolError } from "@hermes/registry";
import type { FileAccess, FileBackend } from "./file-backend.ts";
import { formatSize } from "./format-size.ts";
import { similarNames } from "./similar-names.ts";
import { decodeText } from "./text-encoding.ts";
import type { TextFormat } from "./text-encoding.ts";

/** Larger files are for the shell: `sed -n`, `head`, `grep`. */
const maxTextBytes = 32_000_000;

export type ReadTextResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly format: TextFormat;
      readonly bytes: Uint8Array;
    }
  | UnreadableFile;

export type ReadBytesResult = { readonly ok: true; readonly bytes: Uint8Array } | UnreadableFile;

export interface UnreadableFile {
  readonly ok: false;
  readonly reason: "missing" | "folder" | "too-large" | "binary";
  readonly error: ToolError;
  /** What a file that is no text looks like, such as `a PNG image`. */
  readonly what?: string | undefined;
  /** Whether that is a picture. @default false */
  readonly isImage?: boolean | undefined;
}

export interface ReadAccess extends FileAccess {
  /** The resolved path, where the one that is named in answers is another. */
  readonly absolute?: string | undefined;
}

/** Reads a whole text file, or says in words for the model why not. */
export async function readText(
  backend: FileBackend,
  path: string,
  access: ReadAccess,
): Promise<ReadTextResult> {
  const file = await readBytes(backend, path, access);
  return file.ok ? textOf(path, file.bytes) : file;
}

/** The text of bytes that were read. */
export function textOf(path: string, bytes: Uint8Array): ReadTextResult {
  const decoded = decodeText(bytes);
  if (decoded.ok) return { ok: true, text: decoded.text, format: decoded.format, bytes };
  const { guess } = decoded;
  const message = `${path} is not text: ${guess}, ${formatSize(bytes.length)}.`;
  const isImage = guess.endsWith("image");
  const hint = isImage
    ? "No tool here shows you pictures. Ask the person to attach it to a message, or use a command that reads what you need of it, such as its size or the text in it."
    : "Use a shell command made for it.";
  return { ...failure("binary", message, hint), what: guess, isImage };
}

/** Reads a whole file of bearable size, or says in words for the model why not. */
export async function readBytes(
  backend: FileBackend,
  path: string,
  { absolute = path, ...access }: ReadAccess,
): Promise<ReadBytesResult> {
  try {
    return { ok: true, bytes: await backend.readFile(absolute, { ...access, maxBytes: maxTextBytes }) };
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    switch (error.code) {
      case "FILE_NOT_FOUND":
        return { ok: false, reason: "missing", error: await describeMissing(backend, path, access) };
      case "FILE_IS_DIRECTORY":
        return failure(
          "folder",
          `${path} is a folder.`,
          "Use search with target files to see what is in it.",
        );
      case "FILE_TOO_LARGE":
        return failure(
          "too-large",
          `${path} is larger than ${formatSize(maxTextBytes)}.`,
          "Find the lines with search, or cut a part out of it with a shell command.",
        );
      default:
        throw error;
    }
  }
}

/** Says that a path leads nowhere, and what is near. */
export async function describeMissing(
  backend: FileBackend,
  path: string,
  access: FileAccess,
): Promise<ToolError> {
  const absolute = await backend.resolve(path, access);
  const folder = posix.dirname(absolute);
  const facts = await backend.stat(folder, access);
  if (facts === undefined) {
    return toolError(`${path} does not exist, nor does the folder ${folder}.`, {
      hint: `The nearest folder that exists is ${await nearestFolder(backend, folder, access)}.`,
    });
  }
  const entries = facts.kind === "directory" ? await backend.list(folder, access) : [];
  const names = similarNames(
    posix.basename(absolute),
    entries.map(({ name }) => name),
  );
  if (names.length === 0)
    return toolError(`${path} does not exist.`, { hint: "Look for it with search, target files." });
  return toolError(`${path} does not exist.`, {
    hint: `Similar in that folder: ${names.map((name) => posix.join(posix.dirname(path), name)).join(", ")}.`,
  });
}

async function nearestFolder(backend: FileBackend, folder: string, access: FileAccess): Promise<string> {
  let current = folder;
  while (current !== "/" && (await backend.stat(current, access)) === undefined)
    current = posix.dirname(current);
  return current;
}

function failure(reason: UnreadableFile["reason"], message: string, hint: string): UnreadableFile {
  return { ok: false, reason, error: toolError(message, { hint }) };
}
