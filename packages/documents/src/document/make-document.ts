import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { DocumentToolOptions } from "./create-document-tool.ts";
import type { Rendered, Template } from "./document-model.ts";
import { drawDiagrams } from "./draw-diagrams.ts";
import { loadPictures } from "./load-pictures.ts";
import type { ReadPicture } from "./load-pictures.ts";
import { renderDocument } from "./render-document.ts";
import type { DocumentFormat } from "./render-document.ts";
import { DocumentThread } from "./thread/document-thread.ts";

const maxPictureBytes = 20_000_000;
const defaultTimeoutMs = 60_000;

interface DocumentRequest {
  readonly format: DocumentFormat;
  readonly template: Template;
  readonly content: string;
  readonly output: string;
}

/** What the model is told of a document that was made. */
interface MadeDocument {
  readonly success: true;
  readonly path: string;
  readonly pages?: number;
  readonly slides?: number;
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** @throws {HermesError} Codes that begin with `DOCUMENT_`; the reason of the signal. Then no file was written. */
export async function makeDocument(
  { format, template, content, output }: DocumentRequest,
  { files, policy, drawDiagram, timeoutMs = defaultTimeoutMs }: DocumentToolOptions,
  context: ToolContext,
): Promise<MadeDocument> {
  const { signal } = context;
  const access = { taskId: context.taskId, signal };
  const check = async (path: string, use: "read" | "write"): Promise<void> => {
    const verdict = await policy?.check({ path, access: use, context });
    if (verdict !== undefined && !verdict.ok)
      throw new HermesError(`${path} may not be ${use === "read" ? "read" : "written"}: ${verdict.reason}`, {
        code: "DOCUMENT_PATH_REFUSED",
        hint: "Choose a path within the workspace.",
      });
  };
  const path = await files.resolve(output, access);
  await check(path, "write");
  const read: ReadPicture = async (source) => {
    const absolute = await files.resolve(source, access);
    await check(absolute, "read");
    return await files.readFile(absolute, { ...access, maxBytes: maxPictureBytes });
  };
  const thread = new DocumentThread({ signal, timeoutMs });
  let rendered: RenderedDocument;
  try {
    rendered = await render({ format, template, content }, { read, drawDiagram, signal, timeoutMs, thread });
  } finally {
    // Node 22 knows no `using`.
    await thread[Symbol.asyncDispose]();
  }
  const { made, warnings } = rendered;
  signal.throwIfAborted();
  // A policy may have changed, or a link may have been put there, while the document was made.
  await check(path, "write");
  await files.writeFile(path, made.bytes, access);
  return {
    success: true,
    path,
    ...(made.pages !== undefined && { pages: made.pages }),
    ...(made.slides !== undefined && { slides: made.slides }),
    bytes: made.bytes.length,
    warnings,
  };
}

interface RenderedDocument {
  readonly made: Rendered;
  readonly warnings: readonly string[];
}

interface RenderParts extends Pick<DocumentToolOptions, "drawDiagram"> {
  readonly read: ReadPicture;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly thread: DocumentThread;
}

async function render(
  { format, template, content }: Omit<DocumentRequest, "output">,
  { read, drawDiagram, signal, timeoutMs, thread }: RenderParts,
): Promise<RenderedDocument> {
  const document = await thread.parse(content);
  const loaded = await loadPictures(document.blocks, { read, signal });
  const drawn = drawDiagram && (await drawDiagrams(document.blocks, { draw: drawDiagram, signal }));
  const pictures = new Map([...loaded.pictures, ...(drawn?.pictures ?? [])]);
  const made = await renderDocument(document, { format, template, pictures, signal, timeoutMs, thread });
  return { made, warnings: [...loaded.warnings, ...(drawn?.warnings ?? []), ...made.warnings] };
}
