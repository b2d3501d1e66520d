import type { EditorAccess } from "@hermes/acp";
import type { Backend } from "@hermes/terminal-backends";

/**
 * Files as the editor has them, with what is not saved yet. The disk stays what counts: what the editor takes is written there too,
 * and what it can't give is read from there. What a person refuses in the editor is done nowhere.
 */
export function withEditorFiles(
  backend: Backend,
  { read, write }: Pick<EditorAccess, "read" | "write">,
): Backend {
  // Elsewhere the paths are those of another machine.
  if (backend.kind !== "local") return backend;
  /** What was written here last, and nobody has read yet: an editor may take a while to see it. */
  const written = new Map<string, Uint8Array>();
  return {
    ...backend,
    async readFile(path, options) {
      const bytes = await backend.readFile(path, options);
      const absolute = await backend.resolve(path, options);
      const own = written.get(absolute);
      written.delete(absolute);
      if (read === undefined || (own !== undefined && Buffer.from(own).equals(bytes))) return bytes;
      const saved = textIn(bytes);
      if (saved === undefined) return bytes;
      const text = await read(absolute, options);
      if (text === undefined || plain(text) === plain(saved)) return bytes;
      const unsaved = Buffer.from(saved.includes("\r\n") ? plain(text).replaceAll("\n", "\r\n") : text);
      return options.maxBytes !== undefined && unsaved.length > options.maxBytes ? bytes : unsaved;
    },
    async writeFile(path, data, options) {
      const absolute = await backend.resolve(path, options);
      const text = textIn(data);
      if (text !== undefined) await write?.(absolute, text, options);
      options.signal?.throwIfAborted();
      await backend.writeFile(path, data, options);
      written.set(absolute, data);
    },
  };
}

/** Undefined where it is no text. */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Other encodings are kept as they are.
    return undefined;
  }
}

/** Editors keep lines without their ends, and leave the mark of the encoding out. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
