import { Worker } from "node:worker_threads";
import { HermesError } from "@hermes/registry";
import type { DocumentModel, Rendered } from "../document-model.ts";
import type { DocumentJob, DocumentJobAnswer, RenderJob } from "./document-job.ts";
import { workerUrl } from "../../worker-url.ts";

export interface ThreadOptions {
  readonly signal: AbortSignal;
  /** How long one job may take. */
  readonly timeoutMs: number;
}

/** A thread that makes one document. It is ended by `[Symbol.asyncDispose]`, whatever it does. */
export class DocumentThread implements AsyncDisposable {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;

  constructor(options: ThreadOptions) {
    const url = workerUrl(import.meta.url, "document/thread/document-worker");
    this.#options = options;
    this.#worker = new Worker(url, {
      name: "hermes-document",
      // It knows no secret of the environment.
      env: {},
      argv: [],
      // Sources find the sources of their siblings.
      execArgv: url.pathname.endsWith(".ts") ? ["--conditions=@hermes/source"] : [],
      resourceLimits: { maxOldGenerationSizeMb: 1_024, stackSizeMb: 8 },
      // Libraries complain on the console.
      stdout: true,
      stderr: true,
    });
  }

  /** @throws {HermesError} `DOCUMENT_TOO_DEEP`, `DOCUMENT_TIMEOUT`, `DOCUMENT_FAILED`; the reason of the signal. */
  async parse(content: string): Promise<DocumentModel> {
    const answer = await this.#ask({ kind: "parse", content });
    if (answer.kind !== "parsed") throw failedBy(answer);
    return answer.document;
  }

  /** @throws {HermesError} `DOCUMENT_TOO_LONG`, `DOCUMENT_TIMEOUT`, `DOCUMENT_FAILED`; the reason of the signal. */
  async render(job: Omit<RenderJob, "kind">): Promise<Rendered> {
    const answer = await this.#ask({ kind: "render", ...job });
    if (answer.kind !== "rendered") throw failedBy(answer);
    return answer.rendered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(job: DocumentJob): Promise<DocumentJobAnswer> {
    const { signal, timeoutMs } = this.#options;
    signal.throwIfAborted();
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<DocumentJobAnswer>();
    const onAbort = (): void => reject(signal.reason);
    const onError = (cause: Error): void => reject(failed(cause.message, cause));
    const onExit = (code: number): void => reject(failed(`its thread ended with ${code}`));
    const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
    worker.once("message", resolve).once("error", onError).once("exit", onExit);
    signal.addEventListener("abort", onAbort);
    try {
      worker.postMessage(job);
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off("message", resolve).off("error", onError).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
    }
  }
}

function failedBy(answer: DocumentJobAnswer): HermesError {
  if (answer.kind !== "failed") return failed("its thread answered something else");
  const { message, code, hint } = answer;
  return new HermesError(message, { code, hint });
}

function failed(reason: string, cause?: Error): HermesError {
  return new HermesError(`The document could not be made: ${reason}.`, {
    code: "DOCUMENT_FAILED",
    hint: "Make it shorter, or try another format.",
    cause,
  });
}

function tooSlow(timeoutMs: number): HermesError {
  return new HermesError(`The document was not done after ${timeoutMs / 1_000} seconds.`, {
    code: "DOCUMENT_TIMEOUT",
    hint: "Make it shorter, or several documents of it.",
  });
}
