// Runs in a thread of its own: pages of others are taken apart here, where they can be stopped.
import { parentPort } from "node:worker_threads";
import { extractPage } from "./extract/extract-page.ts";
import type { ExtractionRequest } from "./extract/extraction.ts";
import type { WorkerAnswer } from "./extract/worker-answer.ts";

const port = parentPort;
port?.on("message", (request: ExtractionRequest) => {
  void extractPage(request).then(
    (extraction): void => port.postMessage({ extraction } satisfies WorkerAnswer),
    (error: unknown): void =>
      port.postMessage({
        problem: error instanceof Error ? error.message : String(error),
      } satisfies WorkerAnswer),
  );
});
