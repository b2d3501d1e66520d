// Runs in a thread of its own, which is ended when a document takes too long: Markdown of 2 MB is parsed for seconds and
// written as Word for a minute, and neither library stops in between.
import { on } from "node:events";
import { parentPort } from "node:worker_threads";
import { HermesError } from "@hermes/registry";
import type { DocumentModel, Rendered, RenderOptions } from "../document-model.ts";
import { parseDocument } from "../markdown/parse-document.ts";
import type { DocumentJob, DocumentJobAnswer, RenderJob } from "./document-job.ts";

let parsed: DocumentModel | undefined;

async function answer(job: DocumentJob): Promise<DocumentJobAnswer> {
  try {
    if (job.kind === "parse") {
      parsed = parseDocument(job.content);
      return { kind: "parsed", document: parsed };
    }
    if (parsed === undefined) throw new TypeError("Nothing was parsed.");
    return { kind: "rendered", rendered: await render(parsed, job) };
  } catch (error) {
    if (HermesError.is(error)) {
      const { message, code, hint } = error;
      return { kind: "failed", message, code, hint };
    }
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The document could not be made: ${reason}`;
    return { kind: "failed", message, code: "DOCUMENT_FAILED", hint: undefined };
  }
}

async function render(document: DocumentModel, { format, template, pictures }: RenderJob): Promise<Rendered> {
  // Whoever waits ends the thread.
  const { signal } = new AbortController();
  const options: RenderOptions = { template, pictures, signal, timeoutMs: Number.POSITIVE_INFINITY };
  switch (format) {
    case "docx":
      return await (await import("../docx/render-docx.ts")).renderDocx(document, options);
    case "pptx":
      return await (await import("../pptx/render-pptx.ts")).renderPptx(document, options);
    case "html":
      return (await import("../html/render-html.ts")).renderHtml(document, options);
  }
}

if (parentPort !== null)
  for await (const [job] of on(parentPort, "message")) {
    // document-thread.ts sends nothing else.
    parentPort.postMessage(await answer(job as DocumentJob));
  }
