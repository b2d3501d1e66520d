import type { EditorFiles } from "@hermes/acp";
import type { Backend } from "@hermes/terminal-backends";

/**
 * Files as the editor has them, with what is not saved yet. The disk stays what counts: what is written is written there, by the same
 * rules, and then told to the editor; what the editor can't give is read from it.
 */
export function withEditorFiles(backend: Backend, { read, write }: EditorFiles): Backend {
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
      const text = await read(absolute).catch(() => undefined);
      if (text === undefined || plain(text) === plain(saved)) return bytes;
      const unsaved = Buffer.from(saved.includes("\r\n") ? plain(text).replaceAll("\n", "\r\n") : text);
      return options.maxBytes !== undefined && unsaved.length > options.maxBytes ? bytes : unsaved;
    },
    async writeFile(path, data, options) {
      await backend.writeFile(path, data, options);
      const absolute = await backend.resolve(path, options);
      written.set(absolute, data);
      const text = textIn(data);
      // It is on the disk: an editor that does not take it reads it from there.
      if (text !== undefined) await write?.(absolute, text).catch(() => undefined);
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
