import type { NearestRegion } from "@hermes/patch";
import { findNearest, formatDiff, replaceExact } from "@hermes/patch";
import type { Tool, ToolError } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import type { FileBackend } from "./file-backend.ts";
import { readText } from "./read-text.ts";
import { encodeText } from "./text-encoding.ts";

const maxNearestLines = 60;
const maxNearestLineChars = 500;

/** Replaces a text in one file. */
export function createPatchTool({ backend }: { readonly backend: FileBackend }): Tool {
  return defineTool({
    name: "patch",
    toolset: "file",
    description: [
      "Replace a text in a file. old_string must be in it exactly, blanks included, and only once; add lines around it until it is unique, or set replace_all.",
      "Nothing is written unless it fits. The result shows the change as a diff.",
    ].join("\n"),
    emoji: "🔧",
    input: z.object({
      path: z.string().min(1).describe("File, absolute or relative to the working directory."),
      old_string: z
        .string()
        .describe("What to replace, without line numbers. Line ends of either kind match."),
      new_string: z.string().describe("What to put there; empty to remove it."),
      replace_all: z.boolean().default(false).describe("Replace every place instead of the only one."),
    }),
    detail: ({ path }) => path,
    async execute({ path, old_string: old, new_string: replacement, replace_all: all }, { taskId, signal }) {
      const access = { taskId, signal };
      const file = await readText(backend, path, access);
      if (!file.ok) return file.error;
      const result = replaceExact({ text: file.text, old, new: replacement, all });
      if (!result.ok) {
        if (result.reason === "not-found") return notFound(path, findNearest(file.text, old));
        if (result.reason === "ambiguous") return ambiguous(path, result);
        return result.reason === "empty"
          ? toolError("old_string is empty.", {
              hint: "Give the text to replace; write_file makes whole files.",
            })
          : toolError("old_string and new_string are the same; nothing was changed.");
      }
      await backend.writeFile(path, encodeText(result.text, file.format), access);
      return {
        path: await backend.resolve(path, access),
        replacements: result.count,
        diff: formatDiff({ path, text: file.text, edits: result.edits }),
      };
    },
  });
}

function ambiguous(
  path: string,
  { count, lines }: { readonly count: number; readonly lines: readonly number[] },
): ToolError {
  const more = count > lines.length ? ", …" : "";
  return toolError(
    `old_string is in ${path} ${count} times (lines ${lines.join(", ")}${more}); nothing was changed.`,
    {
      hint: "Add the lines around the place you mean, or set replace_all.",
    },
  );
}

function notFound(path: string, nearest: NearestRegion | undefined): ToolError {
  const message = `old_string is not in ${path}; nothing was changed.`;
  if (nearest === undefined)
    return toolError(message, { hint: "Nothing in the file is like it. Read the file first." });
  const { startLine, endLine, text } = nearest;
  const shown = text
    .split("\n")
    .slice(0, maxNearestLines)
    .map((line, index) => `${startLine + index}|${line.slice(0, maxNearestLineChars)}`);
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return toolError(message, { hint: `Nearest are ${lines}:\n${shown.join("\n")}` });
}
