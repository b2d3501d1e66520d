import type { Tool } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import type { FileBackend } from "./file-backend.ts";
import { readText } from "./read-text.ts";
import { encodeText, plainUtf8 } from "./text-encoding.ts";

/** Writes one text file as a whole. */
export function createWriteFileTool({ backend }: { readonly backend: FileBackend }): Tool {
  return defineTool({
    name: "write_file",
    toolset: "file",
    description: describeWriting(new Set()),
    describe: (present) => ({ description: describeWriting(present) }),
    emoji: "✍️",
    input: z.object({
      path: z.string().min(1).describe("File, absolute or relative to the working directory."),
      content: z.string().describe("All of its text."),
    }),
    detail: ({ path }) => path,
    async execute({ path, content }, { taskId, signal }) {
      const access = { taskId, signal };
      const old = await readText(backend, path, access);
      if (!old.ok && old.reason === "folder") return toolError(`${path} is a folder, not a file.`);
      const keepsCrlf =
        old.ok && isCrlfThroughout(old.text) && !content.includes("\r\n") && content.includes("\n");
      const text = keepsCrlf ? content.replaceAll("\n", "\r\n") : content;
      const bytes = encodeText(text, old.ok ? old.format : plainUtf8);
      await backend.writeFile(path, bytes, access);
      return {
        path: await backend.resolve(path, access),
        bytes: bytes.length,
        created: !old.ok && old.reason === "missing",
        ...(keepsCrlf ? { line_ends: "crlf" } : {}),
      };
    },
  });
}

function isCrlfThroughout(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

function describeWriting(present: ReadonlySet<string>): string {
  return [
    "Write a text file as a whole: makes it and missing folders, or replaces all that is in it.",
    "A file that exists keeps its mode, its encoding, and its line ends unless the content has \\r\\n itself.",
    ...(present.has("patch") ? ["To change a part of a file use patch."] : []),
  ].join("\n");
}
