import type { Tool, ToolContext } from "@hermes/registry";
import { defineTool, toolError } from "@hermes/registry";
import { z } from "zod";
import { documentKind, readDocument } from "./documents/read-document.ts";
import { numberLines } from "./number-lines.ts";
import { readAction } from "./file-actions.ts";
import { refusePath } from "./path-policy.ts";
import { readBytes, textOf } from "./read-text.ts";
import type { FileServices } from "./file-services.ts";

/** A script reads for itself, and none of it enters the session. */
const maxCharsForScripts = 100_000;
/** For what a result says beside the lines. */
const roomForFacts = 300;

export interface ReadFileToolOptions {
  /** Most lines of one page. @default 2_000 */
  readonly maxLines?: number | undefined;
  /** Lines of a page whose number is not asked for, at most `maxLines`. @default 500 */
  readonly pageLines?: number | undefined;
  /** Characters of a line; more is cut. @default 2_000 */
  readonly maxLineChars?: number | undefined;
  /** Characters of a page as JSON, of at least one line; a script gets pages of 100 000. @default 16_000 */
  readonly maxChars?: number | undefined;
}

/** Reads one text file or document, page by page. */
export function createReadFileTool(
  services: FileServices,
  {
    maxLines = 2_000,
    pageLines = Math.min(500, maxLines),
    maxLineChars = 2_000,
    maxChars = 16_000,
  }: ReadFileToolOptions = {},
): Tool {
  return defineTool({
    name: "read_file",
    toolset: "file",
    description: [
      "Read a text file, or the text of a notebook (.ipynb), docx, xlsx, pptx or pdf. Every line comes as number|text; the number and the bar are not part of the file.",
      `${pageLines} lines at once, or up to ${maxLines} with limit, and at most ${maxChars} characters: when there is more, the result says how to go on. What you have just read and is still the same is answered with status unchanged.`,
    ].join("\n"),
    emoji: "📖",
    action: readAction,
    argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "read" }] }),
    // The page is capped here, by lines; a file about a file would help nobody.
    maxResultChars: Number.POSITIVE_INFINITY,
    input: z.object({
      path: z.string().min(1).describe("File, absolute or relative to the working directory."),
      offset: z.int().min(1).default(1).describe("First line, counted from 1."),
      limit: z.int().min(1).max(maxLines).default(pageLines).describe("Number of lines."),
    }),
    detail: ({ path, offset }) => (offset === 1 ? path : `${path}:${offset}`),
    cleanup: (taskId) => services.seen.forget(taskId),
    async execute({ path, offset, limit }, context) {
      const file = await openForReading(services, path, context);
      if (!file.ok) return file.answer;
      const isScript = context.origin.entryPoint === "sandbox";
      const pageChars = isScript ? Math.max(maxChars, maxCharsForScripts) : maxChars - roomForFacts;
      const page = numberLines({ text: file.text, offset, limit, maxChars: pageChars, maxLineChars });
      if (offset > Math.max(1, page.totalLines)) {
        return toolError(`${path} has ${countOf(page.totalLines)}; line ${offset} is past its end.`, {
          hint: `Use an offset of at most ${Math.max(1, page.totalLines)}.`,
        });
      }
      const truncated = page.lastLine < page.totalLines;
      const isNew = services.seen.show(context.taskId, {
        path: file.absolute,
        text: file.known,
        page: `${offset}–${page.lastLine}`,
      });
      if (!isNew) return unchanged(offset, page.lastLine, page.totalLines);
      return {
        content: page.content,
        total_lines: page.totalLines,
        truncated,
        ...(truncated
          ? {
              hint: `[lines ${offset}–${page.lastLine} of ${page.totalLines}; continue with offset: ${page.lastLine + 1}]`,
            }
          : {}),
        ...file.notes,
      };
    },
  });
}

type OpenedFile =
  | {
      readonly ok: true;
      readonly absolute: string;
      /** What is shown. */
      readonly text: string;
      /** What stands for the file as it is on the disk. */
      readonly known: string;
      readonly notes: object;
    }
  | { readonly ok: false; readonly answer: unknown };

async function openForReading(
  { backend, policy, showImage }: FileServices,
  path: string,
  context: ToolContext,
): Promise<OpenedFile> {
  const access = { taskId: context.taskId, signal: context.signal };
  const absolute = await backend.resolve(path, access);
  const refused = await refusePath(policy, { path, absolute, access: "read", context });
  if (refused !== undefined) return { ok: false, answer: refused };
  const file = await readBytes(backend, path, { ...access, absolute });
  if (!file.ok) return { ok: false, answer: file.error };
  const kind = documentKind(path, file.bytes);
  if (kind === undefined) {
    const read = textOf(path, file.bytes);
    if (!read.ok) {
      const shown = read.isImage === true ? await showImage?.(file.bytes, path, context) : undefined;
      return { ok: false, answer: shown ?? read.error };
    }
    const notes = {
      ...(read.text.includes("\r\n") ? { line_ends: "crlf" } : {}),
      ...(read.format.encoding === "utf-8" ? {} : { encoding: read.format.encoding }),
    };
    return { ok: true, absolute, text: read.text, known: read.text, notes };
  }
  const document = await readDocument(path, file.bytes, kind);
  if (!document.ok) return { ok: false, answer: document.error };
  // A notebook is a text on the disk; the others can only be compared by what was read out of them.
  const raw = kind === "ipynb" ? textOf(path, file.bytes) : undefined;
  const known = raw?.ok ? raw.text : document.text;
  return { ok: true, absolute, text: document.text, known, notes: { document: kind } };
}

function unchanged(first: number, last: number, total: number): object {
  return {
    status: "unchanged",
    total_lines: total,
    hint: `Lines ${first}–${last} are as you read them before. Call again to see them once more.`,
  };
}

function countOf(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
