// Runs in a thread of its own: pages of others are taken apart here, where they can be stopped.
import { parentPort } from "node:worker_threads";
import { createPageExtractor } from "./extract/extract-page.ts";
import type { ExtractionRequest } from "./extract/extraction.ts";
import type { WorkerAnswer } from "./extract/worker-answer.ts";

const port = parentPort;
// What nearly every page needs is loaded with it, before the time of the first one begins.
const extractPage = createPageExtractor();
port?.on("message", (request: ExtractionRequest) => {
  void extractPage(request).then(
    (extraction): void => port.postMessage({ extraction } satisfies WorkerAnswer),
    (error: unknown): void =>
      port.postMessage({
        problem: error instanceof Error ? error.message : String(error),
      } satisfies WorkerAnswer),
  );
});
port?.postMessage({ isReady: true } satisfies WorkerAnswer);
