import type { Tool } from "@hermes/registry";
import { diffLines, formatDiff } from "@hermes/patch";
import { defineTool, toolError, withShown } from "@hermes/registry";
import { z } from "zod";
import { writeAction } from "./file-actions.ts";
import { readText } from "./read-text.ts";
import type { FileServices } from "./file-services.ts";
import { refuseUnseen, writeText } from "./write-text.ts";

/** Larger texts are not compared: it would take longer than to write them. */
const maxComparedChars = 400_000;
/** Nobody waits longer for a diff; where much is different it shows all of it. */
const maxMilliseconds = 50;

/** Writes one text file as a whole. */
export function createWriteFileTool(services: FileServices): Tool {
  const { backend } = services;
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
    action: writeAction,
    argument: ({ path, content: after }) => ({
      kind: "path",
      paths: [{ path, access: "write" }],
      changes: async (read) => [{ path, before: (await read(path)) ?? "", after }],
    }),
    detail: ({ path }) => path,
    async execute({ path, content }, context) {
      const access = { taskId: context.taskId, signal: context.signal };
      const absolute = await backend.resolve(path, access);
      const version = services.versions.of(absolute);
      const old = await readText(backend, path, { ...access, absolute });
      if (!old.ok && old.reason === "folder") return toolError(`${path} is a folder, not a file.`);
      const unseen = refuseUnseen(services, { path, absolute, old, context });
      if (unseen !== undefined) return unseen;
      const keepsCrlf =
        old.ok && isCrlfThroughout(old.text) && !content.includes("\r\n") && content.includes("\n");
      const text = keepsCrlf ? content.replaceAll("\n", "\r\n") : content;
      const written = await writeText(services, { path, absolute, old, version, text, context });
      if (!written.ok) return written.error;
      const result = {
        path: absolute,
        bytes: written.bytes,
        created: !old.ok && old.reason === "missing",
        ...(keepsCrlf ? { line_ends: "crlf" } : {}),
        ...written.notes,
      };
      const before = old.ok ? old.text : "";
      // The model knows what it wrote; a person sees what became different.
      return before === text || before.length + text.length > maxComparedChars
        ? result
        : withShown(result, { diff: diffOf(path, before, text) });
    },
  });
}

function diffOf(path: string, text: string, after: string): string {
  return formatDiff({ path, text, edits: diffLines(text, after, { maxMilliseconds }) });
}

function isCrlfThroughout(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

function describeWriting(present: ReadonlySet<string>): string {
  return [
    "Write a text file as a whole: makes it and missing folders, or replaces all that is in it.",
    "A file that exists keeps its mode, its encoding, and its line ends unless the content has \\r\\n itself. A file that something else changed since you read it is not overwritten: read it again first. syntax_errors in the result are new ones; the file is written all the same.",
    ...(present.has("patch") ? ["To change a part of a file use patch."] : []),
  ].join("\n");
}
