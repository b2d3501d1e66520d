import { defineTool, HermesError, toolError } from "@hermes/registry";
import type { Tool, ToolContext } from "@hermes/registry";
import { z } from "zod";
import type { DrawDiagram } from "./draw-diagrams.ts";

const maxContentChars = 2_000_000;

interface FileAccess {
  readonly taskId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Where files are read and written. A backend of `@hermes/terminal-backends` is one by its shape. */
export interface DocumentFiles {
  resolve(path: string, access: FileAccess): Promise<string>;
  readFile(
    path: string,
    access: FileAccess & { readonly maxBytes?: number | undefined },
  ): Promise<Uint8Array>;
  writeFile(path: string, data: Uint8Array, access: FileAccess): Promise<void>;
}

/** The path policy of the file tools. */
export interface DocumentPathPolicy {
  check(request: {
    readonly path: string;
    readonly access: "read" | "write";
    readonly context: ToolContext;
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

export interface DocumentToolOptions {
  readonly files: DocumentFiles;
  /** Without one every path is allowed. */
  readonly policy?: DocumentPathPolicy | undefined;
  /** How long Markdown is parsed, and how long a file is made of it, at most. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** Draws code blocks of `mermaid` and `dot`; without it they stay code. */
  readonly drawDiagram?: DrawDiagram | undefined;
}

/** `make_document`: Markdown as PDF, Word, slides or HTML. */
export function createDocumentTool(options: DocumentToolOptions): Tool {
  return defineTool({
    name: "make_document",
    toolset: "documents",
    description: [
      "Make a PDF, Word document, slides or one HTML file of Markdown (GFM, footnotes). Front matter between --- lines may say title, author, date, lang and toc: true; in letters sender, recipient, subject and signature (indent further lines).",
      "\\pagebreak alone on a line begins a page; slides begin at ---, # and ##. Images are local files, by path.",
    ].join("\n"),
    rare: true,
    emoji: "📑",
    input: z.object({
      format: z.enum(["pdf", "docx", "pptx", "html"]),
      content: z.string().max(maxContentChars).describe("Markdown."),
      output: z.string().min(1).describe("File to write."),
      template: z
        .preprocess(
          (value) => (value === "résumé" ? "resume" : value),
          z.enum(["report", "letter", "resume", "slides"]),
        )
        .optional()
        .describe("Default report; slides for pptx."),
    }),
    action: { name: "file.write", summary: "make or change a file" },
    argument: ({ output }) => ({ kind: "path", paths: [{ path: output, access: "write" }] }),
    detail: ({ output }) => output,
    async execute({ format, content, output, template = format === "pptx" ? "slides" : "report" }, context) {
      // Loaded at the first use: a session that makes no document has nothing of it.
      const { makeDocument } = await import("./make-document.ts");
      try {
        return await makeDocument({ format, template, content, output }, options, context);
      } catch (error) {
        if (HermesError.is(error)) return toolError(error.message, { hint: error.hint });
        throw error;
      }
    },
  });
}
