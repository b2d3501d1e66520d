import type { Tool } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import type { FileBackend } from "./file-backend.ts";
import { numberLines } from "./number-lines.ts";
import { readText } from "./read-text.ts";

const maxChars = 100_000;

export interface ReadFileToolOptions {
  readonly backend: FileBackend;
  /** Most lines of one page. @default 2_000 */
  readonly maxLines?: number | undefined;
  /** Characters of a line; more is cut. @default 2_000 */
  readonly maxLineChars?: number | undefined;
}

/** Reads one text file, page by page. */
export function createReadFileTool({
  backend,
  maxLines = 2_000,
  maxLineChars = 2_000,
}: ReadFileToolOptions): Tool {
  return defineTool({
    name: "read_file",
    toolset: "file",
    description: [
      "Read a text file. Every line comes as number|text; the number and the bar are not part of the file.",
      `At most ${maxLines} lines and ${maxChars} characters at once: when there is more, the result says how to go on.`,
    ].join("\n"),
    emoji: "📖",
    concurrency: "parallel",
    readOnly: true,
    // The page is capped here, by lines; a file about a file would help nobody.
    maxResultChars: Number.POSITIVE_INFINITY,
    input: z.object({
      path: z.string().min(1).describe("File, absolute or relative to the working directory."),
      offset: z.int().min(1).default(1).describe("First line, counted from 1."),
      limit: z.int().min(1).max(maxLines).default(maxLines).describe("Number of lines."),
    }),
    detail: ({ path, offset }) => (offset === 1 ? path : `${path}:${offset}`),
    async execute({ path, offset, limit }, { taskId, signal }) {
      const read = await readText(backend, path, { taskId, signal });
      if (!read.ok) return read.error;
      const page = numberLines({ text: read.text, offset, limit, maxChars, maxLineChars });
      if (offset > Math.max(1, page.totalLines)) {
        return toolError(`${path} has ${countOf(page.totalLines)}; line ${offset} is past its end.`, {
          hint: `Use an offset of at most ${Math.max(1, page.totalLines)}.`,
        });
      }
      const truncated = page.lastLine < page.totalLines;
      return {
        content: page.content,
        total_lines: page.totalLines,
        truncated,
        ...(truncated
          ? {
              hint: `[lines ${offset}–${page.lastLine} of ${page.totalLines}; continue with offset: ${page.lastLine + 1}]`,
            }
          : {}),
        ...(read.text.includes("\r\n") ? { line_ends: "crlf" } : {}),
        ...(read.format.encoding === "utf-8" ? {} : { encoding: read.format.encoding }),
      };
    },
  });
}

function countOf(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
